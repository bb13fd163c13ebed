import { useResizeObserver } from '@vueuse/core'
import type { Ref } from 'vue'

/** What has the keyboard stays in sight, whole, where the window or what is told below leaves its form less room. */
export function useKeepInSight(form: Ref<HTMLElement | null>): void {
  useResizeObserver(form, () => {
    const holder = document.activeElement
    // A radio is a point of the row that one reads.
    if (form.value?.contains(holder)) showAsked(holder?.closest('label') ?? holder)
  })
}

/** Brings what is asked into sight, and what stands above it is whole or out of sight: the form begins with a whole field. */
export function showAsked(asked: Element | null, block: 'nearest' | 'center' = 'nearest'): void {
  const view = asked?.closest<HTMLElement>('[data-fields]')
  // What the last one took: the form is as long as its fields.
  if (view) view.style.paddingBottom = ''
  asked?.scrollIntoView({ block })
  if (!asked || !view || view.scrollTop === 0) return
  const { top } = view.getBoundingClientRect()
  const below = (one: Element | undefined) => (one?.getBoundingClientRect().top ?? top) - top
  const first = [...view.children].find((one) => below(one) >= 0)
  const isBefore = first?.compareDocumentPosition(asked) ?? 0
  if (!(isBefore & Node.DOCUMENT_POSITION_FOLLOWING)) return
  const missing = below(first) - edge - (view.scrollHeight - view.clientHeight - view.scrollTop)
  if (missing > 0) {
    const { paddingBottom } = getComputedStyle(view)
    view.style.paddingBottom = `${Number.parseFloat(paddingBottom) + missing}px`
  }
  view.scrollTop += below(first) - edge
}

/** Above the first field that is seen: pixels, as fields are apart. */
const edge = 8
