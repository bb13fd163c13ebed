import { sellInputSchema } from '../../../shared/contract/selling.ts'
import { toAppError, type ErrorCode } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'
import { change, put, withError, type DraftList } from './draft-list.ts'
import { canConfirm, chargeOf, readForm, withQuote, withSale, type Draft } from './draft.ts'
import type { Writing } from './field-text.ts'
import { unsaidOfAmount } from './tender-said.ts'
import type { useTenders } from './tenders.ts'

// The way of the sale on screen from its form to its end.

type Tenders = ReturnType<typeof useTenders>

/** Goes on from the form: to the confirmation when the quote still holds, else asks for one. */
export async function goOn(
  list: DraftList,
  writing: Writing,
  tenders: Pick<Tenders, 'say'>,
): Promise<void> {
  const draft = list.current.value
  if (!draft || draft.stage !== 'form' || draft.busy) return
  const strict = { ...draft, strict: true }
  const { values, firstProblem } = readForm(strict, writing)
  if (firstProblem !== null) return put(list, strict)
  if (canConfirm(draft, writing)) return put(list, { ...draft, stage: 'confirm', error: null })
  const productId = draft.product.id
  put(list, { ...draft, busy: 'quote', error: null })
  try {
    const quoteId = draft.quote?.quoteId ?? null
    const quote = await call('selling.quote', { productId, values, quoteId })
    change(list, draft, (now) => withQuote(now, quote))
    // How it is paid stays; what was said of another total does not.
    if (quote.total?.minor !== draft.quote?.total?.minor) tenders.say(draft.draftId, unsaidOfAmount)
  } catch (caught) {
    const failed = toAppError(caught)
    change(list, draft, (now) => ({
      ...now,
      busy: null,
      strict: true,
      error: failed,
      quote: failed.code === 'QUOTE_NOT_FOUND' ? null : now.quote,
    }))
  }
}

/** Sells what is confirmed. Pressed twice it sells once: the stage moves on before anything is awaited. */
export async function sellDraft(
  list: DraftList,
  writing: Writing,
  tenders: Pick<Tenders, 'tenderOf' | 'problemOf' | 'of' | 'say'>,
  again: boolean,
): Promise<void> {
  const draft = list.current.value
  if (!draft || draft.stage !== 'confirm' || !draft.quote) return
  const { draftId, againOf } = draft
  const total = chargeOf(draft, writing)?.total ?? null
  const isIn = draft.quote.direction === 'in'
  if (isIn && total !== null && tenders.problemOf(draftId, total) !== null) return
  const productId = draft.product.id
  const input = sellInputSchema.parse({
    draftId,
    productId,
    quoteId: draft.quote.quoteId,
    values: readForm(draft, writing).values,
    again,
    againOf,
    tender: tenders.tenderOf(draftId, total),
    overLimit: tenders.of(draftId).overLimit,
  })
  put(list, { ...draft, stage: 'sending', error: null, sameSale: null })
  try {
    const sale = await call('selling.sell', input)
    // An event that already told of an outcome is newer than this answer.
    change(list, draft, (now) => (now.stage === 'result' ? now : withSale(now, sale)))
  } catch (caught) {
    if (toAppError(caught).code === 'CREDIT_ABOVE_LIMIT')
      tenders.say(draftId, { isAboveUntold: true })
    change(list, draft, (now) => afterRefusal(now, caught))
  }
}

/** The same was sold, or may have been: whoever sells says whether this is another sale. */
const asksAgain: readonly ErrorCode[] = [
  ...(['SAME_SALE_RECENTLY', 'SOLD_ELSEWHERE'] as const),
  ...(['SAME_SALE_MADE_THERE', 'SAME_SALE_BEGUN_THERE'] as const),
]

/** Refused before it was made: back to where it can be put right, unless an event already told how it went. */
function afterRefusal(draft: Draft, caught: unknown): Draft {
  if (draft.stage !== 'sending') return draft
  const error = toAppError(caught)
  if (asksAgain.includes(error.code)) return { ...draft, stage: 'confirm', sameSale: error }
  if (error.code === 'QUOTE_NOT_FOUND') return { ...draft, stage: 'form', quoteStale: true, error }
  if (error.code === 'FORM_INCOMPLETE' || error.code === 'AMOUNT_MISSING')
    return { ...draft, stage: 'form', strict: true, error }
  return { ...draft, stage: 'confirm', error }
}

/** Looks up the sale on screen now. */
export async function lookAtDraft(list: DraftList): Promise<void> {
  const draft = list.current.value
  if (!draft?.sale || draft.busy) return
  put(list, { ...draft, busy: 'look', error: null })
  try {
    const sale = await call('selling.look', { saleId: draft.sale.id })
    change(list, draft, (now) =>
      now.sale?.id === sale.id ? withSale(now, sale) : { ...now, busy: null },
    )
  } catch (caught) {
    change(list, draft, withError(caught))
  }
}
