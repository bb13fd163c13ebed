import type { ProductForm } from '../form/form.ts'
import { rechargeFields } from '../form/recharge.ts'
import type { Direction, Money } from '../money/money.ts'
import { foldText } from '../text/fold-text.ts'
import { familyOf } from './family.ts'

// Whole words at the start: "retiros" counts, "prestiro" does not.
const handsOut =
  /\b(retir\w*|premio\w*|withdraw\w*|prize\w*|payout\w*|cash ?out|desembolso\w*|disbursement\w*|pago de giros?)\b/
const takesIn =
  /\b(recarg\w*|deposit\w*|consign\w*|factura\w*|recaudo\w*|top ?up\w*|bills?|paquete\w*)\b/
/** Families of the contract that no button has a verb of its own for. */
const soldToo = /\b(tv|televis\w*|entreteni\w*|entertainment|especial\w*|special)\b/

/** What shops both take in and pay out: whatever a form calls its button, none of it tells which. */
const eitherWay = /\b(giros?|remesas?|remittances?|subsid\w*|auxilios?|bonos? de desarrollo)\b/

/** What a form says that it does; of a product's own name it would not tell who pays ("Compra de dólares"). */
const sells = /\b(vend\w*|compr\w*|sell|buy)\b/

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

/** Which way the cash of a product goes: as the owner said, else as the names of product and category suggest. */
export function directionOf(
  { id, name, categoryName }: { id: string; name: string; categoryName: string },
  said: ReadonlyMap<string, Direction>,
): Direction {
  return said.get(id) ?? guessDirection(categoryName, name)
}

/** What the service says of a product that tells which way its cash goes. */
export interface ProductSaying {
  name: string
  categoryName: string
  /** null: free value. */
  price: Money | null
  /** null: none, or not read. */
  form: Pick<ProductForm, 'title' | 'button' | 'inputs'> | null
}

/**
 * Whether `guessDirection` says no more than a guess of a product: neither its names nor its form's words name a
 * family of the contract, nor has it a price of its own, nor is it sold, a top-up or a loan (4a, 4b) by its form; or
 * what they say goes both ways.
 */
export function isDirectionGuess({ name, categoryName, price, form }: ProductSaying): boolean {
  const names = saysOf(name)
  const said = [...(names.length > 0 ? names : saysOf(categoryName))]
  if (form) said.push(...saysOf(`${form.title} ${form.button}`))
  if (price !== null) said.push('in')
  if (said.length === 0) return !(form && isSaleByForm(form))
  return new Set(said).size > 1
}

/** The directions that a text names. Of what hands cash out, what is named beside it ("Retiro Billetera") is whose. */
function saysOf(text: string): Direction[] {
  const folded = foldText(text)
  if (handsOut.test(folded)) return takesIn.test(folded) ? ['out', 'in'] : ['out']
  if (takesIn.test(folded)) return ['in']
  if (eitherWay.test(folded)) return ['out', 'in']
  return familyOf(folded) !== null || soldToo.test(folded) ? ['in'] : []
}

/** Where nothing else is said: it sells, or it is a loan's instalment or a top-up by its fields. */
function isSaleByForm({ title, button, inputs }: NonNullable<ProductSaying['form']>): boolean {
  const isLoan = inputs.some(
    ({ name, type }) => name === 'customerPaymentType' || type === 'input-lender',
  )
  return isLoan || sells.test(foldText(`${title} ${button}`)) || rechargeFields(inputs) !== null
}
