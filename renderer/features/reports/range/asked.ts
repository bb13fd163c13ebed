import { nextTick, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ReportFilter, ReportRange } from '../../../../shared/contract/reports.ts'
import { statusIds } from '../../../../shared/domain/sale/transaction.ts'
import { monthOf } from '../../../../shared/domain/time/range.ts'

/** Sales that the service neither made whole nor refused. */
const withoutResult = [statusIds.PENDING, statusIds.PROCESSING, statusIds.PARTIAL].map(String)

/** Another page led to the sales of a month (`mes`), all of them or those without a result (`estado`): they are shown. */
export function useAsked({
  today,
  open,
  filter,
}: {
  today: Ref<string>
  open: (range: ReportRange) => void
  filter: Ref<ReportFilter>
}): void {
  const { query } = useRoute()
  const router = useRouter()
  async function show(month: string): Promise<void> {
    const { from, to } = monthOf(`${month}-01`)
    open({ kind: 'sales', from, to: to < today.value ? to : today.value })
    // What was chosen of another range is let go with it.
    await nextTick()
    if (query['estado'] === 'sin-resultado')
      filter.value = { ...filter.value, statusIds: withoutResult }
    await router.replace('/reportes')
  }
  const { mes: month } = query
  if (typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) void show(month)
}
