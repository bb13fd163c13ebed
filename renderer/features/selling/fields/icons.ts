import type { InputDescriptor } from '../../../../shared/domain/form/form.ts'
import { kindOf, type FieldKind } from '../field-text.ts'

/** The service names icons by words of its own; those known are drawn, others get their kind's. */
const byName = new Map([
  ['cellphone', 'i-lucide-smartphone'],
  ['price', 'i-lucide-banknote'],
  ['document', 'i-lucide-id-card'],
  ['email', 'i-lucide-mail'],
  ['reference', 'i-lucide-hash'],
  ['barcode', 'i-lucide-barcode'],
  ['account', 'i-lucide-landmark'],
])

const byKind: Partial<Record<FieldKind, string>> = {
  phone: 'i-lucide-smartphone',
  document: 'i-lucide-id-card',
}

export function iconOf(input: InputDescriptor): string | undefined {
  return byName.get(input.icon ?? '') ?? byKind[kindOf(input)]
}
