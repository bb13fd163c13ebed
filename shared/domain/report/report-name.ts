import type { Language } from '../../words/words.ts'
import { isWholeMonth, type DayRange } from '../time/range.ts'
import type { ReportKind } from '../sale/transaction.ts'

const words = {
  es: { sales: 'Ventas', buys: 'Compras', both: 'Libro', to: 'a' },
  en: { sales: 'Sales', buys: 'Purchases', both: 'Book', to: 'to' },
} as const

/** The name offered for a report's file: "Ventas 2026-10.xlsx" for a whole month, else its days; "Libro" of both reports. */
export function reportFileName(
  range: DayRange & { kind: ReportKind; kinds?: readonly ReportKind[] },
  format: 'xlsx' | 'csv',
  language: Language,
): string {
  const isBook = range.kinds?.some((kind) => kind !== range.kind) ?? false
  const { [isBook ? 'both' : range.kind]: title, to } = words[language]
  return `${title} ${rangeName(range, to)}.${format}`
}

function rangeName(range: DayRange, to: string): string {
  if (isWholeMonth(range)) return range.from.slice(0, 7)
  return range.from === range.to ? range.from : `${range.from} ${to} ${range.to}`
}
