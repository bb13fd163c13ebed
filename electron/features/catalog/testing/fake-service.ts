import { setImmediate } from 'node:timers/promises'
import type { ProductForm } from '../../../../shared/domain/form/form.ts'
import { businessSchema } from '../../../../shared/domain/receipt/business.ts'
import { Failure, type ErrorCode } from '../../../../shared/errors.ts'
import type { Category, MerchantService, ProductDetail } from '../../../service/service.ts'
import { profileSample } from '../../../../shared/contract/testing/profile-sample.ts'

/** Categories from `{ Recargas: ['1 Claro'] }`: an id, a space, a name. For tests. */
export function categoriesOf(shape: Record<string, string[]>): Category[] {
  return Object.entries(shape).map(([name, products], sort) => ({
    id: `c${sort}`,
    name,
    sort,
    products: products.map((text) => {
      const [id = '', ...words] = text.split(' ')
      const image = `/images/${id}.png`
      return { id, name: words.join(' '), description: '', image, price: null, tip: '3' }
    }),
  }))
}

/** The first form of a product of the fake. */
export function formOf(productId: string): ProductForm {
  return { title: `Vender ${productId}`, button: 'Vender', inputs: [] }
}

/** The fake's switches and what it was asked. */
export interface FakeService extends MerchantService {
  down: ErrorCode | null
  details: boolean
  categories: Category[]
  asked: string[]
  mostAtOnce: number
  images: number
  /** How long after the one before it each thing that goes on behind wanted to ask, in milliseconds. */
  turns: number[]
  /** What a turn waits for. */
  untilTurn: () => Promise<void>
  imageType: string
  /** Settles once nothing is asked any more: all that goes on in these tests are turns of the loop. */
  quiet(): Promise<void>
}

/** More turns of the loop than anything takes between two of its questions. */
const quietTurns = 20

/** A merchant service in memory that can be taken down. For tests of this feature. */
export function fakeService(): FakeService {
  const unused = () => Promise.reject(new Failure('UNEXPECTED', { reason: 'not in this test' }))
  let out = 0
  let asked = 0

  const fake: FakeService = {
    down: null,
    details: true,
    categories: categoriesOf({ Recargas: ['1 Claro', '2 Tigo'], Retiros: ['3 Nequi'] }),
    asked: [],
    mostAtOnce: 0,
    images: 0,
    turns: [],
    untilTurn: async () => undefined,
    imageType: 'image/png',
    profile: profileSample({
      id: 'shop',
      name: 'Tienda',
      country: 'CO',
      baseUrl: 'http://127.0.0.1',
      sandbox: true,
    }),
    async listProducts() {
      await answer()
      return fake.categories
    },
    async getProduct(productId: string): Promise<ProductDetail> {
      fake.asked.push(productId)
      out += 1
      fake.mostAtOnce = Math.max(fake.mostAtOnce, out)
      try {
        await answer()
        if (!fake.details) throw new Failure('SERVICE_ERROR', { status: 500, message: '' })
        const form = formOf(productId)
        return { id: productId, name: '', description: '', image: null, price: null, form }
      } finally {
        out -= 1
      }
    },
    async getImage() {
      fake.images += 1
      await answer()
      return { body: new Uint8Array([1, 2, 3]), contentType: fake.imageType }
    },
    getBusiness: unused,
    query: unused,
    sell: unused,
    find: unused,
    list: unused,
    async turn(every) {
      asked += 1
      fake.turns.push(every)
      await fake.untilTurn()
    },
    generateLink: unused,
    close: () => Promise.resolve(),
    async quiet() {
      let [seen, turns] = [-1, 0]
      while (turns < quietTurns) {
        turns = seen === asked ? turns + 1 : 0
        seen = asked
        await setImmediate()
      }
    },
  }

  async function answer(): Promise<void> {
    asked += 1
    await setImmediate()
    if (fake.down) throw new Failure(fake.down)
  }

  return fake
}

/** What the shop sold of each product, and a shop without paper. */
export const shopOf = (sold: Readonly<Record<string, number>> = {}) => ({
  soldCounts: () => new Map(Object.entries(sold)),
  soldCount: (productId: string) => sold[productId] ?? 0,
  soldDirection: () => null,
  printer: {
    print: () => Promise.reject(new Failure('PRINTER_NOT_SET')),
    savePdf: () => Promise.reject(new Failure('PRINTER_NOT_SET')),
  },
  style: () => ({
    business: businessSchema.parse({}),
    language: 'es' as const,
    figures: { country: 'CO' as const, decimalSign: 'comma' as const },
  }),
})
