import { tryOnScopeDispose } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, watch } from 'vue'

/** The sales before the person's eyes: of these nobody needs to be told how they ended. */
export const useSalesInView = defineStore('sales-in-view', () => {
  const ids = ref<ReadonlySet<string>>(new Set())
  return {
    /** Something is asked about an earlier sale: told beside it, another one would be read as that. */
    asks: ref(false),
    has: (id: string) => ids.value.has(id),
    add: (id: string) => (ids.value = new Set([...ids.value, id])),
    remove: (id: string) => (ids.value = new Set([...ids.value].filter((one) => one !== id))),
  }
})

/** Says that a part of the screen shows a sale, for as long as it does. */
export function useSaleInView(saleId: () => string | null): void {
  const inView = useSalesInView()
  let shown: string | null = null
  watch(
    saleId,
    (id) => {
      if (shown !== null) inView.remove(shown)
      shown = id
      if (id !== null) inView.add(id)
    },
    { immediate: true },
  )
  tryOnScopeDispose(() => shown !== null && inView.remove(shown))
}
