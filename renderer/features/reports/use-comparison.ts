import { useLocalStorage } from '@vueuse/core'
import { computed, ref, watch, type Ref } from 'vue'
import type {
  Completeness,
  ReportFilter,
  ReportRange,
  ReportTotals,
} from '../../../shared/contract/reports.ts'
import {
  comparedRange,
  comparisonNames,
  type ComparisonName,
} from '../../../shared/domain/time/range.ts'
import { toAppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'
import { createLatest } from '../../ui/latest.ts'
import { shouldGather, useGather } from './use-gather.ts'

/** What the days before came to, under the same filter, as far as they are stored. */
export interface Before {
  range: ReportRange
  totals: ReportTotals
  completeness: Completeness
}

/**
 * The days that a report is compared with. They are brought once the report itself rests (`rested` grows), as one
 * request at a time is all that the service is asked.
 */
export function useComparison(
  range: Ref<ReportRange>,
  filter: Ref<ReportFilter>,
  rested: Ref<number>,
  now: Readonly<Ref<number>>,
  /** Whether the report's rows are of the connection in use: those of the days before are asked of no other. */
  isComparable: Readonly<Ref<boolean>> = ref(true),
) {
  const kept = useLocalStorage<string>('reports.comparison', 'previous')
  const name = computed<ComparisonName>({
    get: () => comparisonNames.find((one) => one === kept.value) ?? 'previous',
    set: (chosen) => (kept.value = chosen),
  })
  const asked = computed<ReportRange | null>(() => {
    const days = isComparable.value ? comparedRange(range.value, name.value) : null
    return days && { kind: range.value.kind, ...days }
  })
  const before = ref<Before | null>(null)
  const gather = useGather(() => undefined)
  const latest = createLatest()

  async function read(): Promise<Completeness | null> {
    const isLatest = latest.begin()
    const days = asked.value
    if (days === null) {
      before.value = null
      return null
    }
    try {
      const [totals, completeness] = await Promise.all([
        call('reports.totals', { ...days, filter: { ...filter.value } }),
        call('reports.completeness', { ...days }),
      ])
      if (!isLatest()) return null
      before.value = { range: days, totals, completeness }
      return completeness
    } catch (caught) {
      if (isLatest()) gather.error.value = toAppError(caught)
      return null
    }
  }

  async function bring(): Promise<void> {
    const days = asked.value
    if (days !== null && (await gather.run(days))) await read()
  }

  /** Reads what is stored; what is missing is brought when the report itself has all of its own. */
  async function renew(): Promise<void> {
    const state = await read()
    if (
      state &&
      rested.value > 0 &&
      gather.progress.value === null &&
      shouldGather(state, now.value)
    ) {
      await bring()
    }
  }

  watch(
    [range, name],
    () => {
      gather.leave()
      before.value = null
    },
    { flush: 'sync' },
  )
  watch([asked, rested], () => void renew(), { immediate: true })
  watch(filter, () => void read())

  return {
    name,
    before,
    progress: gather.progress,
    error: gather.error,
    bring,
    cancel: gather.cancel,
  }
}

export type Comparison = ReturnType<typeof useComparison>
