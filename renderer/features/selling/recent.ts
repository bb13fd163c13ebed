import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import type { RecentCustomer } from '../../../shared/domain/sale/recent-customer.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useSettings } from '../../bridge/settings.ts'
import { kindOf } from './field-text.ts'

const mostShown = 4

/** Fields that tell who the customer is: there what they bought before is offered. */
export function tellsCustomer(input: InputDescriptor): boolean {
  if (input.disabled) return false
  const kind = kindOf(input)
  return (
    kind === 'phone' ||
    kind === 'document' ||
    /^(reference|accountNumber|customerDocument|customerCellphone)$/.test(input.name)
  )
}

/** Those of a list whose value of a field holds what was typed there; a value that stands there whole is not offered. */
export function offersFor(
  customers: readonly RecentCustomer[],
  name: string,
  typed: string,
): RecentCustomer[] {
  const plain = (text: string) => foldText(text).replaceAll(' ', '')
  const wanted = plain(typed)
  return customers
    .filter(({ values }) => {
      const value = plain(values[name] ?? '')
      return value !== '' && value !== wanted && value.includes(wanted)
    })
    .slice(0, mostShown)
}

/** What customers bought of the open product before, where the owner lets it be offered. */
export const useRecent = defineStore('recent', () => {
  const settings = useSettings()
  const connection = useConnection()
  const customers = ref<readonly RecentCustomer[]>([])
  const error = ref<AppError | null>(null)
  let wanted: string | null = null

  watch(
    () => connection.state.activeId,
    () => {
      customers.value = []
    },
  )

  /** Reads those of a product; nothing where it is not offered. */
  async function read(productId: string): Promise<void> {
    wanted = productId
    customers.value = []
    if (!settings.current.offerRecent) return
    try {
      const found = await call('products.recent', { productId })
      if (wanted === productId) customers.value = found
      error.value = null
    } catch (caught) {
      error.value = toAppError(caught)
    }
  }

  return { customers, error, read }
})
