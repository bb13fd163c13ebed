import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Recharges } from '../../../../shared/contract/catalog.ts'
import { usualRecharges } from '../../../../shared/domain/form/recharge.ts'
import { currencyOfCountry } from '../../../../shared/domain/money/money.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call, on } from '../../../bridge/client.ts'
import { useConnection } from '../../../bridge/connection.ts'
import { useSettings } from '../../../bridge/settings.ts'

/** The top-ups that this shop sells, and the values that have keys. */
export const useRecharges = defineStore('recharges', () => {
  const connection = useConnection()
  const settings = useSettings()
  const products = shallowRef<Recharges['products']>([])
  /** As they were at the start of this window: a key that moved would sell something else. */
  const learnt = ref<readonly number[] | null>(null)
  const error = ref<AppError | null>(null)
  let following = false
  let readFor: string | null = null

  const country = computed(() => connection.profile?.country ?? 'CO')
  const currency = computed(() => currencyOfCountry[country.value])
  /** Four values in minor units: as the owner set them, as sales taught them, or as the country's are. */
  const usual = computed(
    () =>
      settings.current.rechargeAmounts[currency.value] ??
      learnt.value ??
      usualRecharges[country.value],
  )

  async function read(): Promise<void> {
    const { activeId } = connection.state
    try {
      const found = await call('catalog.recharges', {})
      if (activeId !== connection.state.activeId) return
      products.value = found.products
      if (readFor !== activeId) learnt.value = found.amounts
      readFor = activeId
      error.value = null
    } catch (caught) {
      error.value = toAppError(caught)
    }
  }

  /** Reads them and keeps them current for the life of the window. */
  function follow(): void {
    if (following) return
    following = true
    on('catalog.changed', () => void read())
    watch(
      () => connection.state.activeId,
      () => {
        products.value = []
        learnt.value = null
        void read()
      },
    )
    void read()
  }

  return { products, usual, currency, country, error, follow }
})
