import { words, type Language, type Translate } from '../../words/words.ts'
import { isWholeMonth, type DayRange } from '../time/range.ts'
import type { ReportKind } from '../sale/transaction.ts'

/** The name offered for a report's file: "Ventas 2026-10.xlsx" for a whole month, else its days; "Libro" of both reports. */
export function reportFileName(
  range: DayRange & { kind: ReportKind; kinds?: readonly ReportKind[] },
  format: 'xlsx' | 'csv',
  language: Language,
): string {
  const isBook = range.kinds?.some((kind) => kind !== range.kind) ?? false
  const say = words.in(language)
  const title = say(`files.report.${isBook ? 'both' : range.kind}`)
  return `${title} ${rangeName(range, say)}.${format}`
}

function rangeName(range: DayRange, say: Translate): string {
  if (isWholeMonth(range)) return range.from.slice(0, 7)
  const { from, to } = range
  return from === to ? from : say('files.report.range', { from, to })
}
