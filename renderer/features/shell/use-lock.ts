import { tryOnScopeDispose, useEventListener } from '@vueuse/core'
import { ref, watch } from 'vue'
import { usePeople } from '../../bridge/people.ts'
import { useSettings } from '../../bridge/settings.ts'
import { useKey } from '../../ui/keys.ts'
import { useMovingSales } from './moving-sales.ts'

const checkEveryMs = 5_000

/**
 * Locks the register by its key and after a while without anybody; lets another person sign in over the first.
 * A sale that moves on before the eyes of who waits for it counts as a hand on the keyboard.
 */
export function useLock() {
  const people = usePeople()
  const settings = useSettings()
  const changing = ref(false)
  let last = performance.now()
  const stir = () => (last = performance.now())

  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const) {
    useEventListener(window, kind, stir, { capture: true, passive: true })
  }
  useMovingSales(stir)

  const timer = setInterval(() => {
    const limitMs = settings.current.lockAfterMinutes * 60_000
    if (people.state.current && limitMs > 0 && performance.now() - last >= limitMs) {
      void people.lock()
    }
  }, checkEveryMs)
  tryOnScopeDispose(() => clearInterval(timer))

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
