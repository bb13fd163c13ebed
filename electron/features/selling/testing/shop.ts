import type { EventName, EventPayload } from '../../../../shared/contract/index.ts'
import { inputSample } from '../../../../shared/domain/testing/input-sample.ts'
import { Failure, type AppError } from '../../../../shared/errors.ts'
import type { Journal } from '../../../store/journal/journal.ts'
import { openMemoryJournal } from '../../../store/testing/memory-journal.ts'
import type { SaleProduct } from '../../../../shared/domain/sale/sale-product.ts'
import type { SellingDeps } from '../ports.ts'
import { createSelling } from '../selling.ts'
import { createMemoryService, memoryProfile } from './memory-service.ts'
import { createVirtualClock } from './virtual-clock.ts'

/** A Saturday morning in Bogotá. */
export const opening = Date.UTC(2026, 10, 21, 14)

/** For tests: a mobile top-up of any value. */
export const topUp: SaleProduct = {
  name: 'Recarga',
  categoryName: 'Recargas',
  tip: '3',
  direction: 'in',
  price: null,
  form: {
    title: 'Realizar recarga',
    button: 'Vender recarga',
    inputs: [
      inputSample('customerCellphone', { type: 'cellphone' }),
      inputSample('amount', { type: 'amount' }),
    ],
  },
}

/** For tests: the selling feature over a journal and a service in memory, with time in hand. */
export function openShop(
  changes: Partial<SellingDeps> & { journal?: Journal } = {},
  clock = createVirtualClock(opening),
) {
  const memory = createMemoryService(clock.now)
  const journal = changes.journal ?? openMemoryJournal().journal
  const told: { name: EventName; payload: EventPayload<EventName> }[] = []
  const problems: AppError[] = []
  const resumed: (() => void)[] = []
  let refreshes = 0
  const balance = { minor: 600_000, currency: 'COP' }
  const selling = createSelling({
    service: () => memory.service,
    profileId: () => memoryProfile.id,
    productForSale: async (productId) => {
      if (productId !== '10000') throw new Failure('PRODUCT_NOT_FOUND', { productId })
      return topUp
    },
    emit: (name, payload) => told.push({ name, payload }),
    clock,
    onResume: (listener) => {
      resumed.push(listener)
      return () => resumed.splice(resumed.indexOf(listener), 1)
    },
    balance: () => ({ balance, profits: balance, at: clock.now() }),
    refreshBalance: () => (refreshes += 1),
    onProblem: (error) => problems.push(error),
    ...changes,
    journal,
  })

  const { handlers } = selling
  const values = { customerCellphone: '300 123 4567', amount: '5000' }
  return {
    ...memory,
    selling,
    handlers,
    journal,
    clock,
    told,
    problems,
    values,
    refreshes: () => refreshes,
    wakeUp: () => resumed.forEach((listener) => listener()),
    quote: (typed = values) =>
      handlers['selling.quote']({ productId: '10000', values: typed, quoteId: null }),
    sell: (input: Partial<Parameters<(typeof handlers)['selling.sell']>[0]> = {}) =>
      handlers['selling.sell']({
        draftId: 'draft-0001',
        productId: '10000',
        quoteId: null,
        values,
        again: false,
        againOf: null,
        ...input,
      }),
    sale: async (saleId: string) => (await handlers['selling.sale']({ saleId })).sale,
  }
}
