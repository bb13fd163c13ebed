import { tryOnScopeDispose, useDebounceFn } from '@vueuse/core'
import { ref } from 'vue'
import type { ShiftState } from '../../shared/contract/shift.ts'
import { useLoad } from '../ui/action.ts'
import { call, on } from './client.ts'

/**
 * The drawer as the main process tells it, kept current while the part of the screen that asks is there; `figures`
 * false: only whether a shift is open, which no sale changes. `shiftId`: that of another's open shift.
 */
export function useShiftState({
  figures = true,
  shiftId,
}: { figures?: boolean; shiftId?: string | undefined } = {}) {
  const state = ref<ShiftState | null>(null)
  const { error, run: load } = useLoad(
    () => call('shift.state', { shiftId }),
    (answer) => (state.value = answer),
  )

  const soon = useDebounceFn(load, 150)
  for (const event of ['shift.changed', 'people.changed', 'settings.changed'] as const) {
    tryOnScopeDispose(on(event, () => void load()))
  }
  tryOnScopeDispose(on('connection.changed', () => void soon()))
  if (figures) tryOnScopeDispose(on('selling.changed', () => void soon()))
  void load()
  return { state, error, load }
}
