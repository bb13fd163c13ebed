import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { sellInputSchema } from '../../../shared/contract/selling.ts'
import { outcomeOf } from '../../../shared/domain/drawer/drawer.ts'
import { currencyOfCountry, type Direction } from '../../../shared/domain/money/money.ts'
import type { RecentCustomer } from '../../../shared/domain/sale/recent-customer.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { toAppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'
import { usePeople } from '../../bridge/people.ts'
import { useSettings } from '../../bridge/settings.ts'
import {
  aboutReach,
  canConfirm as isConfirmable,
  canRestart as isRestartable,
  canDiscard,
  chargeOf,
  inputsOf,
  isTouched,
  newDraft,
  readForm,
  stepBack,
  textOf,
  withQuote,
  withRestart,
  withRetry,
  withSale,
  withValues,
  type Draft,
  type ProductOnSale,
} from './draft.ts'
import type { Writing } from './field-text.ts'
import { gone, portable } from './again.ts'
import { withChange } from './form-change.ts'
import { useTenders } from './tenders.ts'

/** The sales being made, one a product, and which of them the panel shows. */
export const useDrafts = defineStore('drafts', () => {
  const connection = useConnection()
  const people = usePeople()
  const settings = useSettings()
  const tenders = useTenders()
  const drafts = ref<Record<string, Draft>>({})
  const openId = ref<string | null>(null)
  /** A sale to be made again whose product has another sale half typed: a person says which goes on. */
  const held = ref<Sale | null>(null)
  let following = false

  const current = computed(() =>
    openId.value === null ? null : (drafts.value[openId.value] ?? null),
  )
  const others = computed(() =>
    Object.values(drafts.value).filter((one) => one.product.id !== openId.value && isTouched(one)),
  )
  const country = computed(() => connection.profile?.country ?? 'CO')
  const writing = computed((): Writing => ({
    country: country.value,
    decimalSign: settings.current.decimalSign,
    currency: current.value?.product.price?.currency ?? currencyOfCountry[country.value],
  }))
  const form = computed(() => (current.value ? readForm(current.value, writing.value) : null))
  const charge = computed(() => (current.value ? chargeOf(current.value, writing.value) : null))
  /** The phone whose operator is to be asked for: it came from an earlier sale, and still stands in the form. */
  const askOperator = computed(() => {
    const phone = current.value?.askOperator ?? null
    return phone !== null && Object.values(form.value?.values ?? {}).includes(phone) ? phone : null
  })
  const canConfirm = computed(() => !!current.value && isConfirmable(current.value, writing.value))
  const canRestart = computed(() => !!current.value && isRestartable(current.value))

  // Another profile is another merchant: nothing of what was typed for one is sold by the other.
  watch(
    () => connection.state.activeId,
    (_, before) => {
      if (before === null) return
      drafts.value = {}
      openId.value = null
      held.value = null
    },
    { flush: 'sync' },
  )

  function put(draft: Draft): void {
    drafts.value = { ...drafts.value, [draft.product.id]: draft }
  }

  /** The draft as it is now, or null when it is gone: also where another sale of its product was begun since. */
  function asItIs({ product, draftId }: Draft): Draft | null {
    const now = drafts.value[product.id]
    return now?.draftId === draftId ? now : null
  }

  /** Changes a draft as it is now: what came meanwhile is not overwritten, and an answer to a gone one is dropped. */
  function change(draft: Draft, next: (now: Draft) => Draft): void {
    const now = asItIs(draft)
    if (now) put(next(now))
  }

  const withError =
    (caught: unknown) =>
    (draft: Draft): Draft => ({
      ...draft,
      busy: null,
      error: toAppError(caught),
    })

  /** Keeps sales on screen current for the life of the window. */
  function follow(): void {
    if (following) return
    following = true
    on('selling.changed', (sale) => {
      const draft = drafts.value[sale.productId]
      if (draft && draft.draftId === sale.draftId) put(withSale(draft, sale))
    })
  }

  /** Shows a product's sale, the one begun before if there is one. */
  async function open(product: ProductOnSale): Promise<void> {
    openId.value = product.id
    const begun = drafts.value[product.id]
    put(begun ? { ...begun, product } : newDraft(product, crypto.randomUUID()))
    await loadForm(product.id)
  }

  /** A product chosen to be sold: a result gives way to a new sale, and one without an end is left in the queue. */
  async function choose(product: ProductOnSale): Promise<void> {
    const draft = drafts.value[product.id]
    if (draft?.stage === 'result') {
      openId.value = product.id
      try {
        const { sale } = draft
        const isOpen = sale && outcomeOf(sale) === 'open' && people.may('sell')
        if (isOpen) await call('shift.left', { saleId: sale.id })
      } catch (caught) {
        return change(draft, withError(caught))
      }
      if (asItIs(draft)) drop(product.id)
    }
    await open(product)
  }

  /** The cash of a product goes the other way: what was quoted said another total, and is asked again. */
  function turnCash(productId: string, direction: Direction): void {
    const draft = drafts.value[productId]
    if (!draft || draft.product.direction === direction || !canDiscard(draft)) return
    const turned = { ...draft, product: { ...draft.product, direction } }
    const stale = draft.quote !== null
    put({ ...turned, stage: 'form', quoteStale: stale, draftId: crypto.randomUUID() })
  }

  /** The product's form is wanted for another customer: a result gives way, and what was quoted begins anew. */
  function makeRoom(productId: string): void {
    const draft = drafts.value[productId]
    if (draft?.stage === 'result') drop(productId)
    else if (draft && canDiscard(draft) && draft.busy === null) {
      put({ ...withRestart(draft, crypto.randomUUID()), stage: 'form' })
    }
  }

  /**
   * "Vender otra vez": a new sale with what was sent then, which names the old one and is quoted anew.
   * A sale of the product that is half typed is kept, and `held` says so, unless it is to be replaced. Throws
   * Failure when the catalog cannot be read.
   */
  async function openAgain(sale: Sale, replace = false): Promise<void> {
    const { products, categories } = await call('catalog.get', {})
    const found = products.find(({ id }) => id === sale.productId)
    const category = categories.find(({ id }) => id === found?.categoryId)
    const { id, image, price, tip, direction, name } = found ?? gone(sale)
    openId.value = id
    const begun = drafts.value[id]
    // A sale that is out is not called back: it is shown as it goes.
    if (begun?.stage === 'sending') return
    if (begun && !replace && canDiscard(begun) && isTouched(begun)) {
      if (begun.againOf !== sale.id) held.value = sale
      return
    }
    const product = { id, name, image, price, tip, direction, categoryName: category?.name ?? '' }
    const fresh = {
      ...newDraft(product, crypto.randomUUID()),
      againOf: sale.id,
      askOperator: portable(sale),
    }
    put(fresh)
    await loadForm(id)
    change(fresh, (draft) => withValues(draft, sale.values))
    if (openId.value === id && asItIs(fresh)?.detail) await goOn()
  }

  /** Answers which goes on: the sale half typed, or, thrown away for it, the one to be made again. */
  async function decideHeld(again: boolean): Promise<void> {
    const sale = held.value
    held.value = null
    if (again && sale) await openAgain(sale, true)
  }

  /** Fills the form with what the customer bought before; what that costs now, only a quote says. */
  function repeat(customer: RecentCustomer): void {
    const draft = current.value
    if (draft?.stage !== 'form' || draft.busy === 'quote') return
    const filled = withValues(
      { ...withRestart(draft, crypto.randomUUID()), typed: {} },
      customer.values,
    )
    put({ ...filled, askOperator: portable(customer) })
  }

  /** The operator of a phone from an earlier sale is still this one. */
  function sameOperator(): void {
    const draft = current.value
    if (draft) put({ ...draft, askOperator: null })
  }

  /** Brings the first form unless it is there. */
  async function loadForm(productId: string): Promise<void> {
    const draft = drafts.value[productId]
    if (!draft || draft.detail || draft.busy) return
    put({ ...draft, busy: 'detail', error: null })
    try {
      const detail = await call('catalog.product', { productId })
      change(draft, (now) => ({ ...now, detail, busy: null }))
    } catch (caught) {
      change(draft, withError(caught))
    }
  }

  /** The service answers again: what only said that it did not is taken back, a missing form is asked for. */
  async function resume(): Promise<void> {
    for (const draft of Object.values(drafts.value)) {
      if (draft.error && aboutReach.has(draft.error.code)) put({ ...draft, error: null })
    }
    if (openId.value !== null) await loadForm(openId.value)
  }

  function type(name: string, text: string): void {
    const draft = current.value
    if (!draft || draft.stage !== 'form' || draft.busy === 'quote') return
    const input = inputsOf(draft).find((one) => one.name === name)
    if (!input || textOf(draft, input, writing.value) === text) return
    put(withChange(draft, name, text, crypto.randomUUID(), writing.value))
  }

  /** Begins the query anew from the first form, with what was written there. */
  function restart(): void {
    const draft = current.value
    if (draft?.stage === 'form' && !draft.busy) put(withRestart(draft, crypto.randomUUID()))
  }

  /** Goes on from the form: to the confirmation when the quote still holds, else asks for one. */
  async function goOn(): Promise<void> {
    const draft = current.value
    if (!draft || draft.stage !== 'form' || draft.busy) return
    const strict = { ...draft, strict: true }
    const { values, firstProblem } = readForm(strict, writing.value)
    if (firstProblem !== null) return put(strict)
    if (canConfirm.value) return put({ ...draft, stage: 'confirm', error: null })
    const productId = draft.product.id
    put({ ...draft, busy: 'quote', error: null })
    try {
      const quoteId = draft.quote?.quoteId ?? null
      const quote = await call('selling.quote', { productId, values, quoteId })
      change(draft, (now) => withQuote(now, quote))
    } catch (caught) {
      const failed = toAppError(caught)
      change(draft, (now) => ({
        ...now,
        busy: null,
        strict: true,
        error: failed,
        quote: failed.code === 'QUOTE_NOT_FOUND' ? null : now.quote,
      }))
    }
  }

  /** Sells what is confirmed. Pressed twice it sells once: the stage moves on before anything is awaited. */
  async function sell(again = false): Promise<void> {
    const draft = current.value
    if (!draft || draft.stage !== 'confirm' || !draft.quote) return
    const { draftId, againOf } = draft
    const productId = draft.product.id
    const input = sellInputSchema.parse({
      draftId,
      productId,
      quoteId: draft.quote.quoteId,
      values: readForm(draft, writing.value).values,
      again,
      againOf,
      tender: tenders.tenderOf(draftId, charge.value?.total ?? null),
    })
    put({ ...draft, stage: 'sending', error: null, sameSale: null })
    try {
      const sale = await call('selling.sell', input)
      // An event that already told of an outcome is newer than this answer.
      change(draft, (now) => (now.stage === 'result' ? now : withSale(now, sale)))
    } catch (caught) {
      change(draft, (now) => afterRefusal(now, caught))
    }
  }

  /** Refused before it was made: back to where it can be put right, unless an event already told how it went. */
  function afterRefusal(draft: Draft, caught: unknown): Draft {
    if (draft.stage !== 'sending') return draft
    const error = toAppError(caught)
    if (error.code === 'SAME_SALE_RECENTLY') return { ...draft, stage: 'confirm', sameSale: error }
    if (error.code === 'QUOTE_NOT_FOUND')
      return { ...draft, stage: 'form', quoteStale: true, error }
    if (error.code === 'FORM_INCOMPLETE' || error.code === 'AMOUNT_MISSING')
      return { ...draft, stage: 'form', strict: true, error }
    return { ...draft, stage: 'confirm', error }
  }

  /** Looks up the sale on screen now. */
  async function look(): Promise<void> {
    const draft = current.value
    if (!draft?.sale || draft.busy) return
    put({ ...draft, busy: 'look', error: null })
    try {
      const sale = await call('selling.look', { saleId: draft.sale.id })
      change(draft, (now) =>
        now.sale?.id === sale.id ? withSale(now, sale) : { ...now, busy: null },
      )
    } catch (caught) {
      change(draft, withError(caught))
    }
  }

  /** One step back; answers whether the panel closed. */
  function back(): boolean {
    const draft = current.value
    if (!draft) return false
    const next = stepBack(draft)
    if (next === 'close') {
      openId.value = null
      return true
    }
    if (next) put(next)
    return false
  }

  function drop(productId: string): void {
    if (held.value?.productId === productId) held.value = null
    drafts.value = Object.fromEntries(
      Object.entries(drafts.value).filter(([id]) => id !== productId),
    )
  }

  /** Throws away a sale that was begun and never sent. */
  function discard(productId: string): void {
    const draft = drafts.value[productId]
    if (draft && canDiscard(draft)) drop(productId)
  }

  /** Forgets the sale on screen: its journal row, and its look-ups, live on in the main process. */
  function dismiss(): void {
    const draft = current.value
    if (!draft || draft.stage === 'sending') return
    drop(draft.product.id)
    openId.value = null
  }

  /** Begins the same again, after it was not sent or was refused. */
  function retry(): void {
    const draft = current.value
    if (draft?.stage === 'result') put(withRetry(draft, crypto.randomUUID()))
  }

  return {
    current,
    others,
    openId,
    country,
    writing,
    form,
    charge,
    canRestart,
    follow,
    open,
    choose,
    makeRoom,
    turnCash,
    askOperator,
    repeat,
    sameOperator,
    openAgain,
    held,
    decideHeld,
    loadForm,
    resume,
    type,
    restart,
    goOn,
    sell,
    look,
    back,
    dismiss,
    discard,
    retry,
  }
})
