import { useElementSize, useEventListener } from '@vueuse/core'
import { computed, ref, watch, type Ref } from 'vue'

/** How a list of rows of one height lies in what scrolls it, in pixels. */
export interface RowLayout {
  row: number
  /** What covers the top of it: a row behind that is not seen. */
  head?: number
  /** Rows drawn beyond each edge of what is seen. */
  spare?: number
}

/** The rows worth drawing, `end` one past the last, of which there are `slots` elements at most. */
export function rowsInSight(scrolled: number, slots: number, count: number, layout: RowLayout) {
  const { row, spare = 8 } = layout
  const first = Math.max(0, Math.floor(scrolled / row) - spare)
  return { first: Math.min(first, count), end: Math.min(count, first + slots) }
}

/**
 * Which rows of a long list are in sight, of which alone there are elements, and how to bring one into it. `body` is
 * as high as all of them, somewhere in `scroller`.
 */
export function useRowWindow(
  scroller: Ref<HTMLElement | null>,
  body: Ref<HTMLElement | null>,
  count: Ref<number>,
  layout: RowLayout,
) {
  const { row, head = 0, spare = 8 } = layout
  const { height: viewHeight } = useElementSize(scroller)
  /** How far the first row is above the top edge of what is seen. */
  const scrolled = ref(0)

  /** As many elements as there ever are at once: one that leaves on one side comes back on the other. */
  const slots = computed(() => Math.ceil(viewHeight.value / row) + 2 * spare)
  /**
   * The rows beyond the edges are for who scrolls. A list that is typed for is another with each letter: until it is
   * scrolled, what is seen of it is drawn alone.
   */
  const still = ref(false)
  const seen = computed(() => {
    if (!still.value) return rowsInSight(scrolled.value, slots.value, count.value, layout)
    const least = Math.ceil(viewHeight.value / row) + 1
    return rowsInSight(scrolled.value, least, count.value, { ...layout, spare: 0 })
  })
  /** The first row that is seen whole below the head. */
  const firstWhole = computed(() =>
    Math.max(0, Math.min(count.value - 1, Math.ceil((scrolled.value + head) / row))),
  )

  function measure(): void {
    if (!body.value || !scroller.value) return
    scrolled.value = Math.max(0, -offset(body.value, scroller.value))
  }

  /** Scrolls no further than it takes to see row `index`; `toTop`: until it is the first one. */
  function reveal(index: number, toTop = false): void {
    const view = scroller.value
    if (!body.value || !view) return
    const top = offset(body.value, view) + view.scrollTop + index * row
    const [highest, lowest] = [top - head, top + row - view.clientHeight]
    if (toTop || view.scrollTop > highest) view.scrollTop = highest
    else if (view.scrollTop < lowest) view.scrollTop = lowest
    measure()
  }

  function onScroll(): void {
    // A list that begins anew is scrolled to its beginning, too.
    if ((scroller.value?.scrollTop ?? 0) > head) still.value = false
    measure()
  }

  useEventListener(scroller, 'scroll', onScroll, { passive: true })
  watch([scroller, body, viewHeight, count], measure, { flush: 'post' })

  return {
    seen,
    slots,
    firstWhole,
    reveal,
    /** Another list is shown, from its beginning. */
    begin(): void {
      still.value = true
      reveal(0, true)
    },
  }
}

const offset = (body: HTMLElement, view: HTMLElement) =>
  body.getBoundingClientRect().top - view.getBoundingClientRect().top
