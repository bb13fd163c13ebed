import { z } from 'zod'
import { erasedMark, erasedValues } from '../../../shared/domain/privacy/personal.ts'

const json = z.string().transform((text): unknown => JSON.parse(text))
const record = z.record(z.string(), z.unknown())

/** The body of a request without who the customer is: its `_id`, product and amount stay. */
export function erasedBody(body: string): string {
  const parsed = record.parse(json.parse(body))
  const data = record.safeParse(parsed['data'])
  return JSON.stringify(data.success ? { ...parsed, data: flat(data.data) } : parsed)
}

/** `erasedValues` of plain values; what holds more values inside is gone through. */
function flat(values: Record<string, unknown>): Record<string, unknown> {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    const nested = record.safeParse(value)
    if (nested.success) return flat(nested.data)
    return value === null || value === '' || typeof value === 'boolean' ? value : erasedMark
  }
  const plain = erasedValues(values)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? inner(value) : plain[name],
    ]),
  )
}

/** A JSON text whose texts are replaced, save those of the keys named (`code`, what it is about). */
export function erasedTexts(text: string, keep: ReadonlySet<string>): string {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((inner) => walk(inner, name))
    if (typeof value === 'string') return keep.has(name) || value === '' ? value : erasedMark
    const nested = record.safeParse(value)
    if (!nested.success) return value
    return Object.fromEntries(
      Object.entries(nested.data).map(([inner, one]) => [inner, walk(one, inner)]),
    )
  }
  return JSON.stringify(walk(json.parse(text), ''))
}

const lines = z.array(record)

/** What of a shift's stored report names a customer who is erased. */
export interface ErasedOfReport {
  /** Those who owed, and owe nothing else in this report. */
  names?: readonly string[]
  /** A sale whose money was given back. */
  paidOut?: string
  movement?: string
  /** What was said at its close. */
  note?: boolean
}

/** A shift's report without these names and notes; its amounts, and the order of all of it, stay. */
export function erasedReport(text: string, gone: ErasedOfReport): string {
  const report = record.parse(json.parse(text))
  const part = (name: string, field: string, isGone: (line: Record<string, unknown>) => boolean) =>
    lines
      .parse(report[name])
      .map((line) => (isGone(line) && line[field] !== '' ? { ...line, [field]: erasedMark } : line))
  const isNamed = ({ name }: Record<string, unknown>) => gone.names?.some((one) => one === name)
  return JSON.stringify({
    ...report,
    movements: part('movements', 'note', ({ id }) => id === gone.movement),
    payouts: part('payouts', 'note', ({ saleId }) => saleId === gone.paidOut),
    credits: part('credits', 'name', (line) => isNamed(line) ?? false),
    note: gone.note && report['note'] !== '' ? erasedMark : report['note'],
  })
}
