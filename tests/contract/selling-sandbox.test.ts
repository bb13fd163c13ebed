import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import type { SaleProduct } from '../../shared/domain/sale/sale-product.ts'
import { createSelling, type Selling } from '../../electron/features/selling/selling.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import type { FaultInput } from '../../sandbox/faults/faults.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import type { Quote } from '../../shared/contract/selling.ts'
import { guessDirection, isDirectionGuess } from '../../shared/domain/product/direction.ts'
import type { FormValues, InputDescriptor } from '../../shared/domain/form/form.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import type { Sale, SaleState } from '../../shared/domain/sale/sale.ts'
import { Failure, type AppError } from '../../shared/errors.ts'
import { inMemory, makeFolder } from '../folders.ts'
import { patience } from '../patience.ts'

/** Time runs three hundred times faster for the look-ups; the service's own time is real. */
const haste = 300
const start = Date.now()
const hastyClock = {
  now: () => start + (Date.now() - start) * haste,
  monotonic: () => Math.round(performance.now() * haste),
  after: (delay: number, work: () => void) => {
    const timer = setTimeout(work, delay / haste)
    return () => clearTimeout(timer)
  },
}

interface Shop {
  sandbox: Sandbox
  service: MerchantService
  profile: Profile
  products: Map<string, SaleProduct>
}

/** A client that waits so many milliseconds for a sale, and long enough for whatever else is asked. */
function serviceOf(profile: Profile, token: string, sell = 20_000): MerchantService {
  const patient = { connect: 20_000, read: 20_000, query: 20_000, list: 20_000 }
  const timeouts = { ...patient, sell, retryPause: 2 }
  return createMerchantService({ profile, token: () => token, timeouts })
}

async function openShop(country: Country, valuesAs: Profile['valuesAs']): Promise<Shop> {
  const currency = country === 'CO' ? 'COP' : 'USD'
  const sandbox = await startSandbox({
    currency,
    balance: 10_000_000_000,
    settings: { statusSeconds: 0 },
  })
  const profile: Profile = {
    id: `shop-${country}`,
    name: 'Prueba',
    country,
    baseUrl: sandbox.url,
    apiVersion: '1.10.2',
    deviceId: '',
    position: null,
    valuesAs,
    sandbox: true,
  }
  const service = serviceOf(profile, sandbox.token)
  const products = new Map<string, SaleProduct>()
  for (const category of await service.listProducts()) {
    for (const { id, name, price, tip } of category.products) {
      const { form } = await service.getProduct(id)
      const direction = guessDirection(category.name, name)
      const product = { name, categoryName: category.name, tip, direction, price, form }
      // Nobody has to say of the contract's families which way their cash goes.
      expect([name, isDirectionGuess(product)]).toEqual([name, false])
      products.set(id, product)
    }
  }
  return { sandbox, service, profile, products }
}

function openSelling(shop: Shop, journal: Journal): { selling: Selling; problems: AppError[] } {
  const problems: AppError[] = []
  const selling = createSelling({
    journal,
    service: () => shop.service,
    profileId: () => shop.profile.id,
    productForSale: async (productId) => {
      const product = shop.products.get(productId)
      if (!product) throw new Failure('PRODUCT_NOT_FOUND', { productId })
      return product
    },
    emit: () => undefined,
    clock: hastyClock,
    onResume: () => () => undefined,
    balance: () => null,
    refreshBalance: () => undefined,
    onProblem: (error) => problems.push(error),
  })
  selling.start()
  return { selling, problems }
}

async function until(selling: Selling, saleId: string, states: SaleState[]): Promise<Sale> {
  const limit = performance.now() + patience
  for (;;) {
    const { sale } = await selling.handlers['selling.sale']({ saleId })
    if (states.includes(sale.state)) return sale
    if (performance.now() > limit) throw new Error(`${sale.id} is still ${sale.state}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** What a person would type in a field that is empty. */
function typed(input: InputDescriptor, country: Country): string {
  const texts: Record<string, string> = {
    customerCellphone: country === 'CO' ? '300 123 4567' : '099 123 4567',
    amount: country === 'CO' ? '20000' : '20',
    customerEmail: 'cliente@ejemplo.com',
    customerName: 'Ana Pérez',
    birthDate: '1990-01-31',
    period: '2026-10',
    barcode: '7701234567890123',
    accountNumber: '123456789',
    withdrawalCode: '12345678',
  }
  const choice = input.options.find((option) => option.value !== '')
  if (choice) return choice.value
  if (input.type === 'input-lender') return firstCredit(input.value?.text ?? '')
  return (
    texts[input.name] ??
    (input.type === 'cellphone' ? texts['customerCellphone'] : null) ??
    '12345678'
  )
}

function firstCredit(list: string): string {
  const credits: unknown = JSON.parse(list)
  return Array.isArray(credits) ? JSON.stringify(credits[0]) : ''
}

function filled(
  inputs: readonly InputDescriptor[],
  values: FormValues,
  country: Country,
): FormValues {
  const empty = inputs.filter((input) => {
    const text = values[input.name] ?? input.value?.text ?? ''
    const isOpen = !input.disabled && input.type !== 'hidden'
    return isOpen && (text === '' || text === '0' || input.type === 'input-lender')
  })
  const answers = Object.fromEntries(empty.map((input) => [input.name, typed(input, country)]))
  // A card's number is typed whole; what is sent of it are ten digits (contract, 4a).
  if ('customerQueryType' in answers) answers['reference'] = '4111 1111 1111 1111'
  return { ...values, ...answers }
}

/** Quotes until nothing is missing, filling what each quote asks for, as a person does. */
async function quoted(shop: Shop, selling: Selling, productId: string): Promise<Quote> {
  const { country } = shop.profile
  let values = filled(shop.products.get(productId)?.form?.inputs ?? [], {}, country)
  let quoteId: string | null = null
  for (let step = 0; step < 4; step += 1) {
    const quote: Quote = await selling.handlers['selling.quote']({ productId, values, quoteId })
    if (quote.missing.length === 0) return quote
    quoteId = quote.quoteId
    values = filled(quote.inputs, quote.values, country)
  }
  throw new Error(`product ${productId} never stops asking`)
}

let folder: string
let journal: Journal

beforeEach(() => {
  folder = makeFolder('selling', inMemory)
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
})

describe.each([
  ['CO', 'strings'],
  ['EC', 'numbers'],
] as const)('every product of %s with values as %s', (country, valuesAs) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(country, valuesAs)
  })
  afterAll(async () => {
    await shop.service.close()
    await shop.sandbox.close()
  })

  test('is quoted, sold and found, and the ledger says what the journal says', async () => {
    const { selling, problems } = openSelling(shop, journal)
    const failures: string[] = []
    for (const [productId, product] of shop.products) {
      try {
        const { quoteId, values } = await quoted(shop, selling, productId)
        const sale = await selling.handlers['selling.sell']({
          draftId: `draft-${productId}`,
          productId,
          quoteId,
          values,
          again: true,
          againOf: null,
        })
        const done = await until(selling, sale.id, ['APPROVED', 'REVIEW'])
        const [entry, ...more] = shop.sandbox.ledger.transactions({ _id: sale.id })
        expect(more).toEqual([])
        expect(done.state).toBe('APPROVED')
        expect(entry).toMatchObject({ amount: done.amount.minor, currency: done.amount.currency })
        expect(done.serviceId).toBe(String(entry?.id))
        expect(done.transactionId).toBe(entry?.transactionId)
        expect(JSON.stringify([done, entry])).not.toContain('4111111111111111')
      } catch (caught) {
        failures.push(`${productId} ${product.name}: ${String(caught)}`)
      }
    }
    await selling.stop()
    expect(failures).toEqual([])
    expect(problems).toEqual([])
    expect(shop.products.size).toBeGreaterThan(20)
  })
})

describe('faults of sell', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop('CO', 'strings')
  })
  afterEach(() => shop.sandbox.control.clearFaults())
  afterAll(async () => {
    await shop.service.close()
    await shop.sandbox.close()
  })

  test.each<[string, FaultInput, SaleState, SaleState]>([
    ['latency', { operation: 'sell', fault: 'latency', ms: 1_400 }, 'UNKNOWN', 'APPROVED'],
    ['drop before', { operation: 'sell', fault: 'drop-before' }, 'UNKNOWN', 'REVIEW'],
    [
      'reset before',
      { operation: 'sell', fault: 'drop-before', how: 'reset' },
      'UNKNOWN',
      'REVIEW',
    ],
    ['drop after', { operation: 'sell', fault: 'drop-after' }, 'UNKNOWN', 'APPROVED'],
    ['500 before', { operation: 'sell', fault: 'error500-before' }, 'UNKNOWN', 'REVIEW'],
    ['500 after', { operation: 'sell', fault: 'error500-after' }, 'UNKNOWN', 'APPROVED'],
    [
      '400 before',
      { operation: 'sell', fault: 'error500-before', status: 400 },
      'UNKNOWN',
      'DECLINED',
    ],
    [
      '400 after',
      { operation: 'sell', fault: 'error500-after', status: 400 },
      'UNKNOWN',
      'APPROVED',
    ],
    ['truncated', { operation: 'sell', fault: 'truncated' }, 'UNKNOWN', 'APPROVED'],
    ['html', { operation: 'sell', fault: 'html', when: 'after' }, 'UNKNOWN', 'APPROVED'],
    ['redirect', { operation: 'sell', fault: 'redirect', when: 'after' }, 'UNKNOWN', 'APPROVED'],
    ['401', { operation: 'sell', fault: 'unauthorized', when: 'after' }, 'UNKNOWN', 'APPROVED'],
    [
      'late',
      { operation: 'sell', fault: 'late', seconds: 1, answer: 'drop' },
      'UNKNOWN',
      'APPROVED',
    ],
    [
      'error in 200',
      { operation: 'sell', fault: 'error-in-200', when: 'after' },
      'UNKNOWN',
      'APPROVED',
    ],
    ['empty', { operation: 'sell', fault: 'empty' }, 'UNKNOWN', 'APPROVED'],
    ['twice', { operation: 'sell', fault: 'double' }, 'ACCEPTED', 'APPROVED'],
  ])('%s: one request, and the truth in the end', async (_name, fault, first, last) => {
    // Only a sale that is to be given up is: the others only have to be answered.
    const { profile, sandbox } = shop
    const isGivenUp = fault.fault === 'latency'
    const service = serviceOf(profile, sandbox.token, isGivenUp ? 1_000 : undefined)
    onTestFinished(() => service.close())
    const { selling } = openSelling({ ...shop, service }, journal)
    sandbox.control.addFaults(fault)
    const values = { customerCellphone: '3001234567', amount: '5000' }
    const sale = await selling.handlers['selling.sell']({
      draftId: 'draft-0001',
      productId: '10000',
      quoteId: null,
      values,
      again: true,
      againOf: null,
    })
    expect(sale.state).toBe(first)
    expect((await until(selling, sale.id, [last])).state).toBe(last)
    await selling.stop()
    expect(sandbox.control.requests().sells[sale.id]?.requests).toBe(1)
    const made = sandbox.ledger.transactions({ _id: sale.id }).length
    expect(made > 0).toBe(last === 'APPROVED')
  })

  test('the service is gone: not sent, and said so', async () => {
    const { selling } = openSelling(shop, journal)
    const gone = { ...shop.profile, baseUrl: 'http://127.0.0.1:9' }
    const service = createMerchantService({ profile: gone, token: () => 'token' })
    const offline = openSelling({ ...shop, service }, journal)
    await selling.stop()
    const sale = await offline.selling.handlers['selling.sell']({
      draftId: 'draft-0001',
      productId: '10000',
      quoteId: null,
      values: { customerCellphone: '3001234567', amount: '5000' },
      again: false,
      againOf: null,
    })
    expect(sale).toMatchObject({ state: 'NOT_SENT', error: { code: 'CONNECTION_REFUSED' } })
    await offline.selling.stop()
    await service.close()
  })
})
