import { defineStore } from 'pinia'
import { ref } from 'vue'
import { call, on } from './client.ts'

/** How many sales wait for their end: the count in the rail. */
export const useOpenSales = defineStore('open-sales', () => {
  const count = ref(0)

  /** Reads the count and keeps it current for the life of the window. */
  async function follow(): Promise<void> {
    on('selling.openCount', (event) => {
      count.value = event.count
    })
    count.value = (await call('selling.openCount', {})).count
  }

  return { count, follow }
})
