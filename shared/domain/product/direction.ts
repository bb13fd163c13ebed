import type { Direction } from '../money/money.ts'
import { foldText } from '../text/fold-text.ts'

// Whole words at the start: "retiros" counts, "prestiro" does not.
const handsOut =
  /\b(retir\w*|premio\w*|withdraw\w*|prize\w*|payout\w*|cash ?out|desembolso\w*|disbursement\w*|pago de giros?)\b/
const takesIn =
  /\b(recarg\w*|deposit\w*|consign\w*|factura\w*|recaudo\w*|top ?up\w*|bill\w*|paquete\w*)\b/

/**
 * Guesses which way the cash goes: withdrawals and prizes hand it to the customer. The product's own
 * name outranks its category's ("Depósito" under "Retiros y depósitos" takes cash in). Only names
 * are read because the contract has no field for it.
 */
export function guessDirection(categoryName: string, productName: string): Direction {
  const product = foldText(productName)
  if (handsOut.test(product)) return 'out'
  if (takesIn.test(product)) return 'in'
  return handsOut.test(foldText(categoryName)) ? 'out' : 'in'
}
