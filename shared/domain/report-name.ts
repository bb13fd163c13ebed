import { isWholeMonth, type DayRange } from './range.ts'
import type { ReportKind } from './transaction.ts'

const words = {
  es: { sales: 'Ventas', buys: 'Compras', to: 'a' },
  en: { sales: 'Sales', buys: 'Purchases', to: 'to' },
} as const

/** The name offered for a report's file: "Ventas 2026-10.xlsx" for a whole month, else its days. */
export function reportFileName(
  range: DayRange & { kind: ReportKind },
  format: 'xlsx' | 'csv',
  language: 'es' | 'en',
): string {
  const { [range.kind]: title, to } = words[language]
  return `${title} ${rangeName(range, to)}.${format}`
}

function rangeName(range: DayRange, to: string): string {
  if (isWholeMonth(range)) return range.from.slice(0, 7)
  return range.from === range.to ? range.from : `${range.from} ${to} ${range.to}`
}
