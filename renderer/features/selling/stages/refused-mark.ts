import { ref, watch, type Ref } from 'vue'
import type { AppError, ErrorCode } from '../../../../shared/errors.ts'
import type { InputDescriptor } from '../../../../shared/domain/form/form.ts'
import type { Draft } from '../draft.ts'
import { useDrafts } from '../drafts.ts'
import { ofAmount, refusedField } from '../refused-field.ts'

/** Those that speak of what was typed. */
const ofContent: readonly ErrorCode[] = [
  ...(['SERVICE_REFUSED', 'SERVICE_NOT_FOUND', 'QUOTE_REFUSED', 'FORM_INCOMPLETE'] as const),
  ...ofAmount,
]

/**
 * Which field a refusal speaks of: it looks wrong until what stands in it is changed, where the refusal names it
 * or its kind. `fieldOf` is where the keyboard goes, also where none is named.
 */
export function useRefusedMark(draft: () => Draft, inputs: Readonly<Ref<InputDescriptor[]>>) {
  const drafts = useDrafts()
  const mark = ref<{ name: string; text: string | undefined } | null>(null)
  const textOf = (name: string) => drafts.form?.values[name]
  const fieldOf = (error: AppError, last: string | null) => refusedField(inputs.value, error, last)
  watch(
    () => draft().error,
    (error) => {
      const name = error && ofContent.includes(error.code) ? fieldOf(error, null) : null
      mark.value = name === null ? null : { name, text: textOf(name) }
    },
    { immediate: true },
  )
  const isRefused = (name: string) => mark.value?.name === name && mark.value.text === textOf(name)
  return { isRefused, fieldOf }
}
