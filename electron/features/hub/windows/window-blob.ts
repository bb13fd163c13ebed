import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { jsonOrNull } from '../../../../shared/domain/text/json.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { WindowQuestion } from '../../../hub/windows.ts'
import { maxBytes } from '../../../service/answers/bounds.ts'
import { readAnswer } from '../../../service/answers/readers.ts'

/** The first line says whose answer it is; an account's name and address are short. */
const mostHeader = 4_096
const most = maxBytes.list + mostHeader

const headerSchema = z.strictObject({
  v: z.literal(1),
  account: z.string(),
  kind: z.string(),
  dateStart: z.string(),
  dateEnd: z.string(),
  began: z.int(),
})

const headerOf = ({ account, kind, dateStart, dateEnd }: WindowQuestion, began: number) =>
  JSON.stringify({ v: 1, account, kind, dateStart, dateEnd, began: Math.floor(began) })

/**
 * An answer of the list as one register keeps it for the others: which question it is of, and its rows in the service's own words,
 * as it would say them, with nothing beside them.
 */
export async function packWindow(
  of: WindowQuestion,
  began: number,
  rows: readonly string[],
): Promise<{ rows: Uint8Array; sha256: string }> {
  const body = `{"status":200,"data":{"Transactions":[${rows.join(',')}]}}`
  const packed = await promisify(gzip)(`${headerOf(of, began)}\n${body}`)
  return { rows: packed, sha256: sha256Of(packed) }
}

/**
 * The rows of an answer that another register got, read as one that came from the service.
 * @throws Failure HUB_FAILED it is not whole, not of this question, larger than any answer may be, or none of the service's
 */
export async function unpackWindow(
  of: WindowQuestion,
  packed: { began: number; rows: Uint8Array; sha256: string },
  currency: string,
): Promise<TransactionRow[]> {
  if (sha256Of(packed.rows) !== packed.sha256) throw wrong('sum')
  const whole = await promisify(gunzip)(packed.rows, { maxOutputLength: most }).catch(() => {
    throw wrong('gz')
  })
  const end = whole.indexOf(0x0a)
  if (end < 0 || end > mostHeader) throw wrong('header')
  const header = headerSchema.safeParse(jsonOrNull(whole.toString('utf8', 0, end))).data
  if (!header || JSON.stringify(header) !== headerOf(of, packed.began)) throw wrong('question')
  const context = { currency, secure: true }
  const reading = readAnswer('list', 200, whole.subarray(end + 1), context)
  if (reading.kind === 'failed') throw wrong(reading.error.code)
  return reading.value
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const wrong = (what: string) => new Failure('HUB_FAILED', { reason: `window: ${what}` })
