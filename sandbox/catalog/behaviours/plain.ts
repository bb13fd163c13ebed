import { profitOf } from '../amounts.ts'
import { amountProblem, fieldProblem, invalid, requireAmount, requireFields } from '../checks.ts'
import { sentText } from '../data.ts'
import { amountInput, formInputs, moneyInput, quotedInputs } from '../inputs.ts'
import { parseAmount } from '../../money.ts'
import type { Behaviour, Data } from '../types.ts'
import type { WireInput, Product } from '../types.ts'

/** The amount of a quote in minor units, where one is fixed or was sent. */
const valueOf = (product: Product, data: Data) =>
  product.amount.kind === 'fixed' ? product.amount.value : parseAmount(data.amount)

/** The product's own incentive, or what the amount earns by its commission; null while nothing is known of it. */
function incentiveOf(product: Product, data: Data): number | null {
  const value = valueOf(product, data)
  return product.incentive ?? (value === undefined ? null : profitOf(product, value))
}

/** The amount of a quote: a select again where only some values can be sold. */
function amountOf(product: Product, data: Data): WireInput {
  const [select] = product.amount.kind === 'choice' ? amountInput(product.amount) : []
  if (select !== undefined) return { ...select, value: sentText(data, 'amount'), disabled: false }
  return moneyInput(valueOf(product, data) ?? 0, product.amount.kind === 'fixed')
}

/** What a quote says in `Error.message`: only about fields that were sent. */
function complaint(product: Product, data: Data): string | null {
  const sent = product.fields.filter((field) => sentText(data, field.input.name) !== '')
  const problem = fieldProblem(sent, data)
  if (problem) return problem.message
  if (data.amount === undefined || data.amount === '') return null
  const amount = parseAmount(data.amount)
  if (amount === undefined) return 'El valor no es un número válido'
  return amountProblem(product.amount, amount, product.country) ?? null
}

/** Products that need no inquiry: what is typed is what is sold. */
export const plain: Behaviour = {
  form: (product) => [...formInputs(product.fields), ...amountInput(product.amount)],
  quote(product, data) {
    return {
      inputs: [...quotedInputs(product.fields, data, false), amountOf(product, data)],
      amountEditable: product.amount.kind !== 'fixed',
      cost: product.cost,
      incentive: incentiveOf(product, data),
      error: complaint(product, data),
    }
  },
  check(product, data) {
    requireFields(product.fields, data)
    const amount = requireAmount(data)
    const problem = amountProblem(product.amount, amount, product.country)
    if (problem) throw invalid('amount', problem)
    return amount
  },
}
