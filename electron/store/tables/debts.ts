import { z } from 'zod'
import {
  debtKindSchema,
  type CreditAccount,
  type Debtor,
  type DebtLine,
  type Standing,
} from '../../../shared/domain/credit/debtor.ts'
import type { OwedThrough } from '../../../shared/domain/credit/shares.ts'
import { testProfileIds } from '../../../shared/domain/identity/test-profile.ts'
import { payoutHowSchema } from '../../../shared/domain/drawer/drawer.ts'
import type { Movement } from '../../../shared/domain/drawer/shift.ts'
import { sumMinorSchema, sumMoney, type Money } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { amountColumns, insertRow, rowOf } from '../sqlite/rows.ts'
import { createDebtors, createDebtorsReader, debtorRow } from './debtors.ts'
import { createMovements } from './movements.ts'
import { saidWith, saysKind } from '../sales/paid-with.ts'
import { lastTender } from './tenders.ts'

/** What a person writes into the book; a payment in cash with its movement of the drawer. */
export interface DebtEntry {
  /** Drawn once where it is begun, so that it is written once. */
  id: string
  debtorId: string
  profileId: string
  at: number
  kind: 'payment' | 'adjustment' | 'write-off' | 'opening' | 'paid-before'
  /** By how much the debt grows; negative: it shrinks. */
  amount: Money
  how: 'cash' | 'transfer' | null
  via: string
  shift: string | null
  note: string
  cashier: string | null
  /** The line that it is a share of, where what is owed stands in the books of several connections. */
  partOf?: string | null
}

/** What of a sale is on credit, by a row of its tender. */
const lentBy = (row: string) => saidWith('credit', row)
/**
 * How much of that was made: of a part what the service's balances say, null where they do not, less what was paid at
 * once: what was made is paid first.
 */
const madeBy = (row: string) => `case cash_outcome when 'done' then ${lentBy(row)}
  when 'partial' then max(0, min(${lentBy(row)}, ${lentBy(row)} - total - balance_change)) end`
const made = madeBy('tender')
/** How often a sale changed, also by how it was paid: of one in two journals more happened in the one with more. */
export const saleRevision =
  '(sale.revision + (select count(*) from tender as paid where paid.sale_id = sale.id))'
/** What was told of it stands, and not this journal's own row. */
const isOlder = `exists (select 1 from debt_newer as newer
  where newer.sale_id = sale.id and newer.revision > ${saleRevision})`
/** The sales that somebody owes, by the tender that stands: `of` says whose. */
const owedSales = (of: string) => `tender cross join sale on sale.id = tender.sale_id
  where ${of} and ${saysKind('credit')} and ${lastTender} and not ${isOlder}`
export const isTest = `profile_id in (${Object.values(testProfileIds)
  .map((id) => `'${id}'`)
  .join(', ')})`
const asked = 'debtor_id in (select value from json_each(:ids))'
const isMade = `cash_outcome in ('done', 'partial') and ifnull(${made}, 0) > 0`
// What was given back of a part that no balance tells says how much was made: less than was paid at once, so none is owed.
const isWaiting = `(cash_outcome = 'open'
  or cash_outcome = 'partial' and balance_change is null and is_paid = 0)`

const lineRow = rowOf({
  id: z.string(),
  at: z.int(),
  kind: debtKindSchema,
  currency: z.string(),
  amount: z.int(),
  how: payoutHowSchema.nullable(),
  text: z.string(),
  cashier: z.string().nullable(),
  register: z.string().nullable(),
}).transform(({ currency, amount, register, ...row }): DebtLine => ({
  ...row,
  amount: { minor: amount, currency },
  ...(register === null ? {} : { register }),
}))
const standingRow = z.object({
  debtorId: z.string(),
  currency: z.string(),
  owed: sumMinorSchema,
  since: z.int().nullable(),
  open: sumMinorSchema,
})
const idRow = z.object({ id: z.string() })
const owedRow = z.object({ profileId: z.string(), minor: sumMinorSchema })
const writtenRow = rowOf({
  debtorId: z.string(),
  kind: debtKindSchema,
  currency: z.string(),
  amount: z.int(),
  how: payoutHowSchema.nullable(),
  via: z.string(),
}).transform(({ currency, amount: minor, ...row }) => ({ ...row, amount: { minor, currency } }))

/** What of a sale somebody owes by a row of its tender, in minor units: as it was lent, and as far as it was made. */
const lentTo = (row: string) => `iif(${row}.debtor_id is :id, ${lentBy(row)}, 0)`
const madeFor = (row: string) => `ifnull(iif(${row}.debtor_id is :id, ${madeBy(row)}, 0), 0)`
/** Sales that somebody owed at some time: as it was `said` first that they do, and with the tender that stands. */
const saidSales = (
  book: string,
  theirs: string,
) => `sale join tender on tender.sale_id = sale.id and ${lastTender}
  join tender as said on said.seq = (
    select min(seq) from tender as theirs where theirs.sale_id = sale.id and theirs.debtor_id = :id)
  where ${book} and ${theirs} and not ${isOlder}`
const allOfTheirs = 'sale.id in (select sale_id from tender where debtor_id = :id)'
/** A column of the row since which they owe of it what they owe now: what only says that a transfer was seen is none. */
const corrected = (column: string) => `(select ${column} from tender as fixed
  where fixed.sale_id = sale.id and fixed.seq > (select max(seq) from tender as other
    where other.sale_id = sale.id and ${lentTo('other')} <> ${lentTo('tender')})
  order by fixed.seq limit 1)`
/**
 * What other registers of the branch told, and not what is in this journal, too, unless less of it happened here. `owed` and `open` of a sale are what stands of
 * it, other than its lines.
 */
const heard = (book: string) => `debt_heard as heard where ${book} and case
    when heard.key like 'sale %' then not exists (
      select 1 from sale where sale.id = substr(heard.key, 6) and not ${isOlder})
    else not exists (select 1 from debt_entry as own where own.id = substr(heard.key, 6)) end`
const ofStanding = "what <> 'open' and (what = 'owed' or heard.key like 'debt %')"

/** A line of the book, of which the rows of each connection's books are shares. */
const whole = 'ifnull(part_of, id)'
const entryKind = "iif(before_book, 'paid-before', kind)"

/**
 * What each of `whom` owes by currency, in alphabetical order. What was paid pays the oldest debt first (as `standingsOf`
 * has it): it is as old as the first line with which more was lent than was paid in all.
 */
const standingsIn = (book: string, whom: string) => `with
  line as (select debtor_id, created_at as at, currency, ${made} as amount
      from ${owedSales(`${book} and ${whom} and ${isMade}`)}
    union all select debtor_id, at, currency, amount from debt_entry where ${book} and ${whom}
    union all select debtor_id, at, currency, amount from ${heard(book)} and ${whom} and ${ofStanding}),
  run as (select debtor_id, at, currency, amount,
      total(max(amount, 0)) over (partition by debtor_id, currency order by at) as lent,
      - total(min(amount, 0)) over (partition by debtor_id, currency) as paid from line)
  select debtor_id as debtorId, currency, total(owed) as owed, min(since) as since, total(open) as open
  from (select debtor_id, currency, total(amount) as owed,
        min(at) filter (where amount > 0 and lent > paid) as since, 0 as open
      from run group by debtor_id, currency
    union all select debtor_id, currency, 0, null, total(${lentBy('tender')})
      from ${owedSales(`${book} and ${whom} and ${isWaiting}`)} group by debtor_id, currency
    union all select debtor_id, currency, 0, null, total(amount)
      from ${heard(book)} and ${whom} and what = 'open' group by debtor_id, currency)
  group by debtor_id, currency order by debtor_id, currency`
/** Of whom a line is of since then (epoch ms): a sale, what was corrected of one, or what was written down. */
const changedIn = (
  book: string,
) => `select debtor_id as id from debt_entry where ${book} and at >= :since
  union select debtor_id from tender where debtor_id is not null and exists (
    select 1 from tender as later where later.sale_id = tender.sale_id and later.at >= :since)
  union select debtor_id from ${heard(book)} and at >= :since`
/** The lines of somebody's account that are sales. */
export const saleLinesIn = (
  book: string,
  theirs = allOfTheirs,
) => `select sale.id, created_at as at, 'sale' as kind, currency, ${madeFor('said')} as amount,
    null as how, product_name as text, sale.cashier, null as register
    from ${saidSales(book, theirs)} and ${madeFor('said')} > 0
  union all select sale.id, ${corrected('at')}, 'corrected', currency,
    ${madeFor('tender')} - ${madeFor('said')}, null, product_name, ${corrected('cashier')}, null
    from ${saidSales(book, theirs)} and ${madeFor('tender')} <> ${madeFor('said')}`
const linesIn = (book: string) => `${saleLinesIn(book)}
  union all select ${whole}, at, ${entryKind}, currency, sum(amount), how,
    trim(via || ' ' || note), cashier, null from debt_entry where ${book} and debtor_id = :id group by ${whole}
  union all select substr(heard.key, 6), at, what, currency, sum(amount), how, text, cashier, register
    from ${heard(book)} and debtor_id = :id and what not in ('owed', 'open') group by heard.key, what
  order by at, id, kind desc`
const owedThroughIn = (book: string) => `select profileId, total(amount) as minor from (
    select sale.profile_id as profileId, ${made} as amount
      from ${owedSales(`${book} and debtor_id = :id and currency = :currency and ${isMade}`)}
    union all select profile_id, amount from debt_entry
      where ${book} and debtor_id = :id and currency = :currency
    union all select profile_id, amount
      from ${heard(book)} and debtor_id = :id and currency = :currency and ${ofStanding})
  group by profileId order by profileId`
const owingIn = (book: string) => `select debtor_id from (
    select debtor_id, currency, ${isTest} as is_test, ${made} as amount
      from ${owedSales(`${book} and debtor_id is not null and ${isMade}`)}
    union all select debtor_id, currency, ${isTest}, amount from debt_entry where ${book}
    union all select debtor_id, currency, 0, amount from ${heard(book)} and ${ofStanding})
  group by debtor_id, currency, is_test having total(amount) <> 0
  union select debtor_id from ${owedSales(`${book} and debtor_id is not null and ${isWaiting}`)}
  union select debtor_id from ${heard(book)} and what = 'open'`
/** What stands of a sale on credit, `owed` or `open`, by whom it is owed. */
export const saleStanding = (
  book: string,
) => `select debtor_id, created_at as at, 'owed' as kind, currency, ${made} as amount,
    null as how, product_name as text, null as cashier from ${owedSales(`${book} and ${isMade}`)}
  union all select debtor_id, created_at, 'open', currency, ${lentBy('tender')}, null, product_name, null
    from ${owedSales(`${book} and ${isWaiting}`)}`
/** Who owes something, is owed something, or may owe it once an open sale ends: of the shop, or of what was only tried. */
export const owingIds = owingIn('true')

/** The book of credit. What is owed for a sale is read off the sale itself: it is there once, and only once it is approved. */
export function createDebtsReader(db: Database) {
  return {
    ...bookReader(db, `not ${isTest}`),
    /** What is sold over the test service is owed by nobody: a book of its own. */
    ofTest: bookReader(db, isTest),
  }
}

function bookReader(db: Database, book: string) {
  const [ofSome, ofAll] = [standingsIn(book, asked), standingsIn(book, 'debtor_id is not null')]
  const [lines, owedThrough, changed] = [linesIn(book), owedThroughIn(book), changedIn(book)]
  const withStandings = (debtors: readonly Debtor[], rows: readonly StandingRow[]) => {
    const standings = Map.groupBy(rows, ({ debtorId }) => debtorId)
    return debtors.map((debtor) => ({
      debtor,
      standings: (standings.get(debtor.id) ?? []).map(standingOf),
    }))
  }
  /** Each with what they owe. */
  const accountsOf = (debtors: readonly Debtor[]): CreditAccount[] =>
    withStandings(
      debtors,
      db.all(standingRow, ofSome, { ids: JSON.stringify(debtors.map(({ id }) => id)) }),
    )
  /** All of the book, also who owes nothing; by name. */
  const everybody = (): CreditAccount[] =>
    withStandings(
      db.all(debtorRow, "select * from debtor order by name_key = '', name_key, number"),
      db.all(standingRow, ofAll),
    )
  const { debtor, find, ofNumber } = createDebtorsReader(db)
  return {
    accountsOf,
    ofNumber,
    account: (id: string): CreditAccount | null => {
      const found = debtor(id)
      return (found && accountsOf([found])[0]) ?? null
    },
    find: (text: string, limit: number): CreditAccount[] => accountsOf(find(text, limit)),
    /** Everybody who owes or is owed something, by name. */
    owing: (): CreditAccount[] =>
      everybody().filter(({ standings }) =>
        standings.some(({ owed, open }) => owed.minor !== 0 || open.minor !== 0),
      ),
    everybody,
    /** Of whom a line of their account is of since then (epoch ms), by id. */
    changedSince: (since: number): ReadonlySet<string> =>
      new Set(db.all(idRow, changed, { since }).map(({ id }) => id)),
    /** Somebody's account, oldest line first. */
    lines: (id: string): DebtLine[] => db.all(lineRow, lines, { id }),
    /** What somebody owes in a currency through each connection. */
    owedThrough: (id: string, currency: string): OwedThrough[] =>
      db.all(owedRow, owedThrough, { id, currency }),
    /** What was written under an id, with all of its shares; null: nothing. */
    written: (id: string) =>
      db.get(
        writtenRow,
        `select debtor_id, ${entryKind} as kind, currency, sum(amount) as amount, how, via
         from debt_entry where id = :id or part_of = :id group by ${whole}`,
        { id },
      ),
  }
}

export type DebtsReader = ReturnType<typeof bookReader>

type StandingRow = z.output<typeof standingRow>

function standingOf({ currency, owed, since, open }: StandingRow): Standing {
  return { owed: sumMoney(owed, currency), open: sumMoney(open, currency), since }
}

function rowOfEntry({ amount, kind, ...entry }: DebtEntry) {
  const isBefore = kind === 'paid-before'
  return {
    ...{ ...entry, ...amountColumns(amount) },
    ...{ kind: isBefore ? 'adjustment' : kind, beforeBook: Number(isBefore) },
  }
}

/** Over the journal in the hands of its one writer. */
export function createDebts(db: Database) {
  const { add: addMovement } = createMovements(db)
  const { add: addDebtor, change } = createDebtors(db)
  const reader = createDebtsReader(db)
  return {
    ...reader,
    addDebtor,
    changeDebtor: change,
    /** Append-only, all in one commit, each with the movement of the drawer. Written again under its id it changes nothing. */
    addEntries: (entries: readonly { entry: DebtEntry; movement: Movement | null }[]) =>
      db.transaction(() => {
        for (const { entry, movement } of entries) {
          if (reader.written(entry.id)) continue
          if (movement) addMovement(movement)
          insertRow(db, 'debt_entry', { ...rowOfEntry(entry), movementId: movement?.id ?? null })
        }
      }),
  }
}
