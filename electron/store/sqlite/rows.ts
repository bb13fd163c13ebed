import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Money } from '../../../shared/domain/money/money.ts'
import { isRecord } from '../../../shared/domain/text/json.ts'
import type { Database, Named } from './db.ts'

/** A field's name as its column has it: `createdAt` is `created_at`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A row by the names of the fields that its columns stand for. */
export function rowOf<S extends z.ZodRawShape>(shape: S) {
  const columns = Object.keys(shape).map((field) => [field, columnOf(field)] as const)
  return z.preprocess((row) => {
    if (!isRecord(row)) return row
    const found: Record<string, unknown> = {}
    for (const [field, column] of columns) found[field] = row[column]
    return found
  }, z.object(shape))
}

/** A column that holds JSON of a known shape. */
export function jsonOf<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch (caught) {
        context.addIssue({ code: 'custom', message: String(caught) })
        return z.NEVER
      }
    })
    .pipe(schema)
}

/** Writes a row, each value under the column of its field; answers how many rows. `clash`: what to do on a conflict. */
export function insertRow(db: Database, table: string, row: Named, clash = ''): number {
  const fields = Object.keys(row)
  const columns = fields.map(columnOf).join(', ')
  const values = fields.map((field) => `:${field}`).join(', ')
  return db.run(`insert into ${table} (${columns}) values (${values}) ${clash}`, row)
}

/** An amount as the columns `currency` and `amount`. */
export function amountColumns(amount: Money | null): Record<'currency' | 'amount', SQLInputValue> {
  return { currency: amount?.currency ?? null, amount: amount?.minor ?? null }
}

// Columns of rows that are read as lists: our own strict tables, by the ten thousand.

/** A text, or null where there is none. */
export function textOfColumn(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A whole number, or null where there is none. */
export function numberOfColumn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** A whole number that must be there. */
export function wholeOf(value: unknown): number {
  const number = numberOfColumn(value)
  if (number === null) throw new TypeError('a column is no whole number')
  return number
}
