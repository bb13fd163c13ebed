import { z } from 'zod'
import { documentWarning, type DocumentWarning } from '../identity/document.ts'

/** Which kind of tax number a shop has: Colombia's NIT, Ecuador's RUC. */
const taxIdKindSchema = z.enum(['NIT', 'RUC'])
export type TaxIdKind = z.infer<typeof taxIdKindSchema>

/** A rate of tax as the accountant writes it, e.g. IVA and "19 %". Nothing is assumed about any tax. */
const taxRateSchema = z.object({
  name: z.string().trim().min(1).max(60),
  rate: z.string().trim().min(1).max(30),
})
export type TaxRate = z.infer<typeof taxRateSchema>

const line = (most: number) => z.string().trim().max(most).default('')

/** The shop as its papers name it: receipts, the close of a shift, the accountant's workbook. */
export const businessSchema = z.object({
  name: line(120),
  taxIdKind: taxIdKindSchema.default('NIT'),
  /** As the owner writes it, with its dots and its check digit: a text, never a number. */
  taxId: line(30),
  establishment: line(80),
  address: line(120),
  phone: line(40),
  city: line(60),
  /** Which register of the shop this is: what its closes are told apart by. */
  registerCode: z.string().trim().max(8).default('01'),
  registerName: line(40),
  /** What a receipt ends with; may have several lines. */
  receiptFooter: line(400),
  taxRates: z.array(taxRateSchema).max(20).default([]),
})
export type Business = z.infer<typeof businessSchema>

/** What of it all registers of a branch have alike. */
export const sharedBusinessSchema = businessSchema.omit({ registerCode: true, registerName: true })

/** What seems wrong with a tax number, or null. It is said, and never keeps anyone from saving. */
export function taxIdWarning(kind: TaxIdKind, taxId: string): DocumentWarning | null {
  if (kind === 'NIT') return documentWarning(taxId, 'CO')
  const found = documentWarning(taxId, 'EC')
  // Ecuador's other document, the cédula of 10 digits, is no RUC.
  const isCedula = found === null && taxId.replace(/\D/g, '').length === 10
  return isCedula ? 'length' : found
}

/**
 * A rate as a fraction, where the text is beyond doubt: "19 %", "0,5%", "9,66 por mil", "9.66 ‰". Null for
 * anything else: a number without its unit could be either.
 */
export function rateFraction(text: string): number | null {
  const found = /^(\d{1,3}(?:[.,]\d{1,4})?)\s*(%|‰|por ciento|por mil|x mil|x 1000)$/i.exec(
    text.trim(),
  )
  if (!found?.[1] || !found[2]) return null
  const perMille = /‰|mil|1000/i.test(found[2])
  return Number(found[1].replace(',', '.')) / (perMille ? 1000 : 100)
}
