import { z } from 'zod'
import { exactText, NumberText, parseExact } from '../../../shared/domain/text/json.ts'
import { minorFromDecimal } from '../../../shared/domain/money/money.ts'

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

/** The credits held in a JSON text, or null when the text is no list (a credit already chosen, or nothing). */
export function readCredits(text: string): Credit[] | null {
  const list = z.array(z.unknown()).safeParse(parseJson(text))
  if (!list.success) return null
  return list.data.flatMap((item) => {
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
