import { onBeforeUnmount } from 'vue'
import { useEventListener } from '@vueuse/core'

/** Longer than a scanner waits between two letters: a digit that another follows at once is none of a hand's. */
const settleMs = 60

/**
 * Keys 1 to 4 at the end of a number that is whole choose a value; any other digit begins one in its own field.
 * `elsewhere` puts the keyboard there, and the digit follows it.
 */
export function useAmountKeys(
  pick: (index: number) => void,
  elsewhere: () => void,
): (event: KeyboardEvent, field: HTMLInputElement) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => clearTimeout(timer)
  useEventListener(window, 'keydown', forget, { capture: true })
  onBeforeUnmount(forget)

  return (event, field) => {
    const { key, repeat, ctrlKey, altKey, metaKey } = event
    if (!/^\d$/.test(key) || ctrlKey || altKey || metaKey) return
    const end = field.value.length
    if (field.selectionStart !== end || field.selectionEnd !== end) return
    const index = Number(key) - 1
    if (index < 0 || index > 3) return elsewhere()
    event.preventDefault()
    if (!repeat) timer = setTimeout(() => pick(index), settleMs)
  }
}
