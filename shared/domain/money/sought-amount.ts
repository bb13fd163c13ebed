import { foldText } from '../text/fold-text.ts'
import { currencyOfCountry, minorFromDecimal } from './money.ts'

/** What stands before a figure and belongs to it: `$`, and the codes of both countries' currencies. */
const mark = `(?:US\\$|\\$|(?:${Object.values(currencyOfCountry).join('|')})(?=\\s*\\d))`

/** A figure with its mark, else what stands between two spaces. */
const token = new RegExp(`-?${mark}\\s*[\\d.,]+(?=\\s|$)|\\S+`, 'gi')

/**
 * The amount in minor units that a searched text names, as a screen writes it (`$ 20.000`, `-$2.051,89`, `USD 3,50`) or
 * as a machine does (`20000.00`); null where it is none. Only for finding, where one reading will do: one sign before
 * three digits stands between thousands, as no money has three decimals. What is sold is read by parseTypedMoney.
 */
export function soughtAmount(text: string): number | null {
  const figure = text.trim().replace(new RegExp(mark, 'i'), '').replace(/\s/g, '')
  const [, sign = '', whole = '', cents = ''] =
    /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(figure) ??
    /^(-?)(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(figure) ??
    /^(-?)(\d+)(?:[.,](\d+))?$/.exec(figure) ??
    []
  return whole === ''
    ? null
    : minorFromDecimal(`${sign}${whole.replace(/[.,]/g, '')}.${cents || 0}`)
}

/** A word that is searched for: folded, and the amount that it may be instead (minor units). */
export interface SoughtWord {
  word: string
  amount: number | null
}

/** The words of a searched text, of which all must be found. A figure is one, whatever stands between its digits. */
export function soughtWords(text: string): SoughtWord[] {
  return (text.match(token) ?? []).flatMap((part) => {
    const amount = soughtAmount(part)
    if (amount !== null) return [{ word: foldText(part), amount }]
    const words = foldText(part).split(' ').filter(Boolean)
    return words.map((word) => ({ word, amount: soughtAmount(word) }))
  })
}
