import { useElementSize, useEventListener } from '@vueuse/core'
import { computed, ref, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue'

/** How a list of rows of one height lies in what scrolls it, in pixels. */
export interface RowLayout {
  row: MaybeRefOrGetter<number>
  /** What covers the top of it: a row behind that is not seen. */
  head?: MaybeRefOrGetter<number>
  /** What shades the end of it: a row that is brought into sight stands above that. */
  foot?: number
  /** Rows drawn beyond each edge of what is seen. */
  spare?: number
}

/** The rows worth drawing, `end` one past the last, of which there are `slots` elements at most. */
export function rowsInSight(
  scrolled: number,
  slots: number,
  count: number,
  { row, spare }: { row: number; spare: number },
) {
  const first = Math.max(0, Math.floor(scrolled / row) - spare)
  return { first: Math.min(first, count), end: Math.min(count, first + slots) }
}

/** No element is laid out higher than 2^25 pixels: 838,860 rows of 40. */
const highest = 16_000_000

/**
 * A list of `whole` pixels in a view, and how far it is scrolled of how far the page is. Where it is higher than an element
 * can be, its rows go by faster than the page is scrolled, so that the end of one is the end of the other.
 */
export function stretched(whole: number, view: number) {
  const height = Math.min(whole, highest)
  const by = height === whole ? 1 : (whole - view) / (height - view)
  return {
    height,
    rowsScrolled: (page: number) => Math.max(0, page) * by,
    pageScrolled: (rows: number) => (rows < 0 ? rows : rows / by),
  }
}

/**
 * How far the top of the body is above the top edge of what is seen, when last measured. That nothing is scrolled is known
 * from then, too: asking the page would have it laid out between two steps of one drawing, with each letter a list is typed
 * for.
 */
function useScrolled(scroller: Ref<HTMLElement | null>, body: Ref<HTMLElement | null>) {
  const pageScrolled = ref(0)
  let isAtTop = true
  function measure(): void {
    if (!body.value || !scroller.value) return
    isAtTop = scroller.value.scrollTop <= 0
    pageScrolled.value = Math.max(0, -offset(body.value, scroller.value))
  }
  return { pageScrolled, measure, isAtTop: () => isAtTop }
}

/**
 * Which rows of a long list are in sight, of which alone there are elements, and how to bring one into it. `body` is
 * as high as `bodyHeight`, somewhere in `scroller`, and a row stands `topOf` it.
 */
export function useRowWindow(
  scroller: Ref<HTMLElement | null>,
  body: Ref<HTMLElement | null>,
  count: Ref<number>,
  layout: RowLayout,
) {
  const { foot = 0, spare = 8 } = layout
  const row = computed(() => toValue(layout.row))
  const head = computed(() => toValue(layout.head) ?? 0)
  const { height: viewHeight } = useElementSize(scroller)
  const stretch = computed(() => stretched(count.value * row.value, viewHeight.value))
  const { pageScrolled, isAtTop, measure } = useScrolled(scroller, body)
  /** How far the first row is. */
  const scrolled = computed(() => stretch.value.rowsScrolled(pageScrolled.value))
  /** By how much rows stand above where they would in a body as high as all of them. */
  const shift = computed(() => scrolled.value - pageScrolled.value)

  /** As many elements as there ever are at once: one that leaves on one side comes back on the other. */
  const slots = computed(() => Math.ceil(viewHeight.value / row.value) + 2 * spare)
  /**
   * The rows beyond the edges are for who scrolls. A list that is typed for is another with each letter: until it is
   * scrolled, what is seen of it is drawn alone.
   */
  const still = ref(false)
  const seen = computed(() => {
    if (!still.value)
      return rowsInSight(scrolled.value, slots.value, count.value, { row: row.value, spare })
    const least = Math.ceil(viewHeight.value / row.value) + 1
    return rowsInSight(scrolled.value, least, count.value, { row: row.value, spare: 0 })
  })
  /** The first row that is seen whole below the head. */
  const firstWhole = computed(() =>
    Math.max(0, Math.min(count.value - 1, Math.ceil((scrolled.value + head.value) / row.value))),
  )

  /** Scrolls no further than it takes to see row `index`; `toTop`: until it is the first one. */
  function reveal(index: number, toTop = false): void {
    const view = scroller.value
    if (!body.value || !view) return
    const bodyTop = offset(body.value, view) + view.scrollTop
    const scrollTo = (rows: number) => bodyTop + stretch.value.pageScrolled(rows)
    const first = scrollTo(index * row.value - head.value)
    const last = scrollTo((index + 1) * row.value + foot - view.clientHeight)
    if (toTop || view.scrollTop > first) view.scrollTop = first
    else if (view.scrollTop < last) view.scrollTop = last
    measure()
  }

  function onScroll(): void {
    // A list that begins anew is scrolled to its beginning, too.
    if ((scroller.value?.scrollTop ?? 0) > head.value) still.value = false
    measure()
  }

  useEventListener(scroller, 'scroll', onScroll, { passive: true })
  watch([scroller, body, viewHeight], measure, { flush: 'post' })
  // A shorter list may be scrolled less.
  watch(count, () => isAtTop() || measure(), { flush: 'post' })

  return {
    seen,
    slots,
    /** Pixels. */
    bodyHeight: computed(() => stretch.value.height),
    topOf: (index: number) => index * row.value - shift.value,
    firstWhole,
    reveal,
    /** Another list is shown, from its beginning. */
    begin(): void {
      still.value = true
      if (!isAtTop()) reveal(0, true)
    },
  }
}

const offset = (body: HTMLElement, view: HTMLElement) =>
  body.getBoundingClientRect().top - view.getBoundingClientRect().top
