import { useDebounceFn } from '@vueuse/core'
import { call, useEvent } from '../../bridge/client.ts'
import { useAnswer } from '../../ui/action.ts'

/** What is owed to customers and what was given, kept current while the part of the screen that asks is there. */
export function useOwed() {
  const { answer: owed, ...load } = useAnswer(() => call('shift.owed', {}), null)
  const soon = useDebounceFn(() => load.run(), 150)
  useEvent('shift.changed', () => void soon())
  useEvent('selling.changed', () => void soon())
  return { owed, load }
}
