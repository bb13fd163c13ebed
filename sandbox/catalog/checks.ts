import { ServiceError } from '../http/envelope.ts'
import { minor, parseAmount, units } from '../money.ts'
import type { Data } from './types.ts'
import { sentText } from './data.ts'
import type { AmountRule, ServiceCountry, Field } from './types.ts'

/** What is wrong with the first bad field, or undefined when all are right. */
export function fieldProblem(
  fields: readonly Field[],
  data: Data,
): { field: string; message: string } | undefined {
  for (const { input, pattern, message } of fields) {
    const value = sentText(data, input.name)
    if (value === '') {
      if (input.required === false) continue
      return { field: input.name, message: `Falta el campo ${input.name}: ${message}` }
    }
    if (!pattern.test(value)) return { field: input.name, message }
  }
  return undefined
}

export const invalid = (field: string, message: string) =>
  new ServiceError(400, `validation.${field}`, message)

/** A query that the service rejects: always a 500, by contract. */
export const rejected = (message: string) => new ServiceError(500, 'query.rejected', message)

/** Throws 400 on the first missing or wrong field. */
export function requireFields(fields: readonly Field[], data: Data): void {
  const problem = fieldProblem(fields, data)
  if (problem) throw invalid(problem.field, problem.message)
}

/** Throws 500 when a field that the inquiry needs is missing or wrong. */
export function requireInquiry(fields: readonly Field[], data: Data): void {
  const problem = fieldProblem(fields, data)
  if (problem) throw rejected(problem.message)
}

/** The amount of a payload in minor units; throws 400 when it is missing or no amount. */
export function requireAmount(data: Data): number {
  const value = parseAmount(data.amount)
  if (value === undefined)
    throw invalid('amount', 'El valor debe ser un número con un máximo de dos decimales')
  return value
}

const say = (amount: number, country: ServiceCountry) =>
  units(amount).toLocaleString(country === 'CO' ? 'es-CO' : 'es-EC', {
    style: 'currency',
    currency: country === 'CO' ? 'COP' : 'USD',
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
  })

/** What is wrong with an amount under the product's rule (`billed` is the inquiry's affair). */
export function amountProblem(
  rule: AmountRule,
  amount: number,
  country: ServiceCountry,
): string | undefined {
  if (rule.kind === 'fixed' && amount !== rule.value)
    return `El valor de este producto es ${say(rule.value, country)}`
  if (rule.kind === 'choice' && !rule.values.includes(amount))
    return `El valor debe ser uno de: ${rule.values.map((value) => say(value, country)).join(', ')}`
  if (rule.kind !== 'range') return undefined
  if (amount < rule.min || amount > rule.max)
    return `El valor debe estar entre ${say(rule.min, country)} y ${say(rule.max, country)}`
  if (amount % rule.step !== 0) return `El valor debe ser múltiplo de ${say(rule.step, country)}`
  return undefined
}

/** Checks a paid amount against what an inquiry said is due. */
export function requireDue(
  amount: number,
  due: number,
  editable: boolean,
  country: ServiceCountry,
): void {
  if (editable && amount >= minor(1) && amount <= due) return
  if (!editable && amount === due) return
  throw invalid(
    'amount',
    editable
      ? `El valor no puede superar ${say(due, country)} ni ser menor que ${say(minor(1), country)}`
      : `El valor a pagar es ${say(due, country)}`,
  )
}
