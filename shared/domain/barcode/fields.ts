import { isAmount, labelOf } from '../form/form-fields.ts'
import type { InputDescriptor } from '../form/form.ts'
import { decimalFromMinor } from '../money/money.ts'
import { foldText } from '../text/fold-text.ts'
import type { Bill } from './bill.ts'

/** What a scan gives to a form: a bill whose reading is certain, or a plain code. */
export type ScannedCode = { kind: 'bill'; bill: Bill } | { kind: 'plain'; text: string }

/** The codes that a reference can be filled with, in their order. */
export function referencesOf(code: ScannedCode): readonly string[] {
  return code.kind === 'bill' ? code.bill.references : [code.text]
}

/** A field that takes the barcode whole. Our reading: by its name, as the contract has no type for it. */
function isBarcodeField({ name }: InputDescriptor): boolean {
  return /barcode|bar_code|codigo_?de_?barras|codigo_?barras/i.test(name)
}

/**
 * A field that takes a bill's reference. Our reading: `reference` as the service's examples have it, else by
 * the words with which bills name it.
 */
function isReferenceField(input: InputDescriptor): boolean {
  if (input.type !== 'text') return false
  if (/^reference|^referencia/i.test(input.name)) return true
  return /\b(referencia|reference|contrato|factura|invoice|bill|poliza|nic|nie|cupon)\b/.test(
    foldText(`${input.name} ${labelOf(input)}`),
  )
}

/** How a barcode stands in a field that takes it whole. Our reading: as it is printed under the bars. */
function barcodeFieldText(code: ScannedCode): string {
  return code.kind === 'bill' ? code.bill.text : code.text
}

/** A field with the machine text that a scan fills it with. */
export interface FilledField {
  name: string
  text: string
}

/**
 * What a scan fills of the fields that a person may write in; empty when none takes it. The printed amount is
 * filled too: what the service quotes outranks it.
 */
export function scannedFields(
  inputs: readonly InputDescriptor[],
  code: ScannedCode,
): FilledField[] {
  const open = inputs.filter(({ disabled, type }) => !disabled && type !== 'hidden')
  const barcode = open.find(isBarcodeField)
  const references = open.filter((input) => !isBarcodeField(input) && isReferenceField(input))
  // The field of that very name comes first, whatever stands before it in the form.
  references.sort((a, b) => Number(b.name === 'reference') - Number(a.name === 'reference'))
  const texts = referencesOf(code)
  const filled = [
    ...(barcode ? [{ name: barcode.name, text: barcodeFieldText(code) }] : []),
    ...references.flatMap(({ name }, index): FilledField[] => {
      const text = texts[index]
      return text === undefined ? [] : [{ name, text }]
    }),
  ]
  const amount = code.kind === 'bill' ? code.bill.amount : null
  const amountField = open.find((input) => input.name === 'amount' && isAmount(input))
  if (filled.length === 0 || !amount || !amountField) return filled
  return [...filled, { name: amountField.name, text: decimalFromMinor(amount.minor) }]
}
