import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { keyName, keysOf } from './keys.ts'

/**
 * Whether a key writes down what stands in a form, from whichever of its fields: Enter alone goes on to the next one in
 * most. Asked while the event comes down, before the field itself.
 */
export function isWriteKey(event: KeyboardEvent): boolean {
  return !event.isComposing && keyName(event) === keysOf('write')
}

/**
 * Submits a form at that key, as its button does it (not with a field that cannot be read): from its fields, and from a
 * page in which nothing has the keyboard.
 */
export function useWriteKey(
  form: Readonly<Ref<HTMLFormElement | null>>,
  isReady: () => boolean = () => true,
): void {
  useEventListener(
    window,
    'keydown',
    (event) => {
      const { target } = event
      if (!form.value?.isConnected || !(target instanceof Element) || !isWriteKey(event)) return
      const isFree = target === document.body || target.id === 'page'
      if (!isFree && !form.value.contains(target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!event.repeat && isReady()) form.value.requestSubmit()
    },
    { capture: true },
  )
}
