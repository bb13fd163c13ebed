import { computed, ref, type ComputedRef, type Ref } from 'vue'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { toAppError } from '../../../shared/errors.ts'
import { inputsOf, textOf, withRestart, type Draft, type ProductOnSale } from './draft.ts'
import type { Writing } from './field-text.ts'
import { withChange } from './form-change.ts'

/** What waits as its product has another sale half typed, a sale made again or a number: a person says which goes on. */
export type Held = { productId: string } & (
  | { again: Sale }
  | { product: ProductOnSale; phone: string }
)

/** The sales being made, one a product, and which of them the panel shows. */
export interface DraftList {
  drafts: Ref<Record<string, Draft>>
  openId: Ref<string | null>
  held: Ref<Held | null>
  current: ComputedRef<Draft | null>
}

export function createDraftList(): DraftList {
  const drafts = ref<Record<string, Draft>>({})
  const openId = ref<string | null>(null)
  const held = ref<Held | null>(null)
  const current = computed(() =>
    openId.value === null ? null : (drafts.value[openId.value] ?? null),
  )
  return { drafts, openId, held, current }
}

export function put({ drafts }: DraftList, draft: Draft): void {
  drafts.value = { ...drafts.value, [draft.product.id]: draft }
}

/** The draft as it is now, or null when it is gone: also where another sale of its product was begun since. */
export function asItIs({ drafts }: DraftList, { product, draftId }: Draft): Draft | null {
  const now = drafts.value[product.id]
  return now?.draftId === draftId ? now : null
}

/** Changes a draft as it is now: what came meanwhile is not overwritten, and an answer to a gone one is dropped. */
export function change(list: DraftList, draft: Draft, next: (now: Draft) => Draft): void {
  const now = asItIs(list, draft)
  if (now) put(list, next(now))
}

/** A draft of which something went wrong: nothing is waited for any more. */
export const withError =
  (caught: unknown) =>
  (draft: Draft): Draft => ({ ...draft, busy: null, error: toAppError(caught) })

export function drop({ drafts, held }: DraftList, productId: string): void {
  if (held.value?.productId === productId) held.value = null
  drafts.value = Object.fromEntries(Object.entries(drafts.value).filter(([id]) => id !== productId))
}

/** Writes into a field of the form on screen. */
export function typeInto(list: DraftList, writing: Writing, name: string, text: string): void {
  const draft = list.current.value
  if (!draft || draft.stage !== 'form' || draft.busy === 'quote') return
  const input = inputsOf(draft).find((one) => one.name === name)
  if (!input || textOf(draft, input, writing) === text) return
  put(list, withChange(draft, name, text, crypto.randomUUID(), writing))
}

/** Begins the query anew from the first form, with what was written there. */
export function restart(list: DraftList): void {
  const draft = list.current.value
  if (draft?.stage === 'form' && !draft.busy) put(list, withRestart(draft, crypto.randomUUID()))
}
