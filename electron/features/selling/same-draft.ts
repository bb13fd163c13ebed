import { cutCardReference } from '../../../shared/domain/identity/card.ts'
import { parseTypedMoney } from '../../../shared/domain/money/typed-money.ts'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'

/** The values that say what is sold to whom; a new quote may change every other. */
export const telling = [
  'amount',
  'reference',
  'barcode',
  'accountNumber',
  'customerDocument',
  'customerCellphone',
] as const

/** Whether values asked for now are those of the sale that the draft already became. */
export function isSameDraft(sold: FormValues, asked: FormValues): boolean {
  const wanted = cutCardReference(asked, asked['customerQueryType'] ?? sold['customerQueryType'])
  return telling.every((name) => {
    const before = sold[name]
    const now = wanted[name]
    if (before === undefined || now === undefined || now.trim() === '') return true
    return sameField(name, before, now)
  })
}

/** Whether two texts of one field say the same. */
export function sameField(name: (typeof telling)[number], before: string, now: string): boolean {
  return name === 'amount' ? sameAmount(before, now) : sameText(before, now)
}

function sameAmount(before: string, now: string): boolean {
  const [first, second] = [before, now].map((text) => parseTypedMoney(text, 'X', 'point'))
  if (!first?.ok || !second?.ok) return before.trim() === now.trim()
  return first.money.minor === second.money.minor
}

function sameText(before: string, now: string): boolean {
  const [first, second] = [before, now].map((text) => foldText(text).replaceAll(' ', ''))
  return first === second
}
