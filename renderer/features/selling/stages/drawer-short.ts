import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { InputDescriptor } from '../../../../shared/domain/form/form.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { useEvent } from '../../../bridge/client.ts'
import type { Draft } from '../draft.ts'
import { useDrafts } from '../drafts.ts'
import { kindOf } from '../field-text.ts'

const codes: readonly ErrorCode[] = ['CASH_SHORT', 'CASH_SHORT_BY']

/**
 * What stands in the form was refused for want of cash: until that or the drawer changes it would be again. What the button
 * says of it, by whether a value among its `open` fields can be changed; null: it was not.
 */
export function useDrawerShort(
  draft: () => Draft,
  open: Readonly<Ref<readonly InputDescriptor[]>>,
): ComputedRef<'selling.changeAmount' | 'selling.cashMissing' | null> {
  const drafts = useDrafts()
  const asked = computed(() => JSON.stringify(drafts.form?.values ?? null))
  const refused = ref<string | null>(null)
  watch(
    () => draft().error,
    (error) => (refused.value = error && codes.includes(error.code) ? asked.value : null),
    { immediate: true },
  )
  useEvent('shift.changed', () => (refused.value = null))
  return computed(() => {
    if (refused.value !== asked.value) return null
    const canChange = open.value.some((input) => kindOf(input) === 'money')
    return canChange ? 'selling.changeAmount' : 'selling.cashMissing'
  })
}
