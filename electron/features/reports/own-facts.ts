import type { ListedRow, ReportRange, ShownRow } from '../../../shared/contract/reports.ts'
import type { OwnColumn } from '../../../shared/domain/report/columns.ts'
import type { DayRange } from '../../../shared/domain/time/range.ts'
import type { BookSale } from '../../store/sales/book-sales.ts'
import { unlessFailed } from '../../store/sqlite/sqlite-errors.ts'

/** What a register's journal says of its own sales among a report's rows, or a mirror of all of theirs, as who asks may know it. */
export interface OwnFacts {
  /** The sales that some records of the service are known to be, by record; null where the journal cannot be read. */
  salesOf: (records: readonly string[]) => ReadonlyMap<string, BookSale> | null
  /** Whether it made a sale of these days that the service has. */
  hasSales: (days: DayRange) => boolean
  /** Whether sales have a cashier: else one person works here alone. */
  hasCashiers: () => boolean
  /** See shared/domain/drawer, mayKnowDrawer. */
  mayKnowDrawer: () => boolean
  /** In a report over several registers, which one made a sale (its id), by its code; '': none that is here. */
  registerOf?: (sale: string) => string
}

/** Which columns of own sales a report has: none that would be empty in every row. */
export function ownColumnsOf(
  facts: OwnFacts | undefined,
  { kind, from, to }: ReportRange,
): OwnColumn['id'][] {
  if (!facts || kind !== 'sales' || unlessFailed(() => facts.hasSales({ from, to })) !== true)
    return []
  return [
    ...(facts.registerOf ? (['register'] as const) : []),
    ...(facts.hasCashiers() ? (['cashier'] as const) : []),
    ...(facts.mayKnowDrawer() ? (['tender'] as const) : []),
    'customer',
  ]
}

/** Rows beside what is known of them here; `mask`: how what tells who a customer is stands where others may read it. */
export function withOwn(
  rows: readonly ShownRow[],
  facts: OwnFacts | undefined,
  mask: (customer: string, isName: boolean) => string,
): ListedRow[] {
  const records = rows.map(({ id }) => id).filter((id) => id !== '')
  // Rows are the service's: they are shown whatever became of the journal.
  const sales = facts ? unlessFailed(() => facts.salesOf(records)) : null
  const tells = facts?.mayKnowDrawer() === true
  return rows.map((row) => {
    const sale = sales?.get(row.id)
    if (!sale) return { ...row, own: null }
    const of = facts?.registerOf
    const register = of ? unlessFailed(() => of(sale.id)) : null
    const own = ownOf(sale, tells, mask)
    return { ...row, own: register === null ? own : { ...own, register } }
  })
}

function ownOf(
  { cashier, direction, tender, first, via, customer }: BookSale,
  tells: boolean,
  mask: (customer: string, isName: boolean) => string,
): NonNullable<ListedRow['own']> {
  const kinds = first ? [first.tender, tender] : [tender]
  const isName = kinds.includes('credit')
  // Who owes a sale tells how it was paid.
  const isKept = customer === null || (isName && !tells)
  return {
    cashier,
    // Where the cash goes out nobody paid.
    tender: tells && direction === 'in' ? { kinds, via } : null,
    customer: isKept ? null : mask(customer, isName),
  }
}
