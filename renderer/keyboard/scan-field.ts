/** A field that keys can write into. */
export type WritableField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function writableOf(target: EventTarget | null): WritableField | null {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  return isField && !target.disabled ? target : null
}

/** A field as it stood before a scanner wrote into it. */
export interface FieldMemory {
  field: WritableField
  restore(): void
}

/** Remembers what stands in a field, with the cursor. */
export function rememberField(field: WritableField): FieldMemory {
  const { value } = field
  const [start, end] = selectionOf(field)
  return {
    field,
    restore: () => {
      if (field.value === value) return
      field.value = value
      if (start !== null && !(field instanceof HTMLSelectElement)) {
        field.setSelectionRange(start, end)
      }
      tell(field)
    },
  }
}

/** Writes a text at the cursor, as if it had been typed. */
export function writeInto(field: WritableField, text: string): void {
  if (field instanceof HTMLSelectElement) return
  const [start, end] = selectionOf(field)
  if (start === null) field.value += text
  else field.setRangeText(text, start, end ?? start, 'end')
  tell(field)
}

/** Writes a text in the place of what stood there. */
export function refill(field: WritableField, text: string): void {
  field.value = text
  tell(field)
}

/** Whether a field is there to be read into by a scanner: it says so by `data-scan`. */
export const takesScans = (field: WritableField): boolean => 'scan' in field.dataset

/** Fields of numbers and addresses have no cursor to read. */
function selectionOf(field: WritableField): [number | null, number | null] {
  if (field instanceof HTMLSelectElement) return [null, null]
  return [field.selectionStart, field.selectionEnd]
}

function tell(field: WritableField): void {
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement)
    field.dispatchEvent(new Event('change', { bubbles: true }))
}
