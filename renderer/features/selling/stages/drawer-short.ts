import { computed, ref, watch, type ComputedRef } from 'vue'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { useEvent } from '../../../bridge/client.ts'
import type { Draft } from '../draft.ts'
import { useDrafts } from '../drafts.ts'

const codes: readonly ErrorCode[] = ['CASH_SHORT', 'CASH_SHORT_BY']

/** Whether what stands in the form was refused for want of cash: until that or the drawer changes it would be again. */
export function useDrawerShort(draft: () => Draft): ComputedRef<boolean> {
  const drafts = useDrafts()
  const asked = computed(() => JSON.stringify(drafts.form?.values ?? null))
  const refused = ref<string | null>(null)
  watch(
    () => draft().error,
    (error) => (refused.value = error && codes.includes(error.code) ? asked.value : null),
    { immediate: true },
  )
  useEvent('shift.changed', () => (refused.value = null))
  return computed(() => refused.value === asked.value)
}
