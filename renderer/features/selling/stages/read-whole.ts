import { useIntersectionObserver, useMutationObserver } from '@vueuse/core'
import { computed, nextTick, onMounted, ref, shallowRef, type Ref } from 'vue'

/**
 * Whether everything marked `data-read` inside an element has been in sight, to its end: what scrolls, or stands under
 * something else that scrolls, is not read by having been drawn. Reads nothing while the window is hidden.
 */
export function useReadWhole(holder: Ref<HTMLElement | null>) {
  const marked = shallowRef<HTMLElement[]>([])
  /** Those whose end was in sight once. */
  const seen = ref(new Set<Element>())

  function collect(): void {
    marked.value = [...(holder.value?.querySelectorAll<HTMLElement>('[data-read]') ?? [])]
  }
  onMounted(async () => {
    await nextTick()
    collect()
  })
  useMutationObserver(holder, collect, { childList: true, subtree: true })
  useIntersectionObserver(
    marked,
    (entries) => {
      const ends = entries.filter(
        ({ isIntersecting, intersectionRect, boundingClientRect }) =>
          isIntersecting && intersectionRect.bottom >= boundingClientRect.bottom - 1,
      )
      if (ends.length > 0)
        seen.value = new Set([...seen.value, ...ends.map(({ target }) => target)])
    },
    { threshold: [0, 0.5, 0.9, 1] },
  )
  const unread = computed(() => marked.value.filter((element) => !seen.value.has(element)))

  return {
    /** Something of it was not in sight yet. */
    hasUnread: computed(() => unread.value.length > 0),
    /** Brings the next of it into sight. */
    showUnread: () => unread.value[0]?.scrollIntoView({ block: 'nearest' }),
  }
}
