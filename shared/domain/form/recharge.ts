import { isAmount } from './form-fields.ts'
import type { InputDescriptor } from './form.ts'
import { minorFromDecimal, type Country } from '../money/money.ts'

/** The values that have keys where neither the owner nor the shop's sales say others, in minor units. */
export const usualRecharges: Readonly<Record<Country, readonly number[]>> = {
  CO: [200_000, 500_000, 1_000_000, 2_000_000],
  EC: [100, 300, 500, 1_000],
}

/** What of a form makes its product a top-up: the fields of the phone and of the value. */
export interface RechargeFields {
  phone: string
  amount: string
  /** The only values that the service takes, in minor units; null: any. */
  allowed: readonly number[] | null
}

/**
 * The two fields of a top-up, or null for the form of anything else: a phone, a value, and nothing more that a person
 * fills. Only the service's descriptors say so (contract, Input descriptor); no name of a product does.
 */
export function rechargeFields(inputs: readonly InputDescriptor[]): RechargeFields | null {
  const open = inputs.filter(({ type, disabled }) => type !== 'hidden' && !disabled)
  const phone = open.find(({ type }) => type === 'cellphone')
  const amount = open.find((input) => input !== phone && isAmount(input))
  if (open.length !== 2 || !phone || !amount) return null
  const values = amount.options.flatMap(({ value }) => minorFromDecimal(value) ?? [])
  const isChoice = amount.type === 'select'
  if (isChoice && values.length === 0) return null
  return { phone: phone.name, amount: amount.name, allowed: isChoice ? values : null }
}
