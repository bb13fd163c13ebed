import { units } from '../../money.ts'
import { invalid } from '../checks.ts'
import { sentText } from '../data.ts'
import { selectField } from '../fields.ts'
import { hiddenInput, moneyInput, quotedInputs } from '../inputs.ts'
import type { WireInput } from '../types.ts'
import type { Data } from '../types.ts'

/** What may be paid of a debt, in minor units (contract 4a). */
export interface Debt {
  minimum: number
  total: number
}

const ON_CHANGE =
  "if (customerPaymentType == '1') { amount = amount_1 } " +
  "else if (customerPaymentType == '2') { amount = amount_2 } else { amount = 0 }"

/** Minimum, total or a different value. */
export const PAYMENT_TYPE = selectField('customerPaymentType', 'Tipo de pago', [
  { label: 'Pago mínimo', value: '1' },
  { label: 'Pago total', value: '2' },
  { label: 'Otro valor', value: '3' },
])

/** What is paid with the type chosen so far; `other` where it is a different value. */
export function amountByType(data: Data, { minimum, total }: Debt, other: number): number {
  const type = sentText(data, 'customerPaymentType')
  return type === '1' ? minimum : type === '2' ? total : other
}

/** The choice, the value that follows it, and between them whatever else the quote returns. */
export const paymentInputs = (data: Data, debt: Debt, amount: number): WireInput[] => [
  ...quotedInputs([PAYMENT_TYPE], data, false).map((input) => ({ ...input, onChange: ON_CHANGE })),
  moneyInput(amount, false),
  hiddenInput('amount_1', units(debt.minimum)),
  hiddenInput('amount_2', units(debt.total)),
]

/** Throws 400 when the amount is not what the chosen type pays. */
export function requirePayment(data: Data, { minimum, total }: Debt, amount: number): void {
  const type = sentText(data, 'customerPaymentType')
  if (type === '1' && amount !== minimum)
    throw invalid('amount', `El pago mínimo es ${units(minimum)}`)
  if (type === '2' && amount !== total) throw invalid('amount', `El pago total es ${units(total)}`)
  if (amount <= 0 || amount > total)
    throw invalid('amount', 'El valor debe ser mayor que cero y no superar el pago total')
}
