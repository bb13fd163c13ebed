import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { saleFilterSchema } from '../../shared/contract/selling.ts'
import { serviceDayBounds } from '../../shared/domain/dates.ts'
import { countrySchema, minorFromDecimal } from '../../shared/domain/money.ts'
import { normalisePhone } from '../../shared/domain/phone.ts'
import { foldText } from '../../shared/domain/search.ts'

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
  const parts: Condition[] = [{ sql: 'profile_id = ?', params: [profileId] }]
  if (filter.day !== undefined) {
    const { start, end } = serviceDayBounds(filter.day)
    parts.push({ sql: 'created_at >= ? and created_at < ?', params: [start, end] })
  }
  if (filter.states !== undefined) {
    const marks = filter.states.map(() => '?').join(', ')
    parts.push({ sql: `shown_state in (${marks})`, params: filter.states })
  }
  const text = filter.text?.trim() ?? ''
  if (text !== '') parts.push(textCondition(text))
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' and '),
    params: parts.flatMap((part) => part.params),
  }
}

function textCondition(text: string): Condition {
  const bare = text.toLowerCase()
  const exact = 'id = ? or transaction_id = ? or transaction_id = ? or service_id = ?'
  const parts: Condition[] = [{ sql: exact, params: [bare, text, bare, text] }]
  const phones = countrySchema.options.map((country) => normalisePhone(text, country))
  for (const key of new Set([searchKey(text), ...phones])) {
    if (key) parts.push(keyCondition(key))
  }
  const amount = amountOf(text)
  if (amount !== null) parts.push({ sql: 'amount = ? or total = ?', params: [amount, amount] })
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' or '),
    params: parts.flatMap((part) => part.params),
  }
}

/**
 * References and phones that begin with a key or, from four signs on, hold it anywhere: people
 * remember how a number ends. Each is looked for in its small index, never in the rows themselves.
 */
function keyCondition(key: string): Condition {
  const isLong = key.length >= 4
  const holds = (column: string) =>
    isLong ? `instr(${column}, ?) > 0` : `${column} >= ? and ${column} < ?`
  const params = isLong ? [key] : [key, `${key}\u{10ffff}`]
  return {
    sql: `rowid in (select rowid from sale where ${holds('reference_key')})
      or rowid in (select rowid from sale where phone is not null and ${holds('phone')})`,
    params: [...params, ...params],
  }
}

/** A figure as the screen writes it or as a machine does: here nothing is sold, so one reading will do. */
function amountOf(text: string): number | null {
  const figure = text.replace(/[$\s\u00a0]/g, '')
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(figure) ? figure.replace(/[.,]/g, '') : figure
  return minorFromDecimal(grouped.replace(',', '.'))
}
