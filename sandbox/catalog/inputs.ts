import { units } from '../money.ts'
import { sentText } from './data.ts'
import type { Data } from './types.ts'
import type { AmountRule, Field, WireInput, Product } from './types.ts'

/** The amount as the first form asks for it. */
export function amountInput(rule: AmountRule): WireInput[] {
  if (rule.kind === 'billed') return []
  if (rule.kind === 'choice')
    return [
      {
        type: 'select',
        label: 'Valor',
        name: 'amount',
        icon: 'price',
        options: rule.values.map((value) => ({
          label: `$ ${units(value).toLocaleString('es-CO')}`,
          value: String(units(value)),
        })),
        required: true,
      },
    ]
  const amount: WireInput = {
    type: 'amount',
    label: 'Valor',
    name: 'amount',
    icon: 'price',
  }
  return [rule.kind === 'fixed' ? { ...amount, value: units(rule.value), disabled: true } : amount]
}

/** Fields as the first form shows them: cellphones carry the four keys seen in the live service. */
export function formInputs(fields: readonly Field[]): WireInput[] {
  return fields.map(({ input }) => {
    if (input.type !== 'cellphone' || input.required === false) return { ...input }
    const { type, label, name, icon } = input
    return icon === undefined ? { type, label, name } : { type, label, name, icon }
  })
}

/** Fields as a quote gives them back, with the values that were sent. */
export function quotedInputs(fields: readonly Field[], data: Data, disabled: boolean): WireInput[] {
  return fields.map(({ input }) => ({
    required: true,
    ...input,
    value: sentText(data, input.name),
    disabled: input.disabled ?? disabled,
  }))
}

/** The money input of a quote. */
export function moneyInput(amount: number, disabled: boolean): WireInput {
  return {
    name: 'amount',
    type: 'money',
    label: 'Valor a pagar',
    value: units(amount),
    required: true,
    disabled,
    icon: 'price',
  }
}

/** A hidden value that the sale must send back. */
export function hiddenInput(
  name: string,
  value: Exclude<WireInput['value'], undefined>,
): WireInput {
  const origin = typeof value === 'object' ? { origin: 'object' as const } : {}
  return { name, type: 'hidden', label: '', value, required: false, payloadSell: true, ...origin }
}

/** The receiver's name, shown but not to be changed. */
export function nameInput(value: string): WireInput {
  return {
    name: 'name_client',
    type: 'text',
    label: 'Nombre del titular',
    value,
    required: false,
    disabled: true,
    payloadSell: true,
  }
}

/** What a quote says the charge is, from the product alone. */
export const charges = (product: Product) => ({ cost: product.cost, incentive: product.incentive })
