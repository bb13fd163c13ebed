import { refDebounced } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { Sale } from '../../../../shared/domain/sale/sale.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call } from '../../../bridge/client.ts'

/** How many sales the field offers. */
const offered = 5

/** Whether a text is long enough to name a sale: by an id, an amount, or the customer, who may be a name or an e-mail. */
function mayNameASale(text: string): boolean {
  return text.replace(/\s/g, '').length >= 3
}

/** The sales of the journal that a text names, newest first, looked up as it is typed. */
export function useSaleSearch(text: Ref<string>) {
  const sales = ref<Sale[]>([])
  const error = ref<AppError | null>(null)
  const settled = refDebounced(text, 120)

  watch(settled, async (asked) => {
    if (!mayNameASale(asked)) {
      sales.value = []
      return
    }
    try {
      const found = await call('selling.list', { text: asked, limit: offered })
      if (asked === settled.value) sales.value = found.sales
      error.value = null
    } catch (caught) {
      error.value = toAppError(caught)
    }
  })

  return { sales, error }
}
