import { useDebounceFn } from '@vueuse/core'
import { useAnswer } from '../ui/action.ts'
import { call, useEvent } from './client.ts'

/**
 * The drawer as the main process tells it, kept current while the part of the screen that asks is there; `figures`
 * false: only whether a shift is open, which no sale changes. `shiftId`: that of another's open shift.
 */
export function useShiftState({
  figures = true,
  shiftId,
}: { figures?: boolean; shiftId?: string | undefined } = {}) {
  const {
    answer: state,
    error,
    run: load,
  } = useAnswer(() => call('shift.state', { shiftId }), null)
  const soon = useDebounceFn(load, 150)
  for (const event of ['shift.changed', 'people.changed', 'settings.changed'] as const) {
    useEvent(event, () => void load())
  }
  useEvent('connection.changed', () => void soon())
  if (figures) useEvent('selling.changed', () => void soon())
  return { state, error, load }
}
