import { defineStore } from 'pinia'
import { reactive } from 'vue'

/** What was typed as the reason of closing each sale: looking at another loses nothing. */
export const useReasons = defineStore('closing-reasons', () => {
  const bySale = reactive(new Map<string, string>())
  return { bySale }
})
