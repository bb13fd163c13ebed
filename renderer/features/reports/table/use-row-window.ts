import { useElementSize, useEventListener } from '@vueuse/core'
import { computed, onMounted, ref, watch, type Ref } from 'vue'

/** Rows drawn beyond each edge of what is seen. */
const spare = 8

/** Which rows of a long list are in sight, of which alone there are elements, and how to bring one into it. */
export function useRowWindow(
  body: Ref<HTMLElement | null>,
  count: Ref<number>,
  { row, head }: { row: number; head: number },
) {
  const scroller = ref<HTMLElement | null>(null)
  const { height: viewHeight } = useElementSize(scroller)
  /** How far the first row is above the top edge of what is seen. */
  const scrolled = ref(0)

  /** As many elements as there ever are at once: one that leaves on one side comes back on the other. */
  const slots = computed(() => Math.ceil(viewHeight.value / row) + 2 * spare)
  const seen = computed(() => {
    const first = Math.max(0, Math.floor(scrolled.value / row) - spare)
    return { first, end: Math.min(count.value, first + slots.value) }
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

  onMounted(() => {
    scroller.value = document.getElementById('page')
    measure()
  })
  useEventListener(scroller, 'scroll', measure, { passive: true })
  watch([viewHeight, count], measure)

  return { seen, slots, firstWhole, reveal }
}

const offset = (body: HTMLElement, view: HTMLElement) =>
  body.getBoundingClientRect().top - view.getBoundingClientRect().top
