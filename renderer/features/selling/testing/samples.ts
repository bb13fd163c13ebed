import type { CatalogDetail } from '../../../../shared/contract/catalog.ts'
import type { Quote } from '../../../../shared/contract/selling.ts'
import { inputSample } from '../../../../shared/domain/testing/input-sample.ts'
import { saleSchema, type Sale, type SaleState } from '../../../../shared/domain/sale/sale.ts'
import type { ProductOnSale } from '../draft.ts'

/** For tests: a top-up of five thousand pesos, at each step of its way. */
export const phone = inputSample('customerCellphone', { type: 'cellphone', required: false })
export const amount = inputSample('amount', { type: 'amount', required: false })

export const claro: ProductOnSale = {
  id: '7',
  name: 'Claro',
  image: null,
  price: null,
  tip: '3',
  direction: 'in',
  categoryName: 'Recargas',
}

export const claroForm: CatalogDetail = {
  productId: '7',
  name: 'Claro',
  description: '',
  price: null,
  form: { title: 'Realizar recarga', button: 'Vender', inputs: [phone, amount] },
  fetchedAt: 1,
  directionGuessed: false,
}

const fiveThousand = { minor: 500_000, currency: 'COP' }

export function quoteOf(over: Partial<Quote> = {}): Quote {
  return {
    quoteId: 'q1',
    productId: '7',
    inputs: [
      { ...phone, required: true },
      inputSample('amount', { type: 'money', value: 5000 }),
      inputSample('id_query', { type: 'hidden', value: 12, required: false }),
    ],
    values: { customerCellphone: '3001234567', amount: '5000', id_query: '12' },
    amountEditable: true,
    amount: fiveThousand,
    cost: null,
    incentive: null,
    total: fiveThousand,
    direction: 'in',
    errorMessage: null,
    missing: [],
    aboveBalance: false,
    ...over,
  }
}

export function saleIn(state: SaleState, over: Partial<Sale> = {}): Sale {
  return saleSchema.parse({
    id: 's1',
    profileId: 'one',
    draftId: 'draft-one',
    state,
    productId: '7',
    productName: 'Claro',
    categoryName: 'Recargas',
    direction: 'in',
    amount: fiveThousand,
    cost: null,
    incentive: null,
    tip: null,
    total: fiveThousand,
    reference: '3001234567',
    phone: '3001234567',
    values: {},
    transactionId: null,
    serviceId: null,
    createdAt: 1,
    sentAt: 1,
    settledAt: null,
    nextLookAt: null,
    horizonAt: null,
    error: null,
    transaction: null,
    cashier: null,
    cashierId: null,
    againOf: null,
    closing: null,
    ...over,
  })
}
