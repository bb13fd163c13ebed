import { useEventListener, useThrottleFn } from '@vueuse/core'
import { ref, watch } from 'vue'
import { usePeople } from '../../bridge/people.ts'
import { useKey } from '../../keyboard/keys.ts'
import { useMovingSales } from './notices/moving-sales.ts'

/** How often the main process, which locks after a while without anybody, is told that somebody is there. */
const tellEveryMs = 5_000

/**
 * Locks the register by its key, tells that somebody is there, and lets another person sign in over the first. A sale that moves on before the eyes of who waits for it counts as a hand on the keyboard.
 */
export function useLock() {
  const people = usePeople()
  const changing = ref(false)
  const stir = useThrottleFn(() => {
    if (people.state.current) void people.stir()
  }, tellEveryMs)

  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const) {
    useEventListener(window, kind, () => void stir(), { capture: true, passive: true })
  }
  useMovingSales(() => void stir())

  useKey('changePerson', () => {
    if (people.state.current) changing.value = true
  })
  useKey('lock', () => {
    if (people.state.current) void people.lock()
  })
  watch(
    () => people.locked,
    () => (changing.value = false),
  )

  return { changing }
}
