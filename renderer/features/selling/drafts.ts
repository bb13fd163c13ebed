import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { on } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'
import { usePeople } from '../../bridge/people.ts'
import { useSettings } from '../../bridge/settings.ts'
import { createDraftList, drop, put, restart, typeInto, type DraftList } from './draft-list.ts'
import {
  canDiscard,
  canRestart as isRestartable,
  chargeOf,
  isTouched,
  readForm,
  stepBack,
  withRetry,
  withSale,
  withSameSale,
} from './draft.ts'
import type { Writing } from './field-text.ts'
import {
  choose,
  loadForm,
  makeRoom,
  open,
  openAgain,
  rechargeTo,
  repeat,
  resume,
  sayDirection,
} from './open-draft.ts'
import { goOn, lookAtDraft, sellDraft } from './sell-draft.ts'
import { useTenders } from './tenders.ts'

/** The sales being made, one a product, and which of them the panel shows. */
export const useDrafts = defineStore('drafts', () => {
  const people = usePeople()
  const tenders = useTenders()
  const list = createDraftList()
  forgetOtherShop(list)
  const shown = useShown(list)
  const { writing } = shown
  let following = false
  const goOnNow = () => goOn(list, writing.value, tenders)
  const again = async (sale: Sale, replace = false) => {
    if (await openAgain(list, sale, replace)) await goOnNow()
  }
  /** An action on the list, as a page calls it. */
  const act =
    <A extends unknown[], R>(action: (list: DraftList, ...args: A) => R) =>
    (...args: A) =>
      action(list, ...args)

  return {
    ...list,
    ...shown,
    /** Keeps sales on screen current for the life of the window. */
    follow() {
      if (!following) followSales(list)
      following = true
    },
    open: act(open),
    choose: (product: Parameters<typeof choose>[1]) => choose(list, product, people.may('sell')),
    makeRoom: act(makeRoom),
    repeat: act(repeat),
    rechargeTo: (product: Parameters<typeof rechargeTo>[1], phone: string) =>
      rechargeTo(list, product, phone, false),
    sameOperator: act(sameOperator),
    openAgain: again,
    /** Answers which goes on: the sale half typed, or, thrown away for it, what was held. */
    async decideHeld(isOther: boolean) {
      const held = list.held.value
      list.held.value = null
      if (!isOther || !held) return
      if ('again' in held) await again(held.again, true)
      else await rechargeTo(list, held.product, held.phone, true)
    },
    loadForm: act(loadForm),
    resume: act(resume),
    type: (name: string, text: string) => typeInto(list, writing.value, name, text),
    restart: act(restart),
    goOn: goOnNow,
    sell: (isAgain = false) => sellDraft(list, writing.value, tenders, isAgain),
    look: act(lookAtDraft),
    back: act(back),
    dismiss: act(dismiss),
    discard: act(discard),
    retry() {
      const before = list.current.value
      retry(list)
      const now = list.current.value
      // What did not leave was paid as it was said, and is paid so still.
      if (before && now?.stage === 'confirm') tenders.say(now.draftId, tenders.of(before.draftId))
    },
  }
})

/** What the panel shows of them. */
function useShown({ drafts, openId, current }: DraftList) {
  const connection = useConnection()
  const settings = useSettings()
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
  const canRestart = computed(() => !!current.value && isRestartable(current.value))
  return { others, country, writing, form, charge, askOperator, canRestart }
}

/** Another profile is another merchant: nothing of what was typed for one is sold by the other. */
function forgetOtherShop({ drafts, openId, held }: DraftList): void {
  const connection = useConnection()
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
}

function followSales(list: DraftList): void {
  on('selling.changed', (sale) => {
    const draft = list.drafts.value[sale.productId]
    if (draft && draft.draftId === sale.draftId) put(list, withSale(draft, sale))
    else if (draft?.sameSale?.params?.['saleId'] === sale.id) put(list, withSameSale(draft, sale))
  })
  on('products.changed', (settings) => {
    for (const { productId, direction } of settings) {
      if (direction !== null) sayDirection(list, productId, direction)
    }
  })
}

/** The operator of a phone from an earlier sale is still this one. */
function sameOperator(list: DraftList): void {
  const draft = list.current.value
  if (draft) put(list, { ...draft, askOperator: null })
}

/** One step back; answers whether the panel closed. */
function back(list: DraftList): boolean {
  const draft = list.current.value
  if (!draft) return false
  const next = stepBack(draft)
  if (next === 'close') {
    list.openId.value = null
    return true
  }
  if (next) put(list, next)
  return false
}

/** Throws away a sale that was begun and never sent. */
function discard(list: DraftList, productId: string): void {
  const draft = list.drafts.value[productId]
  if (draft && canDiscard(draft)) drop(list, productId)
}

/** Forgets the sale on screen: its journal row, and its look-ups, live on in the main process. */
function dismiss(list: DraftList): void {
  const draft = list.current.value
  if (!draft || draft.stage === 'sending') return
  drop(list, draft.product.id)
  list.openId.value = null
}

/** Begins the same again, after it was not sent or was refused. */
function retry(list: DraftList): void {
  const draft = list.current.value
  if (draft?.stage === 'result') put(list, withRetry(draft, crypto.randomUUID()))
}
