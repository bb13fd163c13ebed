import { createEventHook, type EventHook } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
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

/** What a scanner read at the counter, and the sales it goes into. */
interface Counter {
  open: Ref<OpenScan | null>
  /** Why the last scan could not be used. */
  error: Ref<AppError | null>
  /** The code that each product's sale was filled with. */
  codes: Ref<ReadonlyMap<string, ScannedCode>>
  /** Told when a code went into a form. */
  filled: EventHook
  drafts: ReturnType<typeof useDrafts>
  products: ReturnType<typeof useProducts>
}

/** What a scanner read at the counter, on its way into the form of a sale. */
export const useScans = defineStore('scans', () => {
  const connection = useConnection()
  const counter: Counter = {
    open: shallowRef(null),
    error: ref(null),
    codes: shallowRef(new Map()),
    filled: createEventHook(),
    drafts: useDrafts(),
    products: useProducts(),
  }
  const { open, error, codes, drafts } = counter
  /** The code that still stands in the form of the sale on screen. */
  const current = computed(() => (drafts.current ? codeIn(counter, drafts.current) : null))

  watch(
    () => connection.state.activeId,
    () => {
      open.value = null
      codes.value = new Map()
    },
  )
  watch(
    () => drafts.current?.quote?.quoteId,
    () => learnPayee(counter, current.value),
  )

  return {
    open,
    error,
    current,
    take: (text: string) => take(counter, text),
    /** Chooses one of several readings. */
    chooseReading(bill: Bill) {
      open.value = null
      return attempt(counter, () => useCode(counter, { kind: 'bill', bill }))
    },
    /** Chooses the product of the open scan; false when there is none to choose for. */
    chooseProduct(product: ProductOnSale): boolean {
      const waiting = open.value
      if (waiting?.kind !== 'product') return false
      void attempt(counter, () => openWith(counter, product, waiting.code))
      return true
    },
    /** Forgets the scan that waits; false when none did. */
    cancel(): boolean {
      const had = open.value !== null || error.value !== null
      open.value = null
      error.value = null
      return had
    },
    referencesOf,
    onFilled: counter.filled.on,
  }
})

function codeIn({ codes, drafts }: Counter, draft: Draft): ScannedCode | null {
  const code = codes.value.get(draft.product.id)
  if (!code) return null
  const values = Object.values(drafts.form?.values ?? {})
  const texts = code.kind === 'bill' ? [code.bill.text, ...code.bill.references] : [code.text]
  return texts.some((text) => values.includes(text)) ? code : null
}

/** Takes what a scanner read; while a sale is out the counter is not free. */
function take(counter: Counter, text: string): void {
  const scan = readScan(text)
  if (counter.drafts.current?.stage === 'sending') return
  counter.error.value = null
  void attempt(counter, () =>
    scan.kind === 'bill' ? takeBill(counter, scan.readings) : takePlain(counter, scan.text),
  )
}

async function attempt({ error }: Counter, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (caught) {
    error.value = toAppError(caught)
  }
}

async function takeBill(counter: Counter, readings: readonly Bill[]): Promise<void> {
  const [bill, ...others] = readings
  if (!bill) return
  if (others.length > 0) counter.open.value = { kind: 'readings', readings }
  else await useCode(counter, { kind: 'bill', bill })
}

/** A plain code goes into the form that is open, if it has a field for it. */
async function takePlain(counter: Counter, text: string): Promise<void> {
  const code: ScannedCode = { kind: 'plain', text }
  const draft = counter.drafts.current
  if (draft?.stage === 'form' && fillIn(counter, draft, code)) return
  counter.open.value = { kind: 'product', code, products: [] }
}

/** A bill goes to the product that pays it: the open form if it may, else the one that is known. */
async function useCode(counter: Counter, code: ScannedCode): Promise<void> {
  const known = code.kind === 'bill' ? await knownProducts(counter, code.bill.payee) : []
  const draft = counter.drafts.current
  const mayBeOpen = known.length === 0 || known.some(({ id }) => id === draft?.product.id)
  if (draft && draft.stage === 'form' && mayBeOpen && fillIn(counter, draft, code)) return
  const [only, ...more] = known
  if (only && more.length === 0) return openWith(counter, only, code)
  counter.open.value = { kind: 'product', code, products: known }
}

async function knownProducts({ products }: Counter, payee: string): Promise<ProductOnSale[]> {
  await products.follow()
  const productIds = [...products.productsOf(payee)]
  if (productIds.length === 0) return []
  const { products: known } = await call('catalog.listed', { productIds })
  return known.map((product) => onSale(product, product.categoryName))
}

/** Opens the form of a product with the code in it. */
async function openWith(
  counter: Counter,
  product: ProductOnSale,
  code: ScannedCode,
): Promise<void> {
  const { open, drafts } = counter
  open.value = null
  drafts.makeRoom(product.id)
  await drafts.open(product)
  const draft = drafts.current
  if (!draft || draft.product.id !== product.id || !draft.detail) return
  if (!fillIn(counter, draft, code)) remember(counter, product.id, code)
}

/** Writes the code into the form; false when no field takes it. */
function fillIn(counter: Counter, draft: Draft, code: ScannedCode): boolean {
  const { open, filled, drafts } = counter
  const inputs = inputsOf(draft)
  const fields = scannedFields(inputs, code)
  for (const { name, text } of fields) {
    const input = inputs.find((one) => one.name === name)
    if (input) drafts.type(name, editableText(input, text, drafts.writing))
  }
  if (fields.length === 0) return false
  remember(counter, draft.product.id, code)
  open.value = null
  void filled.trigger(null)
  return true
}

function remember({ codes }: Counter, productId: string, code: ScannedCode): void {
  codes.value = new Map(codes.value).set(productId, code)
}

/** Once the service answered for it, the product is known to pay that payee's bills. */
function learnPayee(counter: Counter, code: ScannedCode | null): void {
  const { drafts, products } = counter
  const draft = drafts.current
  if (!draft?.quote || draft.quote.errorMessage !== null || code?.kind !== 'bill') return
  const { payee, payeeHolds } = code.bill
  const { id } = draft.product
  if (!payeeHolds || products.productsOf(payee).includes(id)) return
  void attempt(counter, () => products.learn(payee, id))
}

/** A product of the catalog as the panel sells it. */
export function onSale(product: CatalogProduct, categoryName: string): ProductOnSale {
  const { id, name, image, price, tip, direction } = product
  return { id, name, image, price, tip, direction, categoryName }
}
