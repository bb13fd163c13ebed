import type { ProductForm } from '../form/form.ts'
import { foldText } from '../text/fold-text.ts'

/** The families of the contract ("What the service does") that take cash in, by what is done at the counter. */
export type Family = 'recharge' | 'deposit' | 'pay' | 'payBill' | 'buy'

const deposits = String.raw`deposit\w*|consign\w*`
const betting = String.raw`apuesta\w*|apostar|bets?|betting|pronostico\w*`
const words = (some: string) => new RegExp(String.raw`\b(${some})\b`)
const asCash = words(`${deposits}|${betting}`)

/** The words that tell a family, the most telling first. */
const families: readonly [Family, RegExp][] = [
  ['recharge', words(String.raw`recarg\w*|top ?ups?|${betting}|billetera\w*|wallet\w*`)],
  ['deposit', words(deposits)],
  [
    'pay',
    /\b(credito\w*|obligacion\w*|cuota\w*|prestamo\w*|loan\w*|instal?lment\w*|planilla\w*|impuesto\w*|registro\w*|pagas?|pay)\b/,
  ],
  ['payBill', /\b(factura\w*|recaudo\w*|bills?|servicios? (publicos?|basicos?)|convenio\w*)\b/],
  [
    'buy',
    /\b(paquete\w*|package\w*|pin|pines|pins|revista\w*|magazine\w*|certificado\w*|certificate\w*|plan|planes)\b/,
  ],
]

/** The family that a name tells, or null. */
export function familyOf(name: string): Family | null {
  const text = foldText(name)
  return families.find(([, of]) => of.test(text))?.[0] ?? null
}

/** Whether a product takes cash in for an account elsewhere, by its own name or by its category. */
export function isDeposit({ name, category }: { name: string; category: string }): boolean {
  return (familyOf(name) ?? familyOf(category)) === 'deposit'
}

/** The field of the contract's deposits that says into which account it is paid. */
const accountField = 'accountNumber'

/**
 * Whether a product is as good as cash, or is betting: not sold on credit unless the owner allows it. Told by its names, by
 * what its form says that it does, or by a form that asks for the account that it is paid into; `form` null: not known.
 */
export function isAsCash(
  { name, category }: { name: string; category: string },
  form: Pick<ProductForm, 'title' | 'button' | 'inputs'> | null,
): boolean {
  const says = form ? `${form.title} ${form.button}` : ''
  if (asCash.test(foldText(`${category} ${name} ${says}`))) return true
  return form?.inputs.some((input) => input.name === accountField) ?? false
}
