import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type {
  ReportColumn,
  ReportFilter,
  ReportRange,
  ShownRow,
} from '../../../../shared/contract/reports.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call } from '../../../bridge/client.ts'
import { createLatest } from '../../../ui/latest.ts'

const pageSize = 100
const pageOf = (row: number) => Math.floor(row / pageSize)
/** Pages kept, those nearest to what is seen; the rest of the rows stay in the database. */
const pagesKept = 12
/** Who drags over a long report passes pages faster than they can be read: only so many are asked for at once. */
const mostAsked = 2

/** The rows of a report by the pages that are seen, never all of them. */
export function usePages(range: Ref<ReportRange>, filter: Ref<ReportFilter>, version: Ref<number>) {
  const sort = ref<{ column: ReportColumn; descending: boolean }>({
    column: 'createdAt',
    descending: true,
  })
  const count = ref(0)
  const pages = shallowRef(new Map<number, ShownRow[]>())
  const error = ref<AppError | null>(null)
  const waiting = new Set<number>()
  /** Could not be brought: not asked for again until what is in sight changes. */
  const failed = new Set<number>()
  let seen = { first: 0, end: pageSize }
  const latest = createLatest()

  const query = computed(() => ({
    ...range.value,
    filter: { ...filter.value },
    sort: { ...sort.value },
  }))

  function rowAt(index: number): ShownRow | undefined {
    return pages.value.get(pageOf(index))?.[index % pageSize]
  }

  /** Brings the pages of rows `first` up to `end`, which are now in sight; those passed meanwhile are left out. */
  function show(first: number, end: number): void {
    seen = { first, end }
    failed.clear()
    bringSeen()
  }

  function bringSeen(): void {
    const { first, end } = seen
    for (let page = pageOf(first); page <= pageOf(Math.max(first, end - 1)); page += 1) {
      if (waiting.size >= mostAsked) return
      const isKnown = pages.value.has(page) || waiting.has(page) || failed.has(page)
      if (!isKnown) void bring(page)
    }
  }

  async function bring(page: number): Promise<void> {
    const isLatest = latest.ongoing()
    waiting.add(page)
    try {
      const input = { ...query.value, offset: page * pageSize, limit: pageSize }
      const answer = await call('reports.page', input)
      if (!isLatest()) return
      const far = ([one]: [number, ShownRow[]]) => Math.abs(one - pageOf(seen.first))
      const known: [number, ShownRow[]][] = [...pages.value, [page, answer.rows]]
      pages.value = new Map(known.toSorted((a, b) => far(a) - far(b)).slice(0, pagesKept))
      count.value = answer.count
      if (failed.size === 0) error.value = null
    } catch (caught) {
      if (!isLatest()) return
      failed.add(page)
      error.value = toAppError(caught)
    }
    waiting.delete(page)
    // One that was held back meanwhile has its turn now, whatever became of this one.
    bringSeen()
  }

  /** The rows may be others: those in sight are brought again, and replace the old ones as they come. */
  async function renew(): Promise<void> {
    const isLatest = latest.begin()
    waiting.clear()
    const first = pageOf(seen.first)
    try {
      const input = { ...query.value, offset: first * pageSize, limit: pageSize }
      const answer = await call('reports.page', input)
      if (!isLatest()) return
      pages.value = new Map([[first, answer.rows]])
      count.value = answer.count
      error.value = null
      show(seen.first, seen.end)
    } catch (caught) {
      if (isLatest()) error.value = toAppError(caught)
    }
  }

  function sortBy(column: ReportColumn): void {
    const { column: old, descending } = sort.value
    const first = column === 'createdAt' || column === 'amount'
    sort.value = { column, descending: column === old ? !descending : first }
  }

  watch([version, range, filter, sort], () => void renew())

  return { sort, count, error, rowAt, show, sortBy, pages }
}

export type ReportPages = ReturnType<typeof usePages>
