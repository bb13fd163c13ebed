import { creditPostings } from '../../../../shared/domain/books/typed.ts'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import type {
  CloseFact,
  LoadFact,
  MonthFacts,
  OpeningFact,
  SaleFact,
} from '../../../../shared/domain/books/facts.ts'
import type { TypedEntry } from '../../../../shared/domain/books/typed.ts'
import { chunksOf } from '../../../../shared/domain/books/steps.ts'
import { typedPostings } from '../../../../shared/domain/books/typed-figures.ts'
import { countTotal } from '../../../../shared/domain/drawer/drawer-count.ts'
import type { ProductNature } from '../../../../shared/domain/product/product-setting.ts'
import type { Direction } from '../../../../shared/domain/money/money.ts'
import { dayMs, dayRangeBounds, serviceDay } from '../../../../shared/domain/time/dates.ts'
import { monthOf, type DayRange } from '../../../../shared/domain/time/range.ts'
import type { JournalReader } from '../../../store/journal/journal-reader.ts'
import type { JournalSale } from '../../../store/sales/book-facts.ts'
import { exportDays, type ExportRow } from '../export/export-rows.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { select } from '../ledger/selection.ts'

/** What a month's entries are made of, and what of the report nothing can be made of. */
export interface GatheredFacts {
  facts: MonthFacts
  /** Rows of which something could not be read, or whose currency is not that of their sale. */
  unreadable: number
  /** Those of them that are sales, and no loads. */
  unreadableSales: number
  /** Rows without an end that no sale of this register stands for. */
  openElsewhere: number
  /** Sales of this register that the report holds no row of. */
  unlisted: number
  /** The names of products, by id. */
  products: Map<string, string>
}

/** Where the facts are read. */
export interface FactSources {
  ledgers: { sales: Ledger; buys: Ledger }
  /** null: this register sold nothing yet. */
  journal: JournalReader | null
  month: string
  branch: string
}

/** Sales that are records of a month were begun from so long before it until so long after. */
const margin = 3 * dayMs

/**
 * The facts of a month from the rows of its reports, each row with what the journal knows of it: the same rows that the
 * report adds up, and no second count of sales. Lets others have their turn between days.
 */
export async function monthFacts(sources: FactSources): Promise<GatheredFacts> {
  const { ledgers, journal, month, branch } = sources
  const { profileId } = ledgers.sales
  const range = monthOf(`${month}-01`)
  const { start, end } = dayRangeBounds(range.from, range.to)
  const known = await salesBegun(journal, profileId, start - margin, end + margin)
  const loads = loadsOf(ledgers.buys, range)
  const found: GatheredFacts = {
    facts: {
      ...{ month, branch, connection: shortName(profileId), sales: [] },
      typed: [
        ...creditEntries(journal, profileId, start, end),
        ...typedOf(journal, profileId, range),
      ],
      ...cashFacts(journal, profileId, start, end),
      ...{ ...shiftFacts(journal, profileId, start, end), loads: loads.facts },
    },
    ...{
      unreadable: loads.unreadable,
      unreadableSales: 0,
      openElsewhere: 0,
      unlisted: 0,
      products: new Map(),
    },
  }
  const sales = await salesOfRows(sources, range, known, found)
  const unlisted = await unlistedOf(ledgers.sales, known, range, sales)
  found.unlisted = unlisted.filter(({ outcome }) => outcome !== 'undone').length
  return { ...found, facts: { ...found.facts, sales: [...sales, ...unlisted] } }
}

/** The journal's sales of a span (epoch ms), a day at once: a month of a large shop is read for a second. */
async function salesBegun(
  journal: JournalReader | null,
  profileId: string,
  start: number,
  end: number,
): Promise<JournalSale[]> {
  const sales: JournalSale[] = []
  for (let from = start; from < end; from += dayMs) {
    const day = journal?.bookFacts.sales(profileId, from, Math.min(end, from + dayMs)) ?? []
    for (const sale of day) sales.push(sale)
    await nextTurn()
  }
  return sales
}

/** What the accountant typed of the month. */
function typedOf(
  journal: JournalReader | null,
  profileId: string,
  { from, to }: DayRange,
): TypedEntry[] {
  const lines = journal?.books.typed.between(profileId, from, to) ?? []
  return lines.map(({ id, day, currency, figures }) => {
    return { id, day, currency, postings: typedPostings(figures) }
  })
}

/** A connection's name in the numbers of vouchers: always the same, and short. */
function shortName(profileId: string): string {
  return createHash('sha256').update(profileId).digest('hex').slice(0, 6)
}

const outcomes = { APPROVED: 'done', PARTIAL: 'partial', REJECTED: 'undone' } as const
type Told = keyof typeof outcomes
const isTold = (state: string | null): state is Told =>
  state !== null && Object.hasOwn(outcomes, state)

async function salesOfRows(
  { ledgers: { sales: ledger }, journal }: FactSources,
  range: DayRange,
  known: readonly JournalSale[],
  found: GatheredFacts,
): Promise<SaleFact[]> {
  const said = saidOf(journal, ledger.profileId)
  const own = new Map(known.flatMap((sale) => (sale.claim === null ? [] : [[sale.claim, sale]])))
  const sales: SaleFact[] = []
  for (const { day, rows } of exportDays(select(ledger, range, reportFilterSchema.parse({})))) {
    const others = rows.map(({ id }) => id).filter((id) => !own.has(id))
    for (const sale of journal?.bookFacts.salesOfRecords(ledger.profileId, others) ?? []) {
      if (sale.claim !== null) own.set(sale.claim, sale)
    }
    for (const row of rows) {
      const sale = own.get(row.id) ?? null
      const outcome = isTold(row.state) ? outcomes[row.state] : 'open'
      found.products.set(row.productId, row.product)
      // A record of another currency than its sale was made in: what was paid for it is no amount of either.
      const differs = sale !== null && sale.currency !== row.currency
      if (row.unreadable !== '' || row.amount === null || row.currency === null || differs) {
        found.unreadable += 1
        found.unreadableSales += 1
        continue
      }
      if (sale === null && outcome === 'undone') continue
      if (sale === null && outcome !== 'done') found.openElsewhere += 1
      const amounts = { amount: row.amount, currency: row.currency }
      sales.push({ ...factOf(row, sale, said), day, outcome, ...amounts })
    }
    await nextTurn()
  }
  return sales
}

interface Said {
  directions: ReadonlyMap<string, Direction>
  natures: ReadonlyMap<string, ProductNature>
}

function saidOf(journal: JournalReader | null, profileId: string): Said {
  const settings = journal?.productSettings.all(profileId) ?? []
  return {
    directions: new Map(
      settings.flatMap(({ productId, direction }) => (direction ? [[productId, direction]] : [])),
    ),
    natures: new Map(
      settings.flatMap(({ productId, nature }) => (nature ? [[productId, nature]] : [])),
    ),
  }
}

function factOf(
  { id, productId }: Pick<ExportRow, 'id' | 'productId'>,
  sale: JournalSale | null,
  { directions, natures }: Said,
): Pick<SaleFact, 'id' | 'product' | 'direction' | 'nature' | 'own'> {
  return {
    id,
    product: productId,
    // What this register itself sold goes the way it was sold, whatever its product is said to do.
    direction: sale?.direction ?? directions.get(productId) ?? null,
    nature: natures.get(productId) ?? null,
    own: sale && ownOf(sale),
  }
}

function ownOf(sale: JournalSale): NonNullable<SaleFact['own']> {
  const { total, cost, incentive, change, tender, first, shift, late, paid } = sale
  return { total, cost, incentive, change, tender, first, via: sale.via ?? '', shift, late, paid }
}

/** Sales of the month that no row stands for: not counted as made, whatever the journal thinks, as the report does not. */
async function unlistedOf(
  ledger: Ledger,
  known: readonly JournalSale[],
  range: DayRange,
  listed: readonly SaleFact[],
): Promise<SaleFact[]> {
  const taken = new Set(listed.map(({ id }) => id))
  await nextTurn()
  const unlisted: SaleFact[] = []
  for (const some of chunksOf(known)) {
    for (const sale of some) {
      const day = serviceDay(sale.at)
      if (day < range.from || day > range.to) continue
      if (sale.claim !== null && (taken.has(sale.claim) || isListed(ledger, sale.claim))) continue
      const outcome = sale.outcome === 'undone' ? 'undone' : 'open'
      const { id, direction, amount, currency, productId: product } = sale
      const of = { id, day, product, currency, outcome, direction, amount } as const
      unlisted.push({ ...of, nature: null, own: ownOf(sale) })
    }
    await nextTurn()
  }
  return unlisted
}

/** Whether a record stands in the report, in whichever month. */
function isListed({ db, id }: Ledger, record: string): boolean {
  const sql = 'select 1 from report_row where ledger = ? and key = ? and gone = 0'
  return db.arrays(sql, id, record).length > 0
}

/** Loads that were made; of a row whose amount cannot be read nobody knows what it brought. */
function loadsOf(ledger: Ledger, range: DayRange): { facts: LoadFact[]; unreadable: number } {
  const found: ReturnType<typeof loadsOf> = { facts: [], unreadable: 0 }
  for (const { day, rows } of exportDays(select(ledger, range, reportFilterSchema.parse({})))) {
    for (const { id, state, amount, currency, unreadable } of rows) {
      if (unreadable !== '' || amount === null || currency === null) found.unreadable += 1
      else if (state === 'APPROVED') found.facts.push({ id, day, currency, minor: amount })
    }
  }
  return found
}

function cashFacts(
  journal: JournalReader | null,
  profileId: string,
  start: number,
  end: number,
): Pick<MonthFacts, 'movements' | 'payouts'> {
  const book = journal?.bookFacts
  return {
    movements: (book?.movements(profileId, start, end) ?? []).map((one) => ({
      ...{ id: one.id, day: serviceDay(one.at), shift: one.shiftId, currency: one.currency },
      ...{ minor: one.amount, direction: one.direction, reason: one.reason },
      isOfOthers: one.isOfOthers,
    })),
    payouts: (book?.payouts(profileId, start, end) ?? []).map((one) => ({
      ...{ id: one.saleId, day: serviceDay(one.at), shift: one.shiftId, currency: one.currency },
      ...{ minor: one.amount, direction: one.direction, how: one.how },
    })),
  }
}

/** What was written into the book of credit beside sales: payments by transfer, adjustments, losses. */
function creditEntries(
  journal: JournalReader | null,
  profileId: string,
  start: number,
  end: number,
): MonthFacts['typed'] {
  const lines = journal?.bookFacts.credit(profileId, start, end) ?? []
  return lines.map(({ id, at, currency, amount: minor, ...line }) => ({
    ...{ id, day: serviceDay(at), currency },
    postings: creditPostings({ ...line, minor }),
  }))
}

function shiftFacts(
  journal: JournalReader | null,
  profileId: string,
  start: number,
  end: number,
): Pick<MonthFacts, 'openings' | 'closes'> {
  if (!journal) return { openings: [], closes: [] }
  const first = journal.bookFacts.firstShift(profileId)
  const openings = journal.bookFacts.shiftsOpened(profileId, start, end).flatMap((id) => {
    const shift = journal.shifts.shift(id)
    if (!shift) return []
    const day = serviceDay(shift.openedAt)
    const due = new Map(shift.follows?.due.map(({ currency, minor }) => [currency, minor]))
    const base = new Map(shift.base.map((count) => [count.currency, countTotal(count).minor]))
    return [...new Set([...base.keys(), ...due.keys()])].map((currency): OpeningFact => ({
      ...{ shift: id, day, currency, base: base.get(currency) ?? 0, isFirst: id === first },
      due: shift.follows ? (due.get(currency) ?? 0) : null,
    }))
  })
  const closes = journal.shifts
    .closedBetween(profileId, start, end)
    .flatMap(({ shift, at, drawers }) =>
      drawers.flatMap(({ currency, counted, difference }): CloseFact[] =>
        counted && difference
          ? [
              {
                ...{ shift: shift.id, day: serviceDay(at), currency },
                ...{ counted: counted.minor, difference: difference.minor },
              },
            ]
          : [],
      ),
    )
  return { openings, closes }
}
