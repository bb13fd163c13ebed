import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { cachePath } from '../electron/store/cache/cache.ts'
import { addDays, serviceDay, serviceDayBounds } from '../shared/domain/time/dates.ts'
import { machine, table } from './measure.ts'
import { writeJournal } from './years/journal.ts'
import { writeLedger } from './years/ledger.ts'
import { writeCatalog } from './years/products.ts'
import { partNames, yearsTable } from './years/table.ts'
import type { YearsPlan } from './years/plan.ts'

/**
 * A register of years: prints what it does against the same register on its first day. `--write DIR` only leaves the
 * data folder of one: a journal of `--sales` at 500 a day until yesterday (or `--until`), intents.log, the catalog and
 * the ledger of the report; `--only` writes one part of it. `--from DIR` measures a copy of a folder that was left so, by
 * the same arguments; `--parts` some of the table: register, search, window, memory, bridge, report, intent, copies, early, privacy.
 */
const options = z
  .object({
    write: z.string().min(1).optional(),
    sales: z.coerce.number().int().positive().default(10_000),
    products: z.coerce.number().int().positive().default(10_000),
    profile: z.string().default('bench'),
    until: z.iso.date().default(() => addDays(serviceDay(Date.now()), -1)),
    only: z.enum(['journal', 'catalog', 'ledger']).optional(),
    from: z.string().min(1).optional(),
    parts: z
      .string()
      .transform((names) => names.split(','))
      .pipe(z.array(z.enum(partNames)))
      .default(partNames),
  })
  .parse(
    parseArgs({
      options: {
        write: { type: 'string' },
        sales: { type: 'string' },
        products: { type: 'string' },
        profile: { type: 'string' },
        until: { type: 'string' },
        only: { type: 'string' },
        from: { type: 'string' },
        parts: { type: 'string' },
      },
    }).values,
  )

const { write: folder, sales, products, only } = options
const plan: YearsPlan = { sales, products, profileId: options.profile, lastDay: options.until }
const begun = performance.now()
const tell = (what: string) =>
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(0)} s  ${what}\n`)
const written = (count: number) => tell(`${count} sales`)

async function writeAll(path: string): Promise<void> {
  mkdirSync(path, { recursive: true })
  if (only === undefined || only === 'catalog') {
    writeCatalog(cachePath(path), plan, serviceDayBounds(plan.lastDay).end)
    tell(`catalog of ${products}`)
  }
  if (only === undefined || only === 'ledger') {
    writeLedger(cachePath(path), plan)
    tell('ledger')
  }
  if (only !== undefined && only !== 'journal') return
  await writeJournal(path, plan, written)
  tell(`journal of ${sales} sales`)
}

if (folder !== undefined) await writeAll(folder)
else
  process.stdout.write(
    `${table(await yearsTable(plan, { parts: options.parts, from: options.from, told: tell }))}\n\n${machine()}\n`,
  )
