import { useEventListener } from '@vueuse/core'
import { onActivated, ref, type Ref } from 'vue'

/** Where each key leads from row `at` of `count`; null: the key is not for rows. */
export function rowAfterKey(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 10,
    PageUp: at - 10,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, next))
}

/**
 * Moves among the elements `[data-row]` inside a list by arrow keys, Home, End and Page keys. The list is one
 * stop of the Tab key: give each row `tabindex = index === active ? 0 : -1`. While nothing else has the
 * focus, an arrow enters the list.
 */
export function useRowKeys(list: Ref<HTMLElement | null>) {
  const active = ref(0)
  const rows = () => [...(list.value?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

  function go(index: number): void {
    active.value = index
    rows()[index]?.focus()
  }

  useEventListener(list, 'focusin', (event) => {
    const index = rows().findIndex((row) => row === event.target)
    if (index >= 0) active.value = index
  })
  useEventListener(window, 'keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (!list.value?.isConnected) return
    const all = rows()
    const at = all.findIndex((row) => row === document.activeElement)
    const idle = document.activeElement === document.body || document.activeElement?.id === 'page'
    if (at < 0 && !(idle && ['ArrowDown', 'ArrowUp'].includes(event.key))) return
    const next =
      at < 0 ? Math.min(active.value, all.length - 1) : rowAfterKey(event.key, at, all.length)
    if (next === null || next < 0) return
    event.preventDefault()
    go(next)
  })

  // A page that was kept comes back where it was left.
  onActivated(() => rows()[active.value]?.focus())

  return { active }
}
