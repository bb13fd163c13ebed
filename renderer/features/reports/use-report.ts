import { refDebounced, useThrottleFn } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import {
  reportFilterSchema,
  type Completeness,
  type ReportFilter,
  type ReportRange,
  type ReportTotals,
} from '../../../shared/contract/reports.ts'
import { presetOf, presetRange } from '../../../shared/domain/time/range.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'
import { useToday } from '../../bridge/today.ts'
import { createLatest } from '../../ui/latest.ts'
import { shouldGather, useGather } from './use-gather.ts'

const noFilter = (): ReportFilter => reportFilterSchema.parse({})

/**
 * One report on screen: its range and filter, what is stored of it, and bringing what is missing.
 * Reads what is stored at once, then asks the service, reading again as days come in. "Today" is the
 * service's.
 */
export function useReport({ now, today } = useToday()) {
  const range = ref<ReportRange>({ kind: 'sales', ...presetRange('month', today.value) })
  const filter = ref(noFilter())
  const text = ref('')
  const askedText = refDebounced(text, 200)
  const completeness = ref<Completeness | null>(null)
  const totals = ref<ReportTotals | null>(null)
  /** What can be chosen: totals as if no status, product or category were. */
  const choices = ref<Choices>({ byStatus: [], byProduct: [], byCategory: [] })
  /** Grows when the stored rows may have changed: pages are read again. */
  const version = ref(0)
  /** Grows when nothing more of this range is being brought: 0 while something is. */
  const rested = ref(0)
  const failed = ref<AppError | null>(null)
  const latest = createLatest()

  const filtered = computed(() => JSON.stringify(filter.value) !== JSON.stringify(noFilter()))

  /** Reads what is stored; a slower, older answer never replaces a newer one. */
  async function read(): Promise<void> {
    const isLatest = latest.begin()
    const [asked, by] = [{ ...range.value }, { ...filter.value }]
    const totalsBy = (part: Partial<ReportFilter>) =>
      call('reports.totals', { ...asked, filter: { ...by, ...part } })
    const whole = totalsBy({})
    const without = (key: 'statusIds' | 'productIds' | 'categoryIds') =>
      by[key].length === 0 ? whole : totalsBy({ [key]: [] })
    try {
      const [state, sums, anyStatus, anyProduct, anyCategory] = await Promise.all([
        call('reports.completeness', asked),
        whole,
        without('statusIds'),
        without('productIds'),
        without('categoryIds'),
      ])
      if (!isLatest()) return
      choices.value = {
        byStatus: anyStatus.byStatus,
        byProduct: anyProduct.byProduct,
        byCategory: anyCategory.byCategory,
      }
      completeness.value = state
      totals.value = sums
      version.value += 1
    } catch (caught) {
      if (!isLatest()) return
      // What was read for other days or another filter would be taken for these.
      totals.value = null
      completeness.value = null
      failed.value = toAppError(caught)
    }
  }
  const readSoon = useThrottleFn(read, 1_000, true)

  const gathering = useGather(() => void readSoon())

  /** Brings what is missing; cancels what was being brought for another range. */
  async function gather(): Promise<void> {
    rested.value = 0
    failed.value = null
    if (!(await gathering.run({ ...range.value }))) return
    await read()
    rested.value += 1
  }

  /** Another range: what is stored at once, then what is missing, unless it is long. */
  async function open(): Promise<void> {
    gathering.leave()
    rested.value = 0
    failed.value = null
    const asked = range.value
    void read()
    try {
      const state = await call('reports.completeness', { ...asked })
      if (asked !== range.value) return
      if (shouldGather(state, now.value)) await gather()
      else rested.value += 1
    } catch (caught) {
      if (asked === range.value) failed.value = toAppError(caught)
    }
  }

  // Midnight passes while the page is open: who looks at "this month" goes on looking at it.
  watch(today, (next, before) => {
    const preset = presetOf(range.value, before)
    if (preset) range.value = { ...range.value, ...presetRange(preset, next) }
  })
  watch(askedText, (value) => {
    filter.value = { ...filter.value, text: value.trim() }
  })
  watch(
    range,
    (now, before) => {
      // The products of one report are not those of the other.
      if (before && before.kind !== now.kind) clearFilter()
      void open()
    },
    { immediate: true },
  )
  watch(filter, () => void read())

  function clearFilter(): void {
    text.value = ''
    filter.value = noFilter()
  }

  return {
    now,
    today,
    range,
    filter,
    text,
    filtered,
    completeness,
    totals,
    choices,
    version,
    rested,
    progress: gathering.progress,
    error: computed(() => gathering.error.value ?? failed.value),
    gather,
    cancel: gathering.cancel,
    clearFilter,
  }
}

export type ReportView = ReturnType<typeof useReport>

type Choices = Pick<ReportTotals, 'byStatus' | 'byProduct' | 'byCategory'>
