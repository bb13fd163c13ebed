import type { Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ReportFilter, ReportRange } from '../../../../shared/contract/reports.ts'
import { statusIds } from '../../../../shared/domain/sale/transaction.ts'
import { monthOf } from '../../../../shared/domain/time/range.ts'

/** Sales that the service neither made whole nor refused. */
const withoutResult = [statusIds.PENDING, statusIds.PROCESSING, statusIds.PARTIAL].map(String)

/** Another page led to the sales of a month that have no result (`sin-resultado`): they are shown. */
export function useAsked({
  today,
  open,
  filter,
}: {
  today: Ref<string>
  open: (range: ReportRange) => void
  filter: Ref<ReportFilter>
}): void {
  const month = useRoute().query['sin-resultado']
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return
  const { from, to } = monthOf(`${month}-01`)
  open({ kind: 'sales', from, to: to < today.value ? to : today.value })
  filter.value = { ...filter.value, statusIds: withoutResult }
  void useRouter().replace('/reportes')
}
