import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { erasedMark, erasedValues } from '../../shared/domain/personal.ts'
import type { Database } from './db.ts'
import { writeDurably } from './durable-file.ts'
import { erasedBody } from './erased.ts'

const idRow = z.object({ id: z.string() })
const lineSchema = z.looseObject({
  id: z.string(),
  values: z.record(z.string(), z.string()),
  body: z.string(),
  bodySha256: z.string(),
  tender: z.looseObject({ text: z.string() }).nullish(),
})

/**
 * Takes who the customer is out of intents.log, too, for the sales that were erased since: at the start, while nobody
 * writes it. The file is replaced whole or not at all; lines of other sales stay byte for byte. DISK_FULL, STORE_FAILED.
 */
export function eraseIntents(db: Database, path: string): void {
  const erased = new Set(
    db.all(idRow, 'select sale_id as id from erasure where stage = 1').map(({ id }) => id),
  )
  if (erased.size === 0) return
  if (existsSync(path)) {
    const lines = readFileSync(path, 'utf8').split('\n')
    writeDurably(path, lines.map((line) => erasedLine(line, erased)).join('\n'))
  }
  db.run('update erasure set stage = 2 where stage = 1')
}

function erasedLine(line: string, erased: ReadonlySet<string>): string {
  // Most lines are of others: only those that name an erased sale are read.
  const intent = lineSchema.safeParse(parsed(line))
  if (!intent.success || !erased.has(intent.data.id)) return line
  const { values, body, bodySha256, tender, ...rest } = intent.data
  const without = erasedBody(body)
  return JSON.stringify({
    ...rest,
    reference: erasedMark,
    phone: null,
    values: erasedValues(values),
    body: without,
    // The line's own hash still has to confirm it; the one of what was sent stands beside it.
    bodySha256: createHash('sha256').update(without).digest('hex'),
    sentSha256: bodySha256,
    ...(tender ? { tender: { ...tender, text: tender.text === '' ? '' : erasedMark } } : {}),
  })
}

/** A line that is not whole JSON stays as it is: readIntents counts it. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (caught) {
    if (caught instanceof SyntaxError) return null
    throw caught
  }
}
