import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { saleFilterSchema } from '../../../shared/contract/selling.ts'
import { serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { countrySchema } from '../../../shared/domain/money/money.ts'
import { soughtAmount } from '../../../shared/domain/money/sought-amount.ts'
import { normalisePhone } from '../../../shared/domain/identity/phone.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'

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

/** A key that sales are looked for by; `anywhere`: they may hold it at any place, else they begin with it. */
export interface SoughtKey {
  key: string
  anywhere: boolean
}

/** What a text may name. */
export interface Sought {
  /** As it was typed, and as identifiers are kept. */
  text: string
  bare: string
  keys: SoughtKey[]
  /** Minor units. */
  amount: number | null
}

/** A whole UUID names a sale: nobody types one to find what holds it somewhere. */
export const wholeId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * References and phones, from four signs on, hold what was typed anywhere: people remember how a number ends. What else
 * tells customers begins with it: names, documents, e-mails.
 */
export function soughtBy(typed: string): Sought {
  const text = typed.trim()
  const phones = countrySchema.options.map((country) => normalisePhone(text, country))
  const keys = [...new Set([searchKey(text), ...phones])].flatMap((key) =>
    key ? [{ key, anywhere: [...key].length >= 4 && !wholeId.test(text) }] : [],
  )
  return { text, bare: text.toLowerCase(), keys, amount: soughtAmount(text) }
}

/** What of a filter has nothing to do with its text; `own` keeps the profile from being what is read by. */
export function plainCondition(
  profileId: string,
  { day, states }: Pick<SaleFilter, 'day' | 'states'>,
  own = '',
): Condition {
  const parts: Condition[] = [{ sql: `${own}profile_id = ?`, params: [profileId] }]
  if (day !== undefined) {
    const { start, end } = serviceDayBounds(day)
    parts.push({ sql: `created_at >= ? and created_at < ?`, params: [start, end] })
  }
  if (states !== undefined) {
    const marks = states.map(() => '?').join(', ')
    parts.push({ sql: `shown_state in (${marks})`, params: states })
  }
  return allOf(parts)
}

/** The condition of a filter, where there is no index of texts: what a text names is read from the journal's own. */
export function saleCondition(profileId: string, filter: SaleFilter): Condition {
  const text = filter.text?.trim() ?? ''
  if (text === '') return plainCondition(profileId, filter)
  return allOf([plainCondition(profileId, filter, '+'), textCondition(text)])
}

function allOf(parts: readonly Condition[]): Condition {
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' and '),
    params: parts.flatMap((part) => part.params),
  }
}

/** The sales that a text names: by an id, a customer, a reference or an amount. */
function textCondition(typed: string): Condition {
  const { text, bare, keys, amount } = soughtBy(typed)
  const parts: Condition[] = [
    { sql: 'id = ?', params: [bare] },
    { sql: 'transaction_id in (?, ?)', params: [bare, text] },
    { sql: 'service_id = ?', params: [text] },
    ...keys.flatMap(keyConditions),
  ]
  if (amount !== null) {
    parts.push({ sql: 'amount = ?', params: [amount] }, { sql: 'total = ?', params: [amount] })
  }
  const found = parts.map(({ sql }) => `select rowid from sale where ${sql}`)
  return {
    sql: `rowid in (${found.join(' union all ')})`,
    params: parts.flatMap((part) => part.params),
  }
}

/** That a column begins with a key. */
export const begins = (column: string, key: string): Condition => ({
  sql: `${column} >= ? and ${column} < ?`,
  params: [key, `${key}\u{10ffff}`],
})

/** Each is looked for in its small index, never in the rows. */
function keyConditions({ key, anywhere }: SoughtKey): Condition[] {
  const holds = (column: string): Condition =>
    anywhere ? { sql: `instr(${column}, ?) > 0`, params: [key] } : begins(column, key)
  const person = begins('key', key)
  const conditions = [
    holds('reference_key'),
    { ...person, sql: `id in (select sale_id from sale_person where ${person.sql})` },
  ]
  if (!/\d/.test(key)) return conditions
  const phone = holds('phone')
  return [...conditions, { ...phone, sql: `phone is not null and ${phone.sql}` }]
}
