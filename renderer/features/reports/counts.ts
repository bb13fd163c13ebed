import { inject, provide, type InjectionKey } from 'vue'
import type { ReportKind } from '../../../shared/domain/sale/transaction.ts'
import { t } from '../../i18n/index.ts'
import { useFormats } from '../../ui/formats.ts'

/** Whole numbers grouped as the shop writes its money: `25.000`. */
export const useCounts = (): ((count: number) => string) => useFormats().count

const key: InjectionKey<() => ReportKind> = Symbol('kind of report')

/** Says once, for all of a report, of what its rows are. */
export const provideKind = (kind: () => ReportKind): void => provide(key, kind)

/** So many rows, by the word for what the report is of: `25 ventas`. */
export function useRowsSaid(): (rows: number) => string {
  const count = useCounts()
  const kind = inject(key, () => 'sales' as const)
  return (rows) => t(`reports.operations.${kind()}`, { n: count(rows) }, rows)
}
