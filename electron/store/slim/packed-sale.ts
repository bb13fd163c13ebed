import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { newestDictionary, packDictionaries } from './pack-dictionary.ts'

const whole = z.int().nullable()
const text = z.string().nullable()

/** A line of a sale's history, as the columns of `sale_event` but for the sale's. */
export const packedEventSchema = z.object({
  seq: z.int(),
  at: z.int(),
  kind: z.string(),
  state: z.string(),
  started_at: whole,
  http_status: whole,
  server_date: whole,
  error: text,
  raw: text,
  closing: text,
})
export type PackedEvent = z.infer<typeof packedEventSchema>
export const eventColumns = packedEventSchema.keyof().options

/** What of a sale that ended is kept compressed, letter by letter. */
export interface SaleTexts {
  body: string
  /** The record as find gave it, as JSON; null: none was found. */
  found: string | null
  events: readonly PackedEvent[]
  /** The SHA-256 (hexadecimal) of answers and body, once they are no longer kept; null: they are here. */
  hash: string | null
}

/**
 * What of the row goes before the compressed texts, which repeat most of it: columns that nothing changes meanwhile, as
 * the trigger `sale_packed` sees to. They are part of the format like the dictionary.
 */
export const keyColumns = [
  'created_at',
  'product_id',
  'product_name',
  'service_id',
  'transaction_id',
  'reference',
  'phone',
  'id',
  'form_values',
  'found',
] as const

/** As `concat_ws('|', …)` of the key's columns: what is null is left out. */
export function packKey(row: Readonly<Record<string, unknown>>): string {
  return keyColumns
    .map((column) => row[column])
    .filter((value) => value !== null && value !== undefined)
    .map(String)
    .join('|')
}

/** Most texts come out of one such piece. */
const chunkSize = 4096

/**
 * Compresses the texts of a sale; `key`: its packKey as its row reads from then on. Deflate with a dictionary: for texts so
 * short its bytes are no more than zstd's, and come out in half the time.
 */
export function packSale(texts: SaleTexts, key: string): Uint8Array {
  const dictionary = dictionaryOf(newestDictionary, key)
  const plain = linesOf(texts).map(escaped).join('\n')
  const packed = deflateRawSync(plain, { dictionary, level: 9, chunkSize })
  return Buffer.concat([Buffer.of(newestDictionary), packed])
}

/**
 * The texts of a packed sale.
 * @throws Failure JOURNAL_DAMAGED the bytes are not what packSale wrote with this key
 */
export function unpackSale(packed: Uint8Array, key: string): SaleTexts {
  return orDamaged(() => textsOf(linesIn(packed, key)))
}

/** What of it stands in the row of the sale itself, for reads of many. Throws as unpackSale. */
export function unpackRow(packed: Uint8Array, key: string): Pick<SaleTexts, 'body' | 'found'> {
  const [body = '', found = ''] = orDamaged(() => linesIn(packed, key))
  return { body, found: found === '' ? null : found }
}

/** Whatever reading it came upon: the bytes are others than were written. */
function orDamaged<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new Failure('JOURNAL_DAMAGED', undefined, { cause })
  }
}

function linesIn(packed: Uint8Array, key: string): string[] {
  const dictionary = dictionaryOf(packed[0] ?? 0, key)
  const plain = inflateRawSync(packed.subarray(1), { dictionary, chunkSize }).toString('utf8')
  return plain.split('\n').map(unescaped)
}

const dictionaries = new Map(
  [...packDictionaries].map(([number, shared]) => [number, Buffer.from(`${shared}\n`)] as const),
)

function dictionaryOf(number: number, key: string): Buffer {
  const shared = dictionaries.get(number)
  if (shared === undefined) throw new RangeError(`no dictionary ${number} of packed sales`)
  return Buffer.concat([shared, Buffer.from(key)])
}

/**
 * The last line: numbers of the events, each less the one before; the events without number and answer, times less that
 * of the first; the hash.
 */
const headSchema = z.tuple([
  z.array(z.int()),
  z.array(
    z.tuple([z.int(), z.string(), z.string()]).rest(z.union([z.string(), z.int(), z.null()])),
  ),
  z.string().nullable(),
])

/** Texts as they are, the likest ones next to each other, and what is left in the last line. */
function linesOf({ body, found, events, hash }: SaleTexts): string[] {
  const first = events[0]?.at ?? 0
  const numbers = events.map(({ seq }, index) => seq - (events[index - 1]?.seq ?? 0))
  const steps = events.map(({ at, kind, state, error, raw, closing, ...event }, index) => {
    const { started_at: startedAt, http_status: status, server_date: said } = event
    return withoutEnd([
      ...[index === 0 ? at : at - first, kind, state],
      ...[less(at, startedAt), status, less(at, said)],
      ...[raw === null ? null : 1, error, closing],
    ])
  })
  const raws = events.flatMap(({ raw }) => raw ?? [])
  return [body, found ?? '', ...raws, JSON.stringify([numbers, steps, hash])]
}

function textsOf(lines: readonly string[]): SaleTexts {
  const [numbers, steps, hash] = headSchema.parse(JSON.parse(lines.at(-1) ?? ''))
  const [body = '', found = '', ...rest] = lines.slice(0, -1)
  const raws = rest.values()
  const first = steps[0]?.[0] ?? 0
  let seq = 0
  const events = steps.map(([time, kind, state, ...more], index) => {
    seq += numbers[index] ?? 0
    const at = index === 0 ? time : time + first
    const [startedAt, status, said, hasRaw, error, closing] = more
    const raw = hasRaw === 1 ? raws.next().value : null
    return packedEventSchema.parse({
      ...{ seq, at, kind, state },
      started_at: less(at, startedAt),
      http_status: status ?? null,
      server_date: less(at, said),
      error: error ?? null,
      raw,
      closing: closing ?? null,
    })
  })
  return { body, found: found === '' ? null : found, events, hash }
}

/** A time as it is written, less another one; and back again. */
function less(at: number, other: unknown): number | null {
  return typeof other === 'number' ? at - other : null
}

function withoutEnd(values: readonly unknown[]): unknown[] {
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
}

/** A line of its own, whatever is in it. */
function escaped(line: string): string {
  if (!/[\\\n]/.test(line)) return line
  return line.replace(/[\\\n]/g, (sign) => (sign === '\n' ? '\\n' : '\\\\'))
}

function unescaped(line: string): string {
  if (!line.includes('\\')) return line
  return line.replace(/\\([\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : '\\'))
}

/**
 * The same once no claim needs the answers any more: without the body and the answers, with the hash (of both as JSON) of all that it
 * said before. An answer that says why a person was asked (REVIEW) stays: the page tells it from others by it.
 */
export function thinned(texts: SaleTexts): SaleTexts {
  if (texts.hash !== null) return texts
  const events = texts.events.map((event) =>
    event.state === 'REVIEW' ? event : { ...event, raw: null },
  )
  const hash = createHash('sha256')
    .update(JSON.stringify([texts.body, texts.events]))
    .digest('hex')
  return { ...texts, body: '{}', events, hash }
}
