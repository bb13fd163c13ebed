import { useResizeObserver } from '@vueuse/core'
import type { Ref } from 'vue'

/** What has the keyboard stays in sight, whole, where the window or what is told below leaves its form less room. */
export function useKeepInSight(form: Ref<HTMLElement | null>): void {
  useResizeObserver(form, () => {
    const holder = document.activeElement
    // A radio is a point of the row that one reads.
    if (form.value?.contains(holder))
      (holder?.closest('label') ?? holder)?.scrollIntoView({ block: 'nearest' })
  })
}
