import { ref, watch } from 'vue'
import { call } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'

/** How long the balance lasts at today's pace, in milliseconds, asked anew whenever the balance is; null: not known. */
export function useRunway() {
  const connection = useConnection()
  const lastsMs = ref<number | null>(null)
  watch(
    () => connection.state.business?.at,
    async (at) => {
      if (at === undefined) return
      try {
        lastsMs.value = (await call('shift.state', {})).runway?.lastsMs ?? null
      } catch {
        // A journal that cannot be read is told of by the frame already: here nothing is known.
        lastsMs.value = null
      }
    },
    { immediate: true },
  )
  return lastsMs
}
