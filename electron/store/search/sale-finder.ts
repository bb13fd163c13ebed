import { z } from 'zod'
import { begins, plainCondition, saleCondition, soughtBy } from '../sales/sale-search.ts'
import type { Condition, SaleFilter, Sought, SoughtKey } from '../sales/sale-search.ts'
import { saleRow, type SaleRecord } from '../sales/sale-row.ts'
import type { Database } from '../sqlite/db.ts'
import { trigramsOf } from './sale-index.ts'

/** Beyond so many nobody reads how many there are: they are not counted. */
const mostCounted = 1_000

/** The newest sales that a text names, how many there are, and whether there are more than were counted. */
export interface FoundSales {
  sales: SaleRecord[]
  count: number
  isMore: boolean
}

/** The rows of the newest so many sales, between two rows where they are named. */
type Newest = (most: number, below?: number, above?: number) => number[]

/**
 * The newest sales that a text names, as they were written. `journal` has the index attached as `search`, which holds
 * them up to this row; 0: there is none. Of those beyond it the journal's own rows are read, one after the other. Nothing
 * is gone through twice: a page is the beginning of what is counted.
 */
export function findSales(
  journal: Database,
  profileId: string,
  filter: SaleFilter,
  indexedUpTo: number,
): FoundSales {
  const newest = newestOf(journal, profileId, filter, indexedUpTo)
  const counted = newest(mostCounted + 1)
  const rows = pageOf(journal, filter, counted, newest)
  return {
    sales: journal.all(
      saleRow,
      'select * from sale where rowid in (select value from json_each(?)) order by rowid desc',
      JSON.stringify(rows),
    ),
    count: Math.min(counted.length, mostCounted),
    isMore: counted.length > mostCounted,
  }
}

function pageOf(
  journal: Database,
  { after, limit }: SaleFilter,
  counted: readonly number[],
  newest: Newest,
): number[] {
  const [below] =
    after === undefined ? [] : rowsOf(journal, 'select rowid from sale where id = ?', [after])
  if (below === undefined) return counted.slice(0, limit)
  const rows = counted.filter((row) => row < below)
  const isWhole = rows.length >= limit || counted.length <= mostCounted
  return isWhole ? rows.slice(0, limit) : newest(limit, below)
}

function newestOf(
  journal: Database,
  profileId: string,
  filter: SaleFilter,
  indexedUpTo: number,
): Newest {
  const indexed = byIndex(journal, profileId, filter)
  if (indexedUpTo === Infinity) return indexed
  const others = byCondition(journal, saleCondition(profileId, filter))
  if (indexedUpTo === 0) return others
  return (most, below = Number.MAX_SAFE_INTEGER) => {
    const newer = others(most, below, indexedUpTo)
    if (newer.length === most) return newer
    return [...newer, ...indexed(most - newer.length, Math.min(below, indexedUpTo + 1))]
  }
}

function byCondition(journal: Database, { sql, params }: Condition): Newest {
  return (most, below = Number.MAX_SAFE_INTEGER, above = 0) =>
    rowsOf(
      journal,
      `select rowid from sale where ${sql} and rowid > ? and +rowid < ? order by rowid desc limit ?`,
      [...params, above, below, most],
    )
}

/** What finds some of the sales by one index: its SQL up to what every one is held to. */
interface Source extends Condition {
  /** What of it is the row of the sale. */
  row: string
}

function byIndex(journal: Database, profileId: string, filter: SaleFilter): Newest {
  const sought = soughtBy(filter.text ?? '')
  // A row of a sale is read only where something is asked of it: a thousand of them are a thousand places of the disk.
  const isPlain =
    filter.states === undefined && filter.day === undefined && isOnly(journal, profileId)
  const plain = isPlain ? { sql: 'true', params: [] } : plainCondition(profileId, filter, '+')
  const ask = ({ row, sql, params }: Source, most: number, below: number) =>
    rowsOf(
      journal,
      `select ${row} from ${sql} and ${row} < ? and ${plain.sql} order by ${row} desc limit ?`,
      [...params, below, ...plain.params, most],
    )
  return (most, below = Number.MAX_SAFE_INTEGER) => {
    const found = [
      ...sourcesOf(sought, isPlain).flatMap((source) => ask(source, most, below)),
      ...sought.keys.flatMap((key) =>
        newestOfPerson(journal, key, most, (source) => ask(source, most, below)),
      ),
    ]
    return [...new Set(found)].sort((one, other) => other - one).slice(0, most)
  }
}

/** Whether all sales are of this profile, as of nearly every shop. */
function isOnly(journal: Database, profileId: string): boolean {
  const ends = journal.get(
    z.object({ first: z.string().nullable(), last: z.string().nullable() }),
    'select (select min(profile_id) from sale) as first, (select max(profile_id) from sale) as last',
  )
  return ends?.first === profileId && ends.last === profileId
}

/** Each read in the order of rows, newest first, and no further than is asked for. */
function sourcesOf({ text, bare, keys, amount }: Sought, isPlain: boolean): Source[] {
  const own = (sql: string, params: string[]) => ({ row: 'sale.rowid', sql, params })
  const sources: Source[] = [
    own('sale where id = ?', [bare]),
    own('sale where transaction_id in (?, ?)', [bare, text]),
    own('sale where service_id = ?', [text]),
  ]
  if (keys.length > 0) {
    sources.push({
      row: 'trigram.rowid',
      sql: `search.trigram ${
        isPlain ? '' : 'cross join sale on sale.rowid = trigram.rowid'
      } where trigram match ?`,
      params: [trigramsOf(keys)],
    })
  }
  if (amount !== null) {
    for (const column of ['amount', 'total']) {
      sources.push({
        row: 'sale.rowid',
        sql: `sale indexed by sale_by_${column} where ${column} = ?`,
        params: [amount],
      })
    }
  }
  return sources
}

/** Of one name or document so many of the newest sales are looked at, when others than are asked for are among them. */
const mostOfPerson = 50_000

/**
 * Who else is named begins with the key; their sales stand in the order of ids, which is that of time. Only as many of
 * the newest are looked up as it takes to find so many that fit.
 */
function newestOfPerson(
  journal: Database,
  { key }: SoughtKey,
  most: number,
  ask: (source: Source) => number[],
): number[] {
  const { sql, params } = begins('key', key)
  for (let looked = most; ; looked *= 8) {
    const ids = journal
      .arrays(
        `select distinct sale_id from sale_person where ${sql} order by sale_id desc limit ?`,
        ...params,
        looked,
      )
      .map((row) => idColumns.parse(row)[0])
    const found = ask({
      row: 'sale.rowid',
      sql: 'sale where id in (select value from json_each(?))',
      params: [JSON.stringify(ids)],
    })
    if (found.length >= most || ids.length < looked || looked >= mostOfPerson) return found
  }
}

const idColumns = z.tuple([z.string()])
const rowColumns = z.tuple([z.int()])

function rowsOf(journal: Database, sql: string, params: Condition['params']): number[] {
  return journal.arrays(sql, ...params).map((row) => rowColumns.parse(row)[0])
}
