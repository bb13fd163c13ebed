import { currencyOfCountry, money, type Money } from '../money/money.ts'
import { serviceDay } from '../time/dates.ts'
import { hasCheckDigit } from './check-digit.ts'
import { dueDay, isElement, minorOf, printed, type Element } from './elements.ts'

/** What the barcode of a Colombian utility bill says (GS1-128). */
export interface Bill {
  /** Who is paid: the 13 digits of AI 415. */
  payee: string
  /** Whether the payee's number ends in its check digit. */
  payeeHolds: boolean
  /** At least one. */
  references: string[]
  /** null: not printed; the quote says it. What the quote says outranks what is printed. */
  amount: Money | null
  /** `YYYY-MM-DD`, or null when it is not printed. */
  due: string | null
  /** The elements as they are printed under the bars. */
  text: string
}

/** What these elements say, or null when they are no bill: no payee, no reference, or two amounts or dates. */
export function billOf(elements: readonly Element[]): Bill | null {
  const of = (test: (ai: string) => boolean) => elements.filter(({ ai }) => test(ai))
  const payees = of((ai) => ai === '415')
  const references = of((ai) => ai === '8020')
  const amounts = of((ai) => /^390\d$/.test(ai))
  const dates = of((ai) => ai === '96' || ai === '12')
  const [payee] = payees
  if (!payee || payees.length > 1 || references.length === 0) return null
  if (amounts.length > 1 || dates.length > 1) return null
  if (![...payees, ...references, ...amounts].every(isElement)) return null
  const minor = amounts[0] ? minorOf(amounts[0]) : null
  return {
    payee: payee.value,
    payeeHolds: hasCheckDigit(payee.value),
    references: references.map(({ value }) => value),
    amount: minor === null || minor === 0 ? null : money(minor, currencyOfCountry.CO),
    // 96 is for a company's own use: what is no date there is none.
    due: dates[0] ? dueDay(dates[0]) : null,
    text: printed(elements),
  }
}

/** Why a bill wants a second look before it is paid. */
export type BillWarning = 'check-digit' | 'past-due'

/** What to warn of at the moment `now` (epoch ms): days end at UTC-5. */
export function billWarnings(bill: Bill, now: number): BillWarning[] {
  return [
    ...(bill.payeeHolds ? [] : ['check-digit' as const]),
    ...(bill.due !== null && serviceDay(now) > bill.due ? ['past-due' as const] : []),
  ]
}
