import { z } from 'zod'
import { exactText, NumberText, parseExact } from '../text/json.ts'
import { minorFromDecimal } from '../money/money.ts'
import { typedText } from './form-fields.ts'
import type { FormValues } from './form.ts'

const scalar = z.union([z.string(), z.instanceof(NumberText)]).transform(String)

/** One credit of a lender's list (contract 4b); what is missing of it is not shown. */
const creditSchema = z.looseObject({
  nroCredito: scalar,
  descripcionTipoOperacion: scalar.optional(),
  deudaProxCuota: scalar.optional(),
  fechaProxCuota: z.string().optional(),
  totalDeuda: scalar.optional(),
  diasMora: scalar.optional(),
})

export interface Credit {
  /** `nroCredito`: by which the lender knows it. */
  number: string
  kind: string
  /** The next instalment in minor units, or null when it cannot be read. */
  dueMinor: number | null
  /** `YYYY-MM-DD`, or empty. */
  dueDay: string
  daysLate: number
  /** The whole debt in minor units, or null when it cannot be read. */
  debtMinor: number | null
  /** What is sent for it: its JSON, digit by digit as the lender wrote it, or another credit may be paid. */
  json: string
}

/** The field that the contract holds credits in (4b, rule 1): a list to choose from, then the one that was chosen. */
const creditField = 'credits'

/** The credit that is paid, as the values of a form hold it; null: none was chosen yet, or it is no such form. */
export function chosenCredit(values: FormValues): Credit | null {
  const parsed = parseJson(typedText(values, creditField) ?? '')
  const [only = null, ...others] = creditsIn(Array.isArray(parsed) ? parsed : [parsed])
  return others.length === 0 ? only : null
}

/** The credits held in a JSON text, or null when the text is no list (a credit already chosen, or nothing). */
export function readCredits(text: string): Credit[] | null {
  const list = z.array(z.unknown()).safeParse(parseJson(text))
  return list.success ? creditsIn(list.data) : null
}

function creditsIn(list: readonly unknown[]): Credit[] {
  return list.flatMap((item) => {
    const credit = creditSchema.safeParse(item)
    if (!credit.success) return []
    const { nroCredito, descripcionTipoOperacion, deudaProxCuota } = credit.data
    const { fechaProxCuota, diasMora, totalDeuda } = credit.data
    return {
      number: nroCredito,
      kind: descripcionTipoOperacion ?? '',
      dueMinor: deudaProxCuota === undefined ? null : minorFromDecimal(deudaProxCuota),
      dueDay: fechaProxCuota ?? '',
      daysLate: Number(diasMora ?? 0) || 0,
      debtMinor: totalDeuda === undefined ? null : minorFromDecimal(totalDeuda),
      json: exactText(item),
    }
  })
}

function parseJson(text: string): unknown {
  try {
    return parseExact(text)
  } catch (caught) {
    if (caught instanceof SyntaxError) return null
    throw caught
  }
}
