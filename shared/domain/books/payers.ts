import type { SaleFact } from './facts.ts'
import { isSettled, salePostings } from './sale-postings.ts'
import { byText } from './voucher.ts'

/** The document that a payer gave, with its kind as the form has it. */
export interface PayerDocument {
  kind: string
  document: string
}

/** What one payer paid for one third party (a product) in one currency. Minor units. */
export interface PayerLine {
  /** null: of those that are not named one by one, and why. */
  payer: PayerDocument | null
  why: 'named' | 'small' | 'no-document'
  product: string
  currency: string
  count: number
  /** All that was paid, what the service and the shop kept of it included. */
  total: number
  /** What of it was passed on, as the entries have it. */
  passed: number
}

/**
 * Who paid for third parties, by document, as the entries of the same sales have it: sales of products that are
 * collections, whose end is known. Payers of less than `least` (minor units, in all, in a currency) and those of whom no
 * document is known stand in one line for each product: together all lines come to the turnover of Third-party money.
 */
export function payerLines(
  sales: readonly SaleFact[],
  documents: ReadonlyMap<string, PayerDocument>,
  least: number,
): PayerLine[] {
  const lines = new Map<string, PayerLine>()
  for (const sale of sales) {
    if (!isSettled(sale) || sale.direction !== 'in' || sale.nature !== 'collection') continue
    const { product, currency } = sale
    const payer = sale.own === null ? null : (documents.get(sale.id) ?? null)
    const why = payer === null ? 'no-document' : 'named'
    addTo(lines, { payer, why, product, currency, count: 1, ...amountsOf(sale) })
  }
  const inAll = new Map<string, number>()
  for (const line of lines.values()) {
    inAll.set(wholeOf(line), (inAll.get(wholeOf(line)) ?? 0) + line.total)
  }
  const merged = new Map<string, PayerLine>()
  for (const line of lines.values()) {
    const isSmall = line.payer !== null && (inAll.get(wholeOf(line)) ?? 0) < least
    addTo(merged, isSmall ? { ...line, payer: null, why: 'small' } : line)
  }
  return [...merged].toSorted(([one], [other]) => byText(one, other)).map(([, line]) => line)
}

/** Where what a customer pays goes first. */
const tendered: readonly string[] = ['cash', 'wallet', 'credit', 'elsewhere']

/** The rate of tax moves nothing between what was paid and what was passed on. */
function amountsOf(sale: SaleFact): Pick<PayerLine, 'total' | 'passed'> {
  const postings = salePostings(sale, null)
  const of = (end: string) =>
    postings.filter(({ kind }) => kind.endsWith(end)).flatMap((one) => one.postings)
  const sum = (minors: readonly number[]) => minors.reduce((total, minor) => total + minor, 0)
  const collected = of('-collected')
  const paid = collected.filter(({ role }) => tendered.includes(role))
  const backs = collected.filter(({ role }) => role === 'refunds')
  const passed = of('-settled').filter(({ role }) => role === 'third')
  return {
    total: sum([...paid, ...backs].map(({ minor }) => minor)),
    passed: sum(passed.map(({ minor }) => minor)),
  }
}

/** Named ones first. */
const keyOf = ({ payer, why, product, currency }: PayerLine) =>
  [why === 'named' ? 0 : 1, why, currency, payer?.document, payer?.kind, product].join('\n')
const wholeOf = ({ payer, currency }: PayerLine) => [currency, payer?.document].join('\n')

function addTo(lines: Map<string, PayerLine>, line: PayerLine): void {
  const before = lines.get(keyOf(line)) ?? { count: 0, total: 0, passed: 0 }
  lines.set(keyOf(line), {
    ...line,
    count: line.count + before.count,
    total: line.total + before.total,
    passed: line.passed + before.passed,
  })
}
