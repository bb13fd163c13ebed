import { tryOnScopeDispose, useDebounceFn } from '@vueuse/core'
import { ref } from 'vue'
import type { CallOutput } from '../../../shared/contract/index.ts'
import { call, on } from '../../bridge/client.ts'
import { useLoad } from '../../ui/action.ts'

/** What is owed to customers and what was given, kept current while the part of the screen that asks is there. */
export function useOwed() {
  const owed = ref<CallOutput<'shift.owed'> | null>(null)
  const load = useLoad(
    () => call('shift.owed', {}),
    (answer) => (owed.value = answer),
  )
  const soon = useDebounceFn(() => load.run(), 150)
  tryOnScopeDispose(on('shift.changed', () => void soon()))
  tryOnScopeDispose(on('selling.changed', () => void soon()))
  void load.run()
  return { owed, load }
}
