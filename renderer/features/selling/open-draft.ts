import { rechargeFields } from '../../../shared/domain/form/recharge.ts'
import { outcomeOf } from '../../../shared/domain/drawer/drawer.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { RecentCustomer } from '../../../shared/domain/sale/recent-customer.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { call } from '../../bridge/client.ts'
import { gone, portable } from './again.ts'
import { asItIs, change, drop, put, withError, type DraftList } from './draft-list.ts'
import {
  isAboutReach,
  canDiscard,
  isDone,
  isTouched,
  newDraft,
  withRestart,
  withValues,
  type Draft,
  type ProductOnSale,
} from './draft.ts'

// How a sale is begun: from the catalog, from an earlier one, for the customer of an earlier one.

/** Shows a product's sale, the one begun before if there is one. */
export async function open(list: DraftList, product: ProductOnSale): Promise<void> {
  list.openId.value = product.id
  const begun = list.drafts.value[product.id]
  put(list, begun ? { ...begun, product } : newDraft(product, crypto.randomUUID()))
  await loadForm(list, product.id)
}

/**
 * A product chosen to be sold: a result gives way to a new sale, and one without an end is left in the queue by whom
 * `maySell`.
 */
export async function choose(
  list: DraftList,
  product: ProductOnSale,
  maySell: boolean,
): Promise<void> {
  const draft = list.drafts.value[product.id]
  if (draft?.stage === 'result') {
    list.openId.value = product.id
    try {
      const { sale } = draft
      const isOpen = sale && outcomeOf(sale) === 'open' && maySell
      if (isOpen) await call('shift.left', { saleId: sale.id })
    } catch (caught) {
      return change(list, draft, withError(caught))
    }
    if (asItIs(list, draft)) drop(list, product.id)
  }
  await open(list, product)
}

/** Brings the first form unless it is there. */
export async function loadForm(list: DraftList, productId: string): Promise<void> {
  const draft = list.drafts.value[productId]
  if (!draft || draft.detail || draft.busy) return
  put(list, { ...draft, busy: 'detail', error: null })
  try {
    const detail = await call('catalog.product', { productId })
    change(list, draft, (now) => ({ ...now, detail, busy: null }))
  } catch (caught) {
    change(list, draft, withError(caught))
  }
}

/** The service answers again: what only said that it did not is taken back, a missing form is asked for. */
export async function resume(list: DraftList): Promise<void> {
  for (const draft of Object.values(list.drafts.value)) {
    if (draft.error && isAboutReach(draft.error)) put(list, { ...draft, error: null })
  }
  if (list.openId.value !== null) await loadForm(list, list.openId.value)
}

/** The cash of a product goes the other way: what was quoted said another total, and is asked again. */
function turnCash(list: DraftList, productId: string, direction: Direction): void {
  const draft = list.drafts.value[productId]
  if (!draft || draft.product.direction === direction || !canDiscard(draft)) return
  const turned = { ...draft, product: { ...draft.product, direction } }
  const next = { ...turned, stage: 'form', quoteStale: draft.quote !== null } as const
  // A form that is on its way is the same either way; a quote that is, is not: its answer is to find no draft.
  if (draft.busy === 'detail') put(list, next)
  else put(list, { ...next, busy: null, draftId: crypto.randomUUID() })
}

/** The owner said which way the cash of a product goes: nothing is asked about it any more. */
export function sayDirection(list: DraftList, productId: string, direction: Direction): void {
  const draft = list.drafts.value[productId]
  if (draft?.detail?.directionGuessed) {
    const detail = { ...draft.detail, directionGuessed: false }
    put(list, { ...draft, detail, error: null })
  }
  turnCash(list, productId, direction)
}

/** The product's form is wanted for another customer: a result gives way, and what was quoted begins anew. */
export function makeRoom(list: DraftList, productId: string): void {
  const draft = list.drafts.value[productId]
  if (draft?.stage === 'result') drop(list, productId)
  else if (draft && canDiscard(draft) && draft.busy === null) {
    put(list, { ...withRestart(draft, crypto.randomUUID()), stage: 'form' })
  }
}

/**
 * A top-up to a number typed first. A sale of the product with more than a number in it is kept, and `held` says so,
 * unless it is to be replaced; false where it cannot begin.
 */
export async function rechargeTo(
  list: DraftList,
  product: ProductOnSale,
  phone: string,
  replace: boolean,
): Promise<boolean> {
  const begun = list.drafts.value[product.id]
  // What is out, or waits to be acknowledged, gives way to nothing.
  if (begun && !isDone(begun.sale) && (!canDiscard(begun) || begun.busy !== null)) return false
  if (begun && !replace && hasMore(begun)) {
    list.openId.value = product.id
    list.held.value = { productId: product.id, product, phone }
    return true
  }
  if (begun) drop(list, product.id)
  await open(list, product)
  const draft = list.drafts.value[product.id]
  const fields = rechargeFields(draft?.detail?.form?.inputs ?? [])
  if (!draft || fields === null) return false
  put(list, { ...draft, typed: { ...draft.typed, [fields.phone]: phone } })
  return true
}

/** Whether more was typed of a sale than the number that it goes to. */
function hasMore(draft: Draft): boolean {
  if (!canDiscard(draft) || !isTouched(draft)) return false
  const number = rechargeFields(draft.detail?.form?.inputs ?? [])?.phone
  const typed = Object.entries(draft.typed).filter(([, text]) => text !== '')
  return draft.quote !== null || typed.some(([name]) => name !== number)
}

/**
 * "Vender otra vez": a new sale with what was sent then, which names the old one; answers whether it is on screen with
 * its form, to be quoted anew. A sale of the product that is half typed is kept, and `held` says so, unless it is to be
 * replaced. Throws Failure when the catalog cannot be read.
 */
export async function openAgain(list: DraftList, sale: Sale, replace: boolean): Promise<boolean> {
  const { products } = await call('catalog.listed', { productIds: [sale.productId] })
  const [found] = products
  const { id, image, price, tip, direction, name } = found ?? gone(sale)
  list.openId.value = id
  const begun = list.drafts.value[id]
  // A sale that is out is not called back: it is shown as it goes.
  if (begun?.stage === 'sending') return false
  if (begun && !replace && canDiscard(begun) && isTouched(begun)) {
    if (begun.againOf !== sale.id) list.held.value = { productId: id, again: sale }
    return false
  }
  const product = {
    id,
    name,
    image,
    price,
    tip,
    direction,
    categoryName: found?.categoryName ?? '',
  }
  const fresh = {
    ...newDraft(product, crypto.randomUUID()),
    againOf: sale.id,
    askOperator: portable(sale),
  }
  put(list, fresh)
  await loadForm(list, id)
  change(list, fresh, (draft) => withValues(draft, sale.values))
  return list.openId.value === id && !!asItIs(list, fresh)?.detail
}

/** Fills the form with what the customer bought before; what that costs now, only a quote says. */
export function repeat(list: DraftList, customer: RecentCustomer): void {
  const draft = list.current.value
  if (draft?.stage !== 'form' || draft.busy === 'quote') return
  const filled = withValues(
    { ...withRestart(draft, crypto.randomUUID()), typed: {} },
    customer.values,
  )
  put(list, { ...filled, askOperator: portable(customer) })
}
