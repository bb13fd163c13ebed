import { computed } from 'vue'
import type { CallOutput } from '../../../shared/contract/index.ts'
import { call, useEvent } from '../../bridge/client.ts'
import { useAnswer } from '../../ui/action.ts'

const none: CallOutput<'catalog.changes'> = { changes: [], more: 0 }

/** What changed of the catalog since yesterday; goes on with it. */
export function useChanges() {
  const { answer, ...load } = useAnswer(() => call('catalog.changes', {}), none)
  useEvent('catalog.changed', () => void load.run())
  const count = computed(() => answer.value.changes.length + answer.value.more)
  return { answer, count, load }
}
