import { refDebounced, useThrottleFn } from '@vueuse/core'
import { computed, ref, watch, type Ref } from 'vue'
import {
  isRestricted,
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

/** What is known of the report on screen. */
interface ReportState {
  range: Ref<ReportRange>
  filter: Ref<ReportFilter>
  text: Ref<string>
  completeness: Ref<Completeness | null>
  totals: Ref<ReportTotals | null>
  /** Whose totals these are: until those of another range are read they are of the one before. */
  totalsOf: Ref<ReportRange>
  /** What can be chosen: totals as if no status, product or category were. */
  choices: Ref<Choices>
  /** Grows when the stored rows may have changed: pages are read again. */
  version: Ref<number>
  /** Grows when nothing more of this range is being brought: 0 while something is. */
  rested: Ref<number>
  /** The chosen range is being read or brought, or is about to be: what is not there yet may come. */
  settling: Ref<boolean>
  failed: Ref<AppError | null>
  latest: ReturnType<typeof createLatest>
}

type Gathering = ReturnType<typeof useGather>

/**
 * One report on screen: its range and filter, what is stored of it, and bringing what is missing.
 * Reads what is stored at once, then asks the service, reading again as days come in. "Today" is the
 * service's.
 */
export function useReport({ now, today } = useToday()) {
  const state = reportOf({ kind: 'sales', ...presetRange('month', today.value) })
  const { range, filter, text, completeness, totals, totalsOf, choices, version } = state
  const { rested, failed } = state
  const readSoon = useThrottleFn(() => read(state), 1_000, true)
  const gathering = useGather(() => void readSoon())
  const askedText = refDebounced(text, 200)

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
    (next, before) => {
      // The products of one report are not those of the other.
      if (before && before.kind !== next.kind) clearFilter(state)
      void settle(state, () => open(state, gathering, now))
    },
    { immediate: true },
  )
  watch(filter, () => void read(state))

  return {
    now,
    today,
    range,
    filter,
    text,
    filtered: computed(() => isRestricted(filter.value)),
    completeness,
    totals,
    totalsOf,
    /** What is shown is of another range than the one that was chosen. */
    loading: computed(() => totals.value !== null && !isSameRange(totalsOf.value, range.value)),
    choices,
    version,
    rested,
    settling: state.settling,
    progress: gathering.progress,
    error: computed(() => gathering.error.value ?? failed.value),
    gather: () => settle(state, () => gather(state, gathering)),
    cancel: gathering.cancel,
    clearFilter: () => clearFilter(state),
  }
}

function reportOf(range: ReportRange): ReportState {
  return {
    range: ref(range),
    filter: ref(noFilter()),
    text: ref(''),
    completeness: ref(null),
    totals: ref(null),
    totalsOf: ref(range),
    choices: ref({ byStatus: [], byProduct: [], byCategory: [] }),
    version: ref(0),
    rested: ref(0),
    settling: ref(true),
    failed: ref(null),
    latest: createLatest(),
  }
}

/** Whether two reports are of the same kind and days, and of the same registers. */
export function isSameRange(one: ReportRange, other: ReportRange): boolean {
  return (
    one.kind === other.kind &&
    one.from === other.from &&
    one.to === other.to &&
    one.over === other.over
  )
}

function clearFilter({ text, filter }: ReportState): void {
  text.value = ''
  filter.value = noFilter()
}

/** Reads what is stored; a slower, older answer never replaces a newer one. */
async function read(state: ReportState): Promise<void> {
  const isLatest = state.latest.begin()
  const range = { ...state.range.value }
  const filter = { ...state.filter.value }
  try {
    const [completeness, { totals, choices }] = await Promise.all([
      call('reports.completeness', range),
      readTotals(range, filter),
    ])
    if (!isLatest()) return
    state.choices.value = choices
    state.completeness.value = completeness
    state.totals.value = totals
    state.totalsOf.value = range
    state.version.value += 1
  } catch (caught) {
    if (!isLatest()) return
    // What was read for other days or another filter would be taken for these.
    state.totals.value = null
    state.completeness.value = null
    state.failed.value = toAppError(caught)
  }
}

/** The totals under a filter, and those that tell what else could be chosen. */
async function readTotals(
  range: ReportRange,
  filter: ReportFilter,
): Promise<{ totals: ReportTotals; choices: Choices }> {
  const by = (part: Partial<ReportFilter>) =>
    call('reports.totals', { ...range, filter: { ...filter, ...part } })
  const whole = by({})
  const without = (key: 'statusIds' | 'productIds' | 'categoryIds') =>
    filter[key].length === 0 ? whole : by({ [key]: [] })
  const [totals, { byStatus }, { byProduct }, { byCategory }] = await Promise.all([
    whole,
    without('statusIds'),
    without('productIds'),
    without('categoryIds'),
  ])
  return { totals, choices: { byStatus, byProduct, byCategory } }
}

/** Brings what is missing; cancels what was being brought for another range. */
async function gather(state: ReportState, gathering: Gathering): Promise<void> {
  const { range, rested, failed } = state
  rested.value = 0
  failed.value = null
  if (!(await gathering.run({ ...range.value }))) return
  await read(state)
  rested.value += 1
}

/** Another range: what is stored at once, then what is missing, unless it is long. */
async function open(
  state: ReportState,
  gathering: Gathering,
  now: Readonly<Ref<number>>,
): Promise<void> {
  const { range, rested, failed } = state
  gathering.leave()
  rested.value = 0
  failed.value = null
  const asked = range.value
  const reading = read(state)
  try {
    const stored = await call('reports.completeness', { ...asked })
    if (asked !== range.value) return
    if (shouldGather(stored, now.value)) await gather(state, gathering)
    else {
      rested.value += 1
      await reading
    }
  } catch (caught) {
    if (asked === range.value) failed.value = toAppError(caught)
  }
}

/** Says that the range is not settled until this is done, or another range was chosen. */
async function settle({ range, settling }: ReportState, work: () => Promise<void>): Promise<void> {
  const asked = range.value
  settling.value = true
  await work()
  if (asked === range.value) settling.value = false
}

type Choices = Pick<ReportTotals, 'byStatus' | 'byProduct' | 'byCategory'>
