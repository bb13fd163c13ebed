import type { FormValues } from './form.ts'

/**
 * A loan's reference that is a card number becomes its first six and last four digits, as the service
 * wants it (contract, 4a) and before anything else sees it. Other values stay as they are.
 */
export function cutCardReference(values: FormValues): FormValues {
  if (values['customerQueryType'] !== '1') return values
  const digits = (values['reference'] ?? '').replace(/[\s\u00a0-]/g, '')
  if (!/^\d{11,19}$/.test(digits)) return values
  return { ...values, reference: digits.slice(0, 6) + digits.slice(-4) }
}
