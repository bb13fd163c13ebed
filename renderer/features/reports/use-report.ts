import { refDebounced, tryOnScopeDispose, useNow, useThrottleFn } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import type {
  Completeness,
  ReportFilter,
  ReportRange,
  ReportTotals,
} from '../../../shared/contract/reports.ts'
import { serviceDay } from '../../../shared/domain/dates.ts'
import { presetOf, presetRange } from '../../../shared/domain/range.ts'
import { statusIds } from '../../../shared/domain/transaction.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'

/** Longer ranges are brought only when asked for. */
const mostDaysUnasked = 62
/** Days that may still change are asked for again when the last time was longer ago than this. */
const freshForMs = 60_000

/** How far a gather is, in days and rows. */
export interface GatherProgress {
  done: number
  total: number
  rows: number
}

/**
 * One report on screen: its range and filter, what is stored of it, and bringing what is missing.
 * Reads what is stored at once, then asks the service, reading again as days come in.
 */
export function useReport() {
  const now = useNow({ interval: 30_000 })
  const today = computed(() => serviceDay(now.value.getTime()))
  const range = ref<ReportRange>({ kind: 'sales', ...presetRange('month', today.value) })
  const filter = ref<ReportFilter>({ statusIds: [], productIds: [], text: '' })
  const text = ref('')
  const askedText = refDebounced(text, 200)
  const completeness = ref<Completeness | null>(null)
  const totals = ref<ReportTotals | null>(null)
  /** Of approved rows alone, while no status is chosen. */
  const approved = ref<ReportTotals | null>(null)
  /** What can be chosen: totals as if no status, or no product, were. */
  const byStatus = ref<ReportTotals['byStatus']>([])
  const byProduct = ref<ReportTotals['byProduct']>([])
  /** Grows when the stored rows may have changed: pages are read again. */
  const version = ref(0)
  const progress = ref<GatherProgress | null>(null)
  const error = ref<AppError | null>(null)
  let job: string | null = null
  let turn = 0

  const filtered = computed(
    () =>
      filter.value.statusIds.length > 0 ||
      filter.value.productIds.length > 0 ||
      filter.value.text !== '',
  )

  /** Reads what is stored; a slower, older answer never replaces a newer one. */
  async function read(): Promise<void> {
    const mine = ++turn
    const [asked, by] = [{ ...range.value }, { ...filter.value }]
    const totalsBy = (part: Partial<ReportFilter>) =>
      call('reports.totals', { ...asked, filter: { ...by, ...part } })
    const noStatus = by.statusIds.length === 0
    try {
      const whole = totalsBy({})
      const [state, sums, sumsApproved, anyStatus, anyProduct] = await Promise.all([
        call('reports.completeness', asked),
        whole,
        noStatus ? totalsBy({ statusIds: [String(statusIds.APPROVED)] }) : null,
        noStatus ? whole : totalsBy({ statusIds: [] }),
        by.productIds.length === 0 ? whole : totalsBy({ productIds: [] }),
      ])
      if (mine !== turn) return
      byStatus.value = anyStatus.byStatus
      byProduct.value = anyProduct.byProduct
      completeness.value = state
      totals.value = sums
      approved.value = sumsApproved
      version.value += 1
    } catch (caught) {
      if (mine === turn) error.value = toAppError(caught)
    }
  }
  const readSoon = useThrottleFn(read, 1_000, true)

  /** Brings what is missing; cancels what was being brought for another range. */
  async function gather(): Promise<void> {
    cancel()
    const mine = crypto.randomUUID()
    job = mine
    error.value = null
    progress.value = { done: 0, total: 0, rows: 0 }
    try {
      await call('reports.gather', { ...range.value, jobId: mine })
    } catch (caught) {
      const failed = toAppError(caught)
      // A person who stopped it knows.
      if (job === mine && failed.code !== 'CANCELLED') error.value = failed
    }
    if (job !== mine) return
    job = null
    progress.value = null
    await read()
  }

  function cancel(): void {
    if (job !== null) void call('reports.cancel', { jobId: job })
  }

  /** What is being brought is for nobody any more: it is stopped, and its end tells nothing. */
  function leave(): void {
    cancel()
    job = null
    progress.value = null
  }

  /** Another range: what is stored at once, then what is missing, unless it is long. */
  async function open(): Promise<void> {
    leave()
    error.value = null
    completeness.value = null
    const asked = range.value
    void read()
    try {
      const state = await call('reports.completeness', { ...asked })
      if (asked === range.value && shouldGather(state)) await gather()
    } catch (caught) {
      if (asked === range.value) error.value = toAppError(caught)
    }
  }

  function shouldGather(state: Completeness): boolean {
    if (state.missingDays.length > 0) return state.missingDays.length <= mostDaysUnasked
    const stale = Date.now() - (state.fetchedAt ?? 0) > freshForMs
    return state.provisionalDays.length > 0 && stale
  }

  tryOnScopeDispose(leave)
  tryOnScopeDispose(
    on('reports.progress', ({ jobId, phase, done, total, rows }) => {
      if (phase !== 'gather' || jobId !== job) return
      progress.value = { done, total, rows }
      void readSoon()
    }),
  )
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
    filter.value = { statusIds: [], productIds: [], text: '' }
  }

  return {
    today,
    range,
    filter,
    text,
    filtered,
    completeness,
    totals,
    approved,
    byStatus,
    byProduct,
    version,
    progress,
    error,
    gather,
    cancel,
    clearFilter,
  }
}

export type ReportView = ReturnType<typeof useReport>
