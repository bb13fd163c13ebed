import { foldText } from '../text/fold-text.ts'

/** Deposits and betting, by the words that products and categories are called by. */
const asCash = /\b(deposit\w*|consign\w*|apuesta\w*|apostar|bets?|betting|pronostico\w*)\b/

/**
 * Whether a product is as good as cash, or is betting: not sold on credit unless the owner allows it. By name and
 * category, as nothing else tells it.
 */
export function isAsCash({ name, category }: { name: string; category: string }): boolean {
  return asCash.test(foldText(`${category} ${name}`))
}
