import type { Direction } from '../../../../../shared/domain/money/money.ts'
import type { ProductNature } from '../../../../../shared/domain/sale/product-setting.ts'
import type { LineHint, LineKind } from '../../../../../shared/domain/sale/reconciliation.ts'
import type { SaleState } from '../../../../../shared/domain/sale/sale.ts'
import type { ReportKind } from '../../../../../shared/domain/sale/transaction.ts'

/** The words of a workbook and of a CSV. */
export interface Words {
  summary: string
  /** The title of a file that holds both reports. */
  bookTitle: string
  sheet: Record<ReportKind, string>
  title: Record<ReportKind, string>
  page: string
  of: string
  yes: string
  no: string
  establishment: string
  address: string
  businessPhone: string
  profile: string
  period: string
  /** "2026-10-01 to 2026-10-31" */
  range: (from: string, to: string) => string
  madeAt: string
  fetchedAt: string
  filter: string
  noFilter: string
  onlyUnreadable: string
  completeness: string
  complete: string
  completeForNow: (days: number) => string
  missing: (days: number) => string
  saturated: (days: number) => string
  unlisted: (sales: number) => string
  unreadable: (rows: number) => string
  noJournal: string
  noCommissions: string
  day: string
  days: { missing: string; saturated: string; provisional: string; moving: string }
  rows: string
  amount: string
  approved: string
  total: string
  status: string
  product: string
  category: string
  noProduct: string
  byStatus: string
  byProduct: string
  byDay: string
  time: string
  id: string
  productId: string
  currency: string
  original: string
  reference: string
  cost: string
  commission: string
  cashier: string
  cash: string
  nature: string
  directions: Record<Direction | 'none', string>
  natures: Record<ProductNature | 'none', string>
  states: Record<SaleState, string>
  /** How this register always sold it, where the owner did not say. */
  asSoldHere: (direction: string) => string
  flowTitle: string
  cashIn: string
  cashOut: string
  net: string
  unclassified: string
  unclassifiedHelp: string
  natureTitle: string
  natureHelp: string
  taxTitle: string
  taxRate: string
  taxBase: string
  tax: string
  taxHelp: string
  balance: {
    sheet: string
    title: string
    help: string
    unclassifiedHelp: string
    loads: string
    noLoads: string
    /** Day, start, its origin, loads, sales, withdrawals, costs, commissions, calculated, observed, difference, unclassified, unsettled, proven. */
    columns: readonly string[]
    unobserved: string
    origin: { observed: string; calculated: string }
    habits: {
      none: string
      evidence: (sales: number) => string
      costTaken: string
      costNotTaken: string
      paid: string
      apart: string
      raises: string
      raisesNot: string
      rest: string
    }
  }
  commissions: {
    sheet: string
    title: string
    help: string
    /** Day, sales, quoted sales, quoted, observed, difference, origin of the quoted, origin of the observed. */
    columns: readonly string[]
    fromQuotes: string
    fromProfits: string
    byProduct: string
    quotedSales: string
    quoted: string
    tip: string
    tipHelp: string
    /** Under the observed sum: of how many days it is. */
    observedDays: (seen: number, all: number) => string
  }
  reconciliation: {
    sheet: string
    title: string
    help: string
    wholePeriod: string
    elsewhereSummed: string
    onlyHereSummed: string
    outcome: string
    oursAmount: string
    theirsAmount: string
    nothing: string
    kinds: Record<LineKind, string>
    hints: Record<Exclude<LineHint, 'none'>, string>
    /** Time, outcome, product, reference, our amount and state, their amount and status, difference, currency, ids, cashier, proven. */
    columns: readonly string[]
  }
  shifts: {
    sheet: string
    title: string
    help: string
    /** Z, cashier, opened, closed, currency, float, sales, in, handed out, out, given back, expected, unconfirmed, counted, difference, note. */
    columns: readonly string[]
  }
  audit: {
    sheet: string
    title: string
    control: string
    sum: string
    recipeTitle: string
    recipe: readonly string[]
    changes: string
    firstExport: string
    noChanges: string
    lastMade: string
    lastFile: string
    added: string
    removed: string
    changed: string
    /** Id, what, then time, product, status and amount before and now. */
    changeColumns: readonly string[]
    answers: string
    answersHelp: readonly string[]
    /** From, to, rows, full, how often, first and last time, proven days, full day, reading of the end. */
    answerColumns: readonly string[]
    ends: { inclusive: string; exclusive: string }
  }
}
