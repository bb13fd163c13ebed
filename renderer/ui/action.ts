import { ref } from 'vue'
import { toAppError, type AppError } from '../../shared/errors.ts'

/**
 * Something a person starts that can fail: `busy` while it runs, `error` what came of it last. A
 * second start while busy does nothing.
 */
export function useAction<A extends unknown[]>(work: (...args: A) => Promise<void>) {
  const busy = ref(false)
  const error = ref<AppError | null>(null)

  async function run(...args: A): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      await work(...args)
      error.value = null
    } catch (caught) {
      error.value = toAppError(caught)
    } finally {
      busy.value = false
    }
  }

  return { busy, error, run }
}
