import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { saleFilterSchema } from '../../../shared/contract/selling.ts'
import { serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { countrySchema, minorFromDecimal } from '../../../shared/domain/money/money.ts'
import { normalisePhone } from '../../../shared/domain/identity/phone.ts'
import { foldText } from '../../../shared/domain/text/search.ts'

/** Which sales of a profile; see saleFilterSchema. */
export type SaleFilter = z.output<typeof saleFilterSchema>

/** A condition in SQL with its parameters. */
export interface Condition {
  sql: string
  params: SQLInputValue[]
}

/** A text as references are compared: no accents, case, spaces or dashes. */
export function searchKey(text: string): string {
  // A number as it usually stands: each sale asks for several.
  if (/^[\da-z]*$/.test(text)) return text
  return foldText(text).replaceAll(' ', '')
}

/** The condition of a filter; each kind of thing that a text can be has its own index. */
export function saleCondition(profileId: string, filter: SaleFilter): Condition {
  const text = filter.text?.trim() ?? ''
  // What a text names is read from its own indexes; the plus keeps the rest from reading every sale instead.
  const own = text === '' ? '' : '+'
  const parts: Condition[] = [{ sql: `${own}profile_id = ?`, params: [profileId] }]
  if (filter.day !== undefined) {
    const { start, end } = serviceDayBounds(filter.day)
    parts.push({ sql: `created_at >= ? and created_at < ?`, params: [start, end] })
  }
  if (filter.states !== undefined) {
    const marks = filter.states.map(() => '?').join(', ')
    parts.push({ sql: `shown_state in (${marks})`, params: filter.states })
  }
  if (text !== '') parts.push(textCondition(text))
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' and '),
    params: parts.flatMap((part) => part.params),
  }
}

/** The sales that a text names: by an id, a customer, a reference or an amount. */
function textCondition(text: string): Condition {
  const bare = text.toLowerCase()
  const parts: Condition[] = [
    { sql: 'id = ?', params: [bare] },
    { sql: 'transaction_id in (?, ?)', params: [bare, text] },
    { sql: 'service_id = ?', params: [text] },
  ]
  const phones = countrySchema.options.map((country) => normalisePhone(text, country))
  for (const key of new Set([searchKey(text), ...phones])) {
    if (key) parts.push(...keyConditions(key))
  }
  const amount = amountOf(text)
  if (amount !== null) {
    parts.push({ sql: 'amount = ?', params: [amount] }, { sql: 'total = ?', params: [amount] })
  }
  const found = parts.map(({ sql }) => `select rowid from sale where ${sql}`)
  return {
    sql: `rowid in (${found.join(' union all ')})`,
    params: parts.flatMap((part) => part.params),
  }
}

/**
 * What else tells customers begins with a key: names, documents, e-mails. References and phones, from four signs on,
 * hold it anywhere: people remember how a number ends. Each is looked for in its small index, never in the rows.
 */
function keyConditions(key: string): Condition[] {
  const begins = (column: string): Condition => ({
    sql: `${column} >= ? and ${column} < ?`,
    params: [key, `${key}\u{10ffff}`],
  })
  const holds = (column: string): Condition =>
    key.length >= 4 ? { sql: `instr(${column}, ?) > 0`, params: [key] } : begins(column)
  const person = begins('key')
  const conditions = [
    holds('reference_key'),
    { ...person, sql: `id in (select sale_id from sale_person where ${person.sql})` },
  ]
  if (!/\d/.test(key)) return conditions
  const phone = holds('phone')
  return [...conditions, { ...phone, sql: `phone is not null and ${phone.sql}` }]
}

/** A figure as the screen writes it or as a machine does: here nothing is sold, so one reading will do. */
function amountOf(text: string): number | null {
  const figure = text.replace(/[$\s\u00a0]/g, '')
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(figure) ? figure.replace(/[.,]/g, '') : figure
  return minorFromDecimal(grouped.replace(',', '.'))
}
