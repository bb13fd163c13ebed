import { createGlobalState } from '@vueuse/core'
import { ref } from 'vue'
import {
  isRestricted,
  type CsvSeparator,
  type ReportFilter,
} from '../../../../shared/contract/reports.ts'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import type { ExportWish } from './use-export.ts'

/** What a report is written as, each by its key. */
export const fileKinds = [
  {
    format: 'xlsx',
    word: 'Excel',
    icon: 'i-lucide-file-spreadsheet',
    does: 'reportExcel',
    said: 'reports.toExcel',
  },
  {
    format: 'csv',
    word: 'CSV',
    icon: 'i-lucide-file-text',
    does: 'reportCsv',
    said: 'reports.toCsv',
  },
] as const

export type SeparatorChoice = 'auto' | 'comma' | 'semicolon' | 'tab'

/** How a person wants files: kept while the window is open. */
export interface ExportOptions {
  /** Both reports in one workbook, where no filter restricts it. */
  both: boolean
  /** Customers' numbers in full. */
  full: boolean
  separator: SeparatorChoice
}

export const useExportOptions = createGlobalState(() =>
  ref<ExportOptions>({ both: false, full: false, separator: 'auto' }),
)

const signs: Record<SeparatorChoice, CsvSeparator | null> = {
  auto: null,
  comma: ',',
  semicolon: ';',
  tab: '\t',
}

/** What of a wish to export the options decide. */
export function optionsWish(
  { both, full, separator }: ExportOptions,
  report: { kind: ReportKind; filter: ReportFilter; format: 'xlsx' | 'csv' },
): Pick<ExportWish, 'kinds' | 'full' | 'separator'> {
  const other = report.kind === 'sales' ? 'buys' : 'sales'
  const isBook = both && report.format === 'xlsx' && !isRestricted(report.filter)
  return { kinds: isBook ? [other] : [], full, separator: signs[separator] }
}
