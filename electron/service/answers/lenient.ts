import { z } from 'zod'
import { minorFromDecimal, money, type Money } from '../../../shared/domain/money/money.ts'
import { exactText, isRecord, NumberText } from '../../../shared/domain/text/json.ts'

/**
 * Any scalar as text; null for null, nothing, or something that is not one value. Half a pair of a character becomes
 * U+FFFD, as no file can hold it: what is known of a sale and what is kept of it stay the same.
 */
export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value.toWellFormed()
  if (value instanceof NumberText) return value.source
  return typeof value === 'boolean' ? String(value) : null
}

/** An identifier as text: integers may come as floats ("7.0", "7e0") or as strings. */
export function toId(value: unknown): string | null {
  const text = toText(value)?.trim() ?? ''
  if (text === '') return null
  if (!(value instanceof NumberText)) return text
  const number = Number(text)
  return /^-?\d+$/.test(text) || !Number.isSafeInteger(number) ? text : String(number)
}

/** Yes or no, in any of the ways it may be written; null when it is neither. */
export function toFlag(value: unknown): boolean | null {
  const text = toText(value)?.trim().toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : null
}

/** An amount in exact minor units; null when it is missing or cannot be read. */
export function toMoney(value: unknown, currency: string): Money | null {
  const text = value instanceof NumberText || typeof value === 'string' ? toText(value) : null
  const minor = text === null ? null : minorFromDecimal(text)
  return minor === null ? null : money(minor, currency)
}

/** Whether a value was not given at all. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** The members of an object, or none. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** A key that may be there or not, read by `read`. */
export function field<T>(read: (value: unknown) => T) {
  return z.unknown().optional().transform(read)
}

/** A text that is empty when missing. */
export const text = field((value) => toText(value) ?? '')

/** A text that is null when missing or empty. */
export const textOrNull = field((value) => toText(value) || null)

/** An identifier that must be there. */
export const id = field(toId).pipe(z.string())

/** An optional amount: null when missing, and a refusal when there is one that cannot be read. */
export function moneyOrNull(currency: string) {
  return z
    .unknown()
    .optional()
    .transform((value, context) => {
      if (isMissing(value)) return null
      return toMoney(value, currency) ?? unreadable(context, value)
    })
}

/** The journal adds and subtracts two or three of these in its columns, and no reader of it takes more than is safe. */
const mostInformative = Number.MAX_SAFE_INTEGER / 4

/**
 * An amount that only informs: null when it is missing, cannot be read exactly, or is so large (twenty million million)
 * that what it is compared with could not be read any more.
 */
export function informativeMoney(currency: string) {
  return field((value) => {
    const read = toMoney(value, currency)
    return read !== null && Math.abs(read.minor) > mostInformative ? null : read
  })
}

/** An amount that must be there and be readable. */
export function strictMoney(currency: string) {
  return z
    .unknown()
    .optional()
    .transform((value, context) => toMoney(value, currency) ?? unreadable(context, value))
}

function unreadable(context: z.RefinementCtx, value: unknown): never {
  context.addIssue({ code: 'custom', message: `not an amount: ${exactText(value).slice(0, 40)}` })
  return z.NEVER
}

function readItems<T>(schema: z.ZodType<T>, items: unknown[]): T[] {
  return items.flatMap((item) => {
    const read = schema.safeParse(item)
    return read.success ? [read.data] : []
  })
}

/**
 * The items of a list that `schema` can read; the others, and a list that is none, are left out. More than `most` are
 * not looked at: the list is refused.
 */
export function readable<T>(schema: z.ZodType<T>, most = Infinity) {
  return field(toList).pipe(readableList(schema, most))
}

function toList(value: unknown): unknown[] {
  if (!Array.isArray(value)) return []
  const items: unknown[] = value
  return items
}

/** The same, but the list itself must be there. */
export function readableList<T>(schema: z.ZodType<T>, most = Infinity) {
  return z
    .array(z.unknown())
    .max(most)
    .transform((items) => readItems(schema, items))
}
