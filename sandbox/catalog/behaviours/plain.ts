import { amountProblem, fieldProblem, invalid, requireAmount, requireFields } from '../checks.ts'
import { sentText } from '../data.ts'
import { amountInput, charges, formInputs, moneyInput, quotedInputs } from '../inputs.ts'
import { parseAmount } from '../../money.ts'
import type { Behaviour, Data } from '../types.ts'
import type { WireInput, Product } from '../types.ts'

const fixedValue = (product: Product) =>
  product.amount.kind === 'fixed' ? product.amount.value : undefined

/** The amount of a quote: a select again where only some values can be sold. */
function amountOf(product: Product, data: Data): WireInput {
  const [select] = product.amount.kind === 'choice' ? amountInput(product.amount) : []
  if (select !== undefined) return { ...select, value: sentText(data, 'amount'), disabled: false }
  const fixed = fixedValue(product)
  return moneyInput(fixed ?? parseAmount(data.amount) ?? 0, fixed !== undefined)
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
    const fixed = fixedValue(product)
    return {
      inputs: [...quotedInputs(product.fields, data, false), amountOf(product, data)],
      amountEditable: fixed === undefined,
      ...charges(product),
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
