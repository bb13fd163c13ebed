import { foldText } from '../text/fold-text.ts'

/** The families of the contract ("What the service does") that take cash in, by what is done at the counter. */
export type Family = 'recharge' | 'deposit' | 'pay' | 'payBill' | 'buy'

/** The words that tell a family, the most telling first. */
const families: readonly [Family, RegExp][] = [
  ['recharge', /\b(recarg\w*|top ?ups?|apuesta\w*|betting|pronostico\w*|billetera\w*|wallet\w*)\b/],
  ['deposit', /\b(deposit\w*|consign\w*)\b/],
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
  return families.find(([, words]) => words.test(text))?.[0] ?? null
}
