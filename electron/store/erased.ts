import { z } from 'zod'
import { erasedMark, erasedValues } from '../../shared/domain/personal.ts'

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
