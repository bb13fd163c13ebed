import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type {
  ReportColumn,
  ReportFilter,
  ReportRange,
  ShownRow,
} from '../../../shared/contract/reports.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'

const pageSize = 100
/** Pages kept around what is seen; the rest of the rows stay in the database. */
const pagesKept = 12

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
  let seen = { first: 0, end: pageSize }
  let turn = 0

  const query = computed(() => ({
    ...range.value,
    filter: { ...filter.value },
    sort: { ...sort.value },
  }))

  function rowAt(index: number): ShownRow | undefined {
    return pages.value.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  /** Brings the pages of rows `first` up to `end`, which are now in sight. */
  function show(first: number, end: number): void {
    seen = { first, end }
    const last = Math.floor(Math.max(first, end - 1) / pageSize)
    for (let page = Math.floor(first / pageSize); page <= last; page += 1) {
      if (!pages.value.has(page) && !waiting.has(page)) void bring(page)
    }
  }

  async function bring(page: number): Promise<void> {
    const mine = turn
    waiting.add(page)
    try {
      const input = { ...query.value, offset: page * pageSize, limit: pageSize }
      const answer = await call('reports.page', input)
      if (mine !== turn) return
      const kept = [...pages.value].slice(-(pagesKept - 1))
      pages.value = new Map([...kept, [page, answer.rows]])
      count.value = answer.count
      error.value = null
    } catch (caught) {
      if (mine === turn) error.value = toAppError(caught)
    } finally {
      if (mine === turn) waiting.delete(page)
    }
  }

  /** The rows may be others: those in sight are brought again, and replace the old ones as they come. */
  async function renew(): Promise<void> {
    turn += 1
    waiting.clear()
    const first = Math.floor(seen.first / pageSize)
    const mine = turn
    try {
      const input = { ...query.value, offset: first * pageSize, limit: pageSize }
      const answer = await call('reports.page', input)
      if (mine !== turn) return
      pages.value = new Map([[first, answer.rows]])
      count.value = answer.count
      error.value = null
      show(seen.first, seen.end)
    } catch (caught) {
      if (mine === turn) error.value = toAppError(caught)
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
