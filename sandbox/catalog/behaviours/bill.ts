import { hash } from '../../random.ts'
import { invalid, requireAmount, requireDue, requireFields, requireInquiry } from '../checks.ts'
import { sentText } from '../data.ts'
import { charges, formInputs, hiddenInput, moneyInput, nameInput, quotedInputs } from '../inputs.ts'
import { nameFor } from '../people.ts'
import type { Field, Product } from '../types.ts'
import type { Behaviour, Data } from '../types.ts'

/** Contact data is not part of what is looked up. */
const isKey = ({ input }: Field) => input.name !== 'customerCellphone'

const keyOf = (product: Product, data: Data) =>
  [product.id, ...product.fields.filter(isKey).map(({ input }) => sentText(data, input.name))].join(
    '|',
  )

/** A barcode may carry its value, in the element (3900) or (3902) of the standard. */
function valueInBarcode(data: Data): number | undefined {
  const match = /\(390([02])\)(\d{6,14})/.exec(sentText(data, 'barcode'))
  if (match === null) return undefined
  return match[1] === '2' ? Number(match[2]) : Number(match[2]) * 100
}

/** What is due, in minor units: always the same for the same reference. */
function dueFor(product: Product, data: Data): number {
  const carried = valueInBarcode(data)
  if (carried !== undefined) return carried
  const rule = product.amount
  if (rule.kind !== 'billed') throw new Error(`product ${product.id} is not billed`)
  const step = product.country === 'CO' ? 5000 : 1
  const steps = Math.floor((rule.max - rule.min) / step) + 1
  return rule.min + (hash(`due ${keyOf(product, data)}`) % steps) * step
}

const queryId = (product: Product, data: Data) => hash(`query ${keyOf(product, data)}`)

/**
 * Products whose value is looked up: bills, payroll forms, prizes.
 * `proof` makes the sale send back the inquiry's number (`id_query`).
 */
export function bill(proof: boolean): Behaviour {
  return {
    form: (product) => formInputs(product.fields),
    quote(product, data) {
      requireInquiry(product.fields.filter(isKey), data)
      const due = dueFor(product, data)
      const editable = product.amount.kind === 'billed' && product.amount.editable
      return {
        inputs: [
          ...quotedInputs(product.fields.filter(isKey), data, true),
          ...quotedInputs(
            product.fields.filter((field) => !isKey(field)),
            data,
            false,
          ),
          moneyInput(due, !editable),
          nameInput(nameFor(keyOf(product, data))),
          ...(proof ? [hiddenInput('id_query', queryId(product, data))] : []),
        ],
        amountEditable: editable,
        ...charges(product),
        error: null,
      }
    },
    check(product, data) {
      requireFields(product.fields, data)
      if (proof && sentText(data, 'id_query') !== String(queryId(product, data)))
        throw invalid('id_query', 'Consulte el valor antes de vender: la consulta no coincide')
      const amount = requireAmount(data)
      const editable = product.amount.kind === 'billed' && product.amount.editable
      requireDue(amount, dueFor(product, data), editable, product.country)
      return amount
    },
  }
}
