import { minor, units } from '../../money.ts'
import { invalid, requireAmount, requireFields } from '../checks.ts'
import { sentText } from '../data.ts'
import { charges, formInputs, moneyInput, quotedInputs } from '../inputs.ts'
import { selectField } from '../fields.ts'
import type { Field, WireInput, Option } from '../types.ts'
import type { Behaviour, Data } from '../types.ts'

export interface Plan {
  value: string
  label: string
  /** Price in whole or decimal units of the currency. */
  price: number
  months: number
}

/** The select of the plans; each option sets the amount, the months and the plan's name. */
function planField(plans: [Plan, ...Plan[]]): Field {
  const option = (plan: Plan): Option => ({
    label: plan.label,
    value: plan.value,
    eval: [`amount = ${plan.price}`, `months = ${plan.months}`, `planName = '${plan.label}'`],
  })
  const [first, ...rest] = plans
  return selectField('plan', 'Plan', [option(first), ...rest.map(option)])
}

const set = (plan: Plan | undefined): WireInput[] => [
  { name: 'months', type: 'hidden', label: '', value: plan?.months ?? 0, required: false },
  { name: 'planName', type: 'hidden', label: '', value: plan?.label ?? '', required: false },
]

/** Products sold by plan, whose options carry `eval`. */
export function planned(plans: [Plan, ...Plan[]]): Behaviour {
  const field = planField(plans)
  const chosen = (data: Data) => plans.find((plan) => plan.value === sentText(data, 'plan'))
  return {
    form: (product) => [
      ...formInputs(product.fields),
      { ...field.input },
      ...set(undefined),
      { type: 'amount', label: 'Valor', name: 'amount', icon: 'price', value: 0, disabled: true },
    ],
    quote(product, data) {
      const plan = chosen(data)
      return {
        inputs: [
          ...quotedInputs([...product.fields, field], data, false),
          ...set(plan),
          moneyInput(minor(plan?.price ?? 0), true),
        ],
        amountEditable: false,
        ...charges(product),
        error: sentText(data, 'plan') !== '' && plan === undefined ? field.message : null,
      }
    },
    check(product, data) {
      requireFields([...product.fields, field], data)
      const amount = requireAmount(data)
      const price = minor(chosen(data)?.price ?? 0)
      if (amount !== price) throw invalid('amount', `El plan elegido vale ${units(price)}`)
      return amount
    },
  }
}
