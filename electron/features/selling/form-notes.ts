import type { FormLogic } from '../../../shared/domain/form/field-scripts.ts'
import { inputTypeSchema, type InputDescriptor } from '../../../shared/domain/form/form.ts'
import { readDefault } from '../../../shared/domain/form/payload-defaults.ts'

/** Notes what a service says of its forms and nobody here knows, for whoever helps the shop later. */
export interface FormNotes {
  /** A form came, and with a quote's its DefaultPayload. */
  form(
    productId: string,
    inputs: readonly InputDescriptor[],
    defaultPayload?: readonly string[],
  ): void
  /** Fields whose logic could not run. */
  refused(productId: string, refused: FormLogic['refused']): void
}

/** More different ones than any service has; then the log says no more of them. */
const mostNotes = 500

/** Makes the notes of one run: each thing is noted once. */
export function createFormNotes(note: (text: string) => void): FormNotes {
  const noted = new Set<string>()

  function once(productId: string, what: string): void {
    const text = `form of product ${clip(productId)}: ${what}`
    if (noted.has(text) || noted.size >= mostNotes) return
    noted.add(text)
    note(text)
  }

  return {
    form(productId, inputs, defaultPayload = []) {
      for (const input of inputs) {
        for (const unknown of unknownOf(input)) once(productId, `${clip(input.name)}: ${unknown}`)
      }
      const unread = defaultPayload.filter((item) => readDefault(item) === null).length
      if (unread > 0) once(productId, `${unread} items of DefaultPayload are not read and not sent`)
    },
    refused(productId, refused) {
      for (const [name, { reason, detail }] of refused) {
        once(productId, `${clip(name)}: its logic did not run: ${reason} ${clip(detail)}`)
      }
    },
  }
}

/** What the contract does not show of a field, and what is done about it. */
function unknownOf({ rawType, view, origin, preQueryProcess }: InputDescriptor): string[] {
  const found: string[] = []
  if (!inputTypeSchema.safeParse(rawType.trim()).success) {
    found.push(`unknown type "${clip(rawType)}", drawn as text`)
  }
  if (view !== null && view !== 'query') found.push(`unknown view "${clip(view)}", left aside`)
  if (origin !== null && origin !== 'object') {
    found.push(`unknown origin "${clip(origin)}", left aside`)
  }
  if (preQueryProcess !== null && preQueryProcess.method !== 'start') {
    found.push(`unknown preQueryProcess method "${clip(preQueryProcess.method)}", taken as start`)
  }
  return found
}

/** A word of the service's, short enough for a log and on one line. */
function clip(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60)
}
