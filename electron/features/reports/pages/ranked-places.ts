import { z } from 'zod'
import type { ReportColumn, ReportSort } from '../../../../shared/contract/reports.ts'
import type { Selection } from '../ledger/selection.ts'
import { ties } from './page.ts'

/** Where the names stand that a column is in the order of. */
const names: Partial<Record<ReportColumn, string>> = {
  product: 'report_product',
  status: 'report_status',
}

/** Rows by their places in the table, and what each is sorted by; NaN: it has no value. Both in the order of ties. */
interface Keyed {
  places: Float64Array
  keys: Float64Array
}

/**
 * The rows of a selection in the order of a column, as orderedPlaces has them: their values are read as they lie in the
 * index and sorted here, which takes a fifth of the time where there are a million. Null where values are not numbers.
 */
export function rankedPlaces(selection: Selection, sort: ReportSort): Float64Array | null {
  const { column, descending } = sort
  const table = names[column]
  if (table) {
    const keyed = byName(selection, column, table)
    return keyed && sorted(keyed, descending)
  }
  if (column === 'id') return byId(selection, descending)
  if (column !== 'amount' || hasCurrencies(selection)) return null
  return sorted(byAmount(selection), descending)
}

/** What of the rows of a selection `lists` makes, in the order of ties, which the index has them in. */
function listsOf({ ledger, where, params }: Selection, values: string, lists: readonly string[]) {
  const sql = `select ${lists.map((list) => `json_group_array(${list})`).join(', ')} from (
    select r.rowid as place, ${values} as value from report_row r where ${where}
    order by ${ties} limit -1)`
  const [row] = ledger.db.arrays(sql, ...params)
  const columns: readonly unknown[] = Array.isArray(row) ? row : []
  return columns.map(listOf)
}

/** Place and name are one number: one list is read in two thirds of the time of two. */
function byName(selection: Selection, column: ReportColumn, table: string): Keyed | null {
  const ranks = ranksOf(selection, table)
  const width = ranks.length
  const [codes = []] = listsOf(selection, `ifnull(r.${column}, 0)`, [`place * ${width} + value`])
  const places = new Float64Array(codes.length)
  const keys = new Float64Array(codes.length)
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at]
    if (!Number.isSafeInteger(code)) return null
    const name = Number(code) % width
    places[at] = (Number(code) - name) / width
    keys[at] = ranks[name] ?? Number.NaN
  }
  return { places, keys }
}

const rankRow = z.object({ id: z.int(), rank: z.int() })

/** By the number of a product or status, its place in the order of names; those of one name have one. 0: none. */
function ranksOf({ ledger }: Selection, table: string): number[] {
  const found = ledger.db.all(
    rankRow,
    `select id, dense_rank() over (order by name collate nocase) as rank from ${table}`,
  )
  const most = found.reduce((so, { id }) => Math.max(so, id), 0)
  const ranks = Array.from({ length: most + 1 }, () => Number.NaN)
  for (const { id, rank } of found) ranks[id] = rank
  return ranks
}

function byAmount(selection: Selection): Keyed {
  const [rows = [], amounts = []] = listsOf(selection, 'r.amount', ['place', 'value'])
  const places = new Float64Array(rows.length)
  const keys = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) {
    places[at] = Number(rows[at])
    keys[at] = typeof amounts[at] === 'number' ? Number(amounts[at]) : Number.NaN
  }
  return { places, keys }
}

/** What a row without an id is kept under is longer than any of these (a digest). */
const longestId = 15
const lengths = longestId + 2

/**
 * The index of the keys, which are the ids, has them in the order of their letters, and the longer is the larger: nothing
 * is sorted, no row is read, and no two are alike. Null: some are longer, or none.
 */
function byId({ ledger, where, params }: Selection, descending: boolean): Float64Array | null {
  const [row] = ledger.db.arrays(
    `select (select json_group_array(r.rowid) from report_row r where ${where}),
       (select json_group_array(code) from (
         select rowid * ${lengths} + min(length(key), ${longestId + 1}) as code
         from report_row where ledger = ? order by key limit -1))`,
    ...params,
    ledger.id,
  )
  const [places, codes] = (Array.isArray(row) ? row : []).map(listOf)
  if (!places || !codes) return null
  let most = 0
  for (const place of places) most = Math.max(most, Number(place))
  const wanted = new Uint8Array(most + 1)
  for (const place of places) wanted[Number(place)] = 1
  const ofLength = Array.from({ length: lengths }, (): number[] => [])
  for (const code of codes) {
    const length = Number(code) % lengths
    const place = (Number(code) - length) / lengths
    if (wanted[place] !== 1) continue
    if (length > longestId) return null
    ofLength[length]?.push(place)
  }
  const ordered = Float64Array.from(ofLength.flat())
  return descending ? ordered.reverse() : ordered
}

const severalRow = z.object({ several: z.int() })

/** Several currencies are rare, and no amount of one is larger than one of another. */
function hasCurrencies({ ledger, where, params }: Selection): boolean {
  const of = 'select count(distinct currency) > 1 as several from'
  const kept = ledger.db.get(
    severalRow,
    `${of} report_day where ledger = ? and currency <> ''`,
    ledger.id,
  )
  if (kept?.several === 0) return false
  const rows = ledger.db.get(severalRow, `${of} report_row r where ${where}`, ...params)
  return rows?.several === 1
}

/** Those without a value come last, as they came. */
function sorted({ places, keys }: Keyed, descending: boolean): Float64Array {
  const ordered = new Float64Array(places.length)
  const order = new Float64Array(places.length)
  let some = 0
  for (let at = 0; at < places.length; at += 1) {
    const key = keys[at] ?? Number.NaN
    if (Number.isNaN(key)) continue
    ordered[some] = places[at] ?? 0
    order[some] = key
    some += 1
  }
  let rest = some
  for (let at = 0; at < places.length; at += 1) {
    if (Number.isNaN(keys[at] ?? Number.NaN)) {
      ordered[rest] = places[at] ?? 0
      rest += 1
    }
  }
  sortBy(order.subarray(0, some), ordered.subarray(0, some), descending)
  return ordered
}

function listOf(json: unknown): readonly unknown[] {
  const list: unknown = typeof json === 'string' ? JSON.parse(json) : null
  if (!Array.isArray(list)) throw new TypeError('a list is none')
  return list
}

const digitBits = 16
const digits = 2 ** digitBits

/**
 * Sorts places by their keys, whole numbers, sixteen bits after sixteen (a radix sort); what is equal stays as it stands.
 * The keys are not kept.
 */
function sortBy(order: Float64Array, places: Float64Array, descending: boolean): void {
  let least = Infinity
  let most = -Infinity
  for (let at = 0; at < order.length; at += 1) {
    const key = order[at] ?? 0
    if (key < least) least = key
    if (key > most) most = key
  }
  let keysNow: Float64Array = order.map((key) => (descending ? most - key : key - least))
  let keysNext = order
  let [now, next] = [places.slice(), new Float64Array(places.length)]
  for (let unit = 1; unit <= most - least; unit *= digits) {
    const starts = new Uint32Array(digits + 1)
    for (let at = 0; at < keysNow.length; at += 1) {
      const after = (Math.floor((keysNow[at] ?? 0) / unit) % digits) + 1
      starts[after] = (starts[after] ?? 0) + 1
    }
    for (let digit = 0; digit < digits; digit += 1) {
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0)
    }
    for (let at = 0; at < keysNow.length; at += 1) {
      const key = keysNow[at] ?? 0
      const digit = Math.floor(key / unit) % digits
      const to = starts[digit] ?? 0
      starts[digit] = to + 1
      keysNext[to] = key
      next[to] = now[at] ?? 0
    }
    ;[keysNow, keysNext] = [keysNext, keysNow]
    ;[now, next] = [next, now]
  }
  places.set(now)
}
