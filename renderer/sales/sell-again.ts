import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Sale } from '../../shared/domain/sale/sale.ts'

/**
 * "Vender otra vez": the sale that a person wants to make again, until the selling page takes it. It is a new
 * intent that names the old one, never the old one again.
 */
export const useSellAgain = defineStore('sell-again', () => {
  const wanted = ref<Sale | null>(null)

  function want(sale: Sale): void {
    wanted.value = sale
  }

  /** Answers the wanted sale once. */
  function take(): Sale | null {
    const sale = wanted.value
    wanted.value = null
    return sale
  }

  return { wanted, want, take }
})
