import { createEventHook } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { CatalogProduct } from '../../../shared/contract/catalog.ts'
import type { Bill } from '../../../shared/domain/barcode/bill.ts'
import {
  referencesOf,
  scannedFields,
  type ScannedCode,
} from '../../../shared/domain/barcode/fields.ts'
import { readScan } from '../../../shared/domain/barcode/scan.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useProducts } from '../../bridge/products.ts'
import { inputsOf, type Draft, type ProductOnSale } from './draft.ts'
import { useDrafts } from './drafts.ts'
import { editableText } from './field-text.ts'

/** A scan that a person has to say more about before it goes into a form. */
export type OpenScan =
  /** The code reads in several ways. */
  | { kind: 'readings'; readings: readonly Bill[] }
  /** Which product pays it: those known, or none yet. */
  | { kind: 'product'; code: ScannedCode; products: readonly ProductOnSale[] }

/** What a scanner read at the counter, on its way into the form of a sale. */
export const useScans = defineStore('scans', () => {
  const connection = useConnection()
  const drafts = useDrafts()
  const products = useProducts()
  const open = shallowRef<OpenScan | null>(null)
  /** Why the last scan could not be used. */
  const error = ref<AppError | null>(null)
  /** The code that each product's sale was filled with. */
  const codes = shallowRef<ReadonlyMap<string, ScannedCode>>(new Map())
  const filled = createEventHook()

  watch(
    () => connection.state.activeId,
    () => {
      open.value = null
      codes.value = new Map()
    },
  )

  /** The code that still stands in the form of the sale on screen. */
  const current = computed(() => (drafts.current ? codeIn(drafts.current) : null))

  function codeIn(draft: Draft): ScannedCode | null {
    const code = codes.value.get(draft.product.id)
    if (!code) return null
    const values = Object.values(drafts.form?.values ?? {})
    const texts = code.kind === 'bill' ? [code.bill.text, ...code.bill.references] : [code.text]
    return texts.some((text) => values.includes(text)) ? code : null
  }

  /** Takes what a scanner read; while a sale is out the counter is not free. */
  function take(text: string): void {
    const scan = readScan(text)
    if (drafts.current?.stage === 'sending') return
    error.value = null
    if (scan.kind === 'bill') void attempt(() => takeBill(scan.readings))
    else void attempt(() => takePlain(scan.text))
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (caught) {
      error.value = toAppError(caught)
    }
  }

  async function takeBill(readings: readonly Bill[]): Promise<void> {
    const [bill, ...others] = readings
    if (!bill) return
    if (others.length > 0) open.value = { kind: 'readings', readings }
    else await useCode({ kind: 'bill', bill })
  }

  /** A plain code goes into the form that is open, if it has a field for it. */
  async function takePlain(text: string): Promise<void> {
    const code: ScannedCode = { kind: 'plain', text }
    const draft = drafts.current
    if (draft?.stage === 'form' && fillIn(draft, code)) return
    open.value = { kind: 'product', code, products: [] }
  }

  /** A bill goes to the product that pays it: the open form if it may, else the one that is known. */
  async function useCode(code: ScannedCode): Promise<void> {
    const known = code.kind === 'bill' ? await knownProducts(code.bill.payee) : []
    const draft = drafts.current
    const mayBeOpen = known.length === 0 || known.some(({ id }) => id === draft?.product.id)
    if (draft && draft.stage === 'form' && mayBeOpen && fillIn(draft, code)) return
    const [only, ...more] = known
    if (only && more.length === 0) return openWith(only, code)
    open.value = { kind: 'product', code, products: known }
  }

  async function knownProducts(payee: string): Promise<ProductOnSale[]> {
    await products.follow()
    const catalog = await call('catalog.get', {})
    const names = new Map(catalog.categories.map(({ id, name }) => [id, name]))
    return products.productsOf(payee).flatMap((productId) => {
      const found = catalog.products.find(({ id }) => id === productId)
      return found ? [onSale(found, names.get(found.categoryId) ?? '')] : []
    })
  }

  /** Chooses one of several readings. */
  function chooseReading(bill: Bill): Promise<void> {
    open.value = null
    return attempt(() => useCode({ kind: 'bill', bill }))
  }

  /** Chooses the product of the open scan; false when there is none to choose for. */
  function chooseProduct(product: ProductOnSale): boolean {
    const waiting = open.value
    if (waiting?.kind !== 'product') return false
    void attempt(() => openWith(product, waiting.code))
    return true
  }

  /** Opens the form of a product with the code in it. */
  async function openWith(product: ProductOnSale, code: ScannedCode): Promise<void> {
    open.value = null
    drafts.makeRoom(product.id)
    await drafts.open(product)
    const draft = drafts.current
    if (!draft || draft.product.id !== product.id || !draft.detail) return
    if (!fillIn(draft, code)) remember(product.id, code)
  }

  /** Writes the code into the form; false when no field takes it. */
  function fillIn(draft: Draft, code: ScannedCode): boolean {
    const inputs = inputsOf(draft)
    const fields = scannedFields(inputs, code)
    for (const { name, text } of fields) {
      const input = inputs.find((one) => one.name === name)
      if (input) drafts.type(name, editableText(input, text, drafts.writing))
    }
    if (fields.length === 0) return false
    remember(draft.product.id, code)
    open.value = null
    void filled.trigger(null)
    return true
  }

  function remember(productId: string, code: ScannedCode): void {
    codes.value = new Map(codes.value).set(productId, code)
  }

  // Once the service answered for it, the product is known to pay that payee's bills.
  watch(
    () => drafts.current?.quote?.quoteId,
    () => {
      const draft = drafts.current
      const code = current.value
      if (!draft?.quote || draft.quote.errorMessage !== null || code?.kind !== 'bill') return
      const { payee, payeeHolds } = code.bill
      const { id } = draft.product
      if (!payeeHolds || products.productsOf(payee).includes(id)) return
      void attempt(() => products.learn(payee, id))
    },
  )

  /** Forgets the scan that waits; false when none did. */
  function cancel(): boolean {
    const had = open.value !== null || error.value !== null
    open.value = null
    error.value = null
    return had
  }

  return {
    open,
    error,
    current,
    take,
    chooseReading,
    chooseProduct,
    cancel,
    referencesOf,
    onFilled: filled.on,
  }
})

/** A product of the catalog as the panel sells it. */
export function onSale(product: CatalogProduct, categoryName: string): ProductOnSale {
  const { id, name, image, price, tip, direction } = product
  return { id, name, image, price, tip, direction, categoryName }
}
