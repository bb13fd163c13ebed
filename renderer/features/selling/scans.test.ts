import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { Reply } from '../../../shared/contract/bridge.ts'
import type { CatalogDetail } from '../../../shared/contract/catalog.ts'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import type { PayeeProduct } from '../../../shared/domain/product/product-setting.ts'
import { toAppError } from '../../../shared/errors.ts'
import { useDrafts } from './drafts.ts'
import { quoteOf } from './testing/samples.ts'
import { useScans } from './scans.ts'

const payee = '7709998000018'
const code = `(415)${payee}(8020)12345678(3900)48500`

const product = (id: string) => ({
  id,
  name: `Producto ${id}`,
  description: '',
  categoryId: 'c',
  image: null,
  price: null,
  tip: null,
  direction: 'in' as const,
  favourite: false,
  soldCount: 0,
  formStored: true,
})
const inputs = [inputSample('reference', {}), inputSample('amount', { type: 'amount' })]
const detailOf = (productId: string): CatalogDetail => ({
  productId,
  name: '',
  description: '',
  price: null,
  form: { title: '', button: '', inputs: productId === 'phone' ? [] : inputs },
  fetchedAt: 0,
  directionGuessed: false,
})

let payees: PayeeProduct[]
let asked: string[]

beforeEach(() => {
  payees = [{ payee, productId: '1', learnedAt: 0 }]
  asked = []
  const answers: Record<string, (input: Record<string, string>) => unknown> = {
    'products.settings': () => [],
    'products.payees': () => payees,
    'products.learnPayee': ({ payee: number = '', productId = '' }) => {
      payees = [...payees, { payee: number, productId, learnedAt: 1 }]
      return payees
    },
    'catalog.listed': ({ productIds = '' }) => ({
      products: ['1', '2', 'phone']
        .filter((id) => productIds.includes(id))
        .map((id) => ({ ...product(id), categoryName: 'Facturas' })),
    }),
    'catalog.product': ({ productId = '' }) => detailOf(productId),
    'selling.quote': ({ productId = '' }) =>
      quoteOf({ productId, inputs, values: { reference: '12345678', amount: '48500' } }),
  }
  vi.stubGlobal('window', {
    bridge: {
      async call(call: string, input: Record<string, string>): Promise<Reply> {
        asked.push(call)
        try {
          return { ok: true, value: await answers[call]?.(input) }
        } catch (caught) {
          return { ok: false, error: toAppError(caught) }
        }
      },
      subscribe: () => () => undefined,
    },
  })
  setActivePinia(createPinia())
})
afterEach(() => vi.unstubAllGlobals())

const onSale = (id: string) => ({ ...product(id), categoryName: 'Facturas' })

async function scanned(text: string) {
  const scans = useScans()
  scans.take(text)
  await expect.poll(() => scans.open ?? scans.current ?? scans.error).not.toBeNull()
  return { scans, drafts: useDrafts() }
}

describe('a bill', () => {
  test('of a known payee is in its form, whatever else was open', async () => {
    await useDrafts().open(onSale('2'))
    const { drafts } = await scanned(code)
    expect(drafts.current?.product.id).toBe('1')
    expect(drafts.form?.values).toMatchObject({ reference: '12345678', amount: '48500' })
  })

  test('of an unknown payee goes into the open form that has a field for it', async () => {
    payees = []
    await useDrafts().open(onSale('2'))
    const { drafts, scans } = await scanned(code)
    expect(drafts.current?.product.id).toBe('2')
    await drafts.goOn()
    await expect.poll(() => payees).toMatchObject([{ payee, productId: '2' }])
    expect(scans.current).toMatchObject({ kind: 'bill', bill: { payee } })
  })

  test('of an unknown payee asks where no open form takes it; a wrong number is not learnt', async () => {
    payees = []
    await useDrafts().open(onSale('phone'))
    const { scans, drafts } = await scanned(code.replace(payee, '7709998000019'))
    expect(scans.open).toMatchObject({ kind: 'product', products: [] })
    expect(scans.chooseProduct(onSale('2'))).toBe(true)
    await expect.poll(() => drafts.form?.values['reference']).toBe('12345678')
    await drafts.goOn()
    await nextTick()
    expect(asked).toContain('selling.quote')
    expect(payees).toEqual([])
  })

  test('with several readings waits for a person', async () => {
    const { scans, drafts } = await scanned(`415${payee}8020123456783900000500009620261130`)
    if (scans.open?.kind !== 'readings') throw new Error('nothing to choose')
    const [, second] = scans.open.readings
    if (!second) throw new Error('one reading')
    await scans.chooseReading(second)
    expect(drafts.form?.values['reference']).toBe('12345678390000050000')
  })

  test('no longer counts once another reference is typed over it', async () => {
    const { scans, drafts } = await scanned(code)
    drafts.type('reference', '99999999')
    expect(scans.current).toBeNull()
  })
})

describe('anything else', () => {
  test('is the reference of the open form, else asks for the product', async () => {
    const first = await scanned('4006381333931')
    expect(first.scans.open).toMatchObject({ kind: 'product', code: { text: '4006381333931' } })
    expect(first.scans.cancel()).toBe(true)
    await first.drafts.open(onSale('2'))
    await scanned('AB-998877')
    expect(first.drafts.form?.values['reference']).toBe('AB-998877')
  })
})
