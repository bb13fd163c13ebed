import { computed, ref, shallowRef, watch } from 'vue'
import { toAppError, type AppError, type ErrorCode } from '../../shared/errors.ts'
import { createLatest } from './latest.ts'

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

/**
 * Choices that are stored as they are made: one that is made while another is being stored waits for it, so that none is
 * lost and the last one stays. `error`: the last of them that was not stored, since all before were.
 */
export function useStoring<A extends unknown[]>(store: (...args: A) => Promise<unknown>) {
  const waiting = ref(0)
  const error = ref<AppError | null>(null)
  let before: Promise<void> = Promise.resolve()

  async function storeAfter(earlier: Promise<void>, args: A): Promise<void> {
    await earlier
    try {
      await store(...args)
    } catch (caught) {
      error.value = toAppError(caught)
    } finally {
      waiting.value -= 1
    }
  }

  function run(...args: A): Promise<void> {
    if (waiting.value === 0) error.value = null
    waiting.value += 1
    before = storeAfter(before, args)
    return before
  }

  return { busy: computed(() => waiting.value > 0), error, run }
}

/**
 * Something that is read to be shown. A later start replaces an earlier one, whose answer or failure is
 * dropped: what was asked for last is what is seen, and nothing that changed meanwhile is missed. `ask` may give up once
 * it is not the latest any more.
 */
export function useLoad<T>(
  ask: (isLatest: () => boolean) => Promise<T>,
  show: (answer: T) => void,
) {
  const busy = ref(false)
  const error = ref<AppError | null>(null)
  const latest = createLatest()

  async function run(): Promise<void> {
    const isLatest = latest.begin()
    busy.value = true
    try {
      const answer = await ask(isLatest)
      if (!isLatest()) return
      show(answer)
      error.value = null
    } catch (caught) {
      if (isLatest()) error.value = toAppError(caught)
    } finally {
      if (isLatest()) busy.value = false
    }
  }

  return { busy, error, run }
}

/**
 * The same, kept as `answer` (`first` until it came): asked for at once, and anew from `first` on whenever what it is
 * `about` changes.
 */
export function useAnswer<T>(ask: () => Promise<T>, first: T, about: () => unknown = () => null) {
  const answer = shallowRef(first)
  const load = useLoad(ask, (now) => (answer.value = now))
  const begin = () => {
    answer.value = first
    void load.run()
  }
  watch(about, begin, { immediate: true })
  return { ...load, answer }
}

/** Whether what stands in a field is what was refused, with one of these errors: it looks wrong until it is changed. */
export function useRefused(
  error: () => AppError | null,
  content: () => unknown,
  codes: readonly ErrorCode[],
) {
  const refused = shallowRef<{ content: unknown } | null>(null)
  watch(error, (now) => {
    refused.value = now && codes.includes(now.code) ? { content: content() } : null
  })
  return computed(() => refused.value?.content === content() && refused.value !== null)
}
