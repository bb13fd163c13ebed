import { ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type {
  ReportColumn,
  ReportFilter,
  ReportRange,
  ReportSort,
  ShownRow,
} from '../../../../shared/contract/reports.ts'
import { shownColumns } from '../../../../shared/domain/report/columns.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call } from '../../../bridge/client.ts'
import { isSameRange } from '../use-report.ts'
import { createLatest } from '../../../ui/latest.ts'

const pageSize = 100
const pageOf = (row: number) => Math.floor(row / pageSize)
/** Pages kept, those nearest to what is seen; the rest of the rows stay in the database. */
const pagesKept = 12
/** Who drags over a long report passes pages faster than they can be read: only so many are asked for at once. */
const mostAsked = 2

/** What is held of a report's rows. */
interface PagesState {
  range: Ref<ReportRange>
  filter: Ref<ReportFilter>
  sort: Ref<ReportSort>
  count: Ref<number>
  pages: ShallowRef<ReadonlyMap<number, ShownRow[]>>
  /** Whose rows these are. */
  pagesOf: ShallowRef<ReportRange>
  error: Ref<AppError | null>
  /** Pages on their way. */
  waiting: Set<number>
  /** Could not be brought: not asked for again until what is in sight changes. */
  failed: Set<number>
  seen: { first: number; end: number }
  latest: ReturnType<typeof createLatest>
}

/**
 * The rows of a report by the pages that are seen, never all of them. Rows of another range than its totals, `totalsOf`,
 * are not there: each of the two comes when it comes, and nobody takes one for the other's.
 */
export function usePages(
  range: Ref<ReportRange>,
  filter: Ref<ReportFilter>,
  version: Ref<number>,
  totalsOf: Readonly<Ref<ReportRange>>,
) {
  const state: PagesState = {
    range,
    filter,
    sort: ref({ column: 'createdAt', descending: true }),
    count: ref(0),
    pages: shallowRef(new Map()),
    pagesOf: shallowRef(range.value),
    error: ref(null),
    waiting: new Set(),
    failed: new Set(),
    seen: { first: 0, end: pageSize },
    latest: createLatest(),
  }
  const { sort, count, pages, pagesOf, error } = state
  const rowAt = (index: number) => pages.value.get(pageOf(index))?.[index % pageSize]
  watch([version, range, filter, sort], () => void renew(state))
  return {
    sort,
    count,
    error,
    pages,
    rowAt: (index: number) =>
      isSameRange(pagesOf.value, totalsOf.value) ? rowAt(index) : undefined,
    show: (first: number, end: number) => show(state, first, end),
    sortBy: (column: ReportColumn) => sortBy(state, column),
  }
}

/** Brings the pages of rows `first` up to `end`, which are now in sight; those passed meanwhile are left out. */
function show(state: PagesState, first: number, end: number): void {
  state.seen = { first, end }
  state.failed.clear()
  bringSeen(state)
}

function bringSeen(state: PagesState): void {
  const { seen, pages, waiting, failed } = state
  const last = pageOf(Math.max(seen.first, seen.end - 1))
  for (let page = pageOf(seen.first); page <= last; page += 1) {
    if (waiting.size >= mostAsked) return
    const isKnown = pages.value.has(page) || waiting.has(page) || failed.has(page)
    if (!isKnown) void bring(state, page)
  }
}

/** Asks for one page of the report as it is now, and answers with its range. */
async function ask({ range, filter, sort }: PagesState, page: number) {
  const asked = { ...range.value }
  const answer = await call('reports.page', {
    ...asked,
    filter: { ...filter.value },
    sort: { ...sort.value },
    offset: page * pageSize,
    limit: pageSize,
  })
  return { ...answer, range: asked }
}

/** Keeps a page beside others of its range, the nearest to what is seen. */
function keep(
  { pages, pagesOf, count, seen }: PagesState,
  page: number,
  answer: Awaited<ReturnType<typeof ask>>,
): void {
  const others = isSameRange(pagesOf.value, answer.range) ? pages.value : []
  const far = ([one]: [number, ShownRow[]]) => Math.abs(one - pageOf(seen.first))
  const known: [number, ShownRow[]][] = [...others, [page, answer.rows]]
  pages.value = new Map(known.toSorted((a, b) => far(a) - far(b)).slice(0, pagesKept))
  pagesOf.value = answer.range
  count.value = answer.count
}

async function bring(state: PagesState, page: number): Promise<void> {
  const { waiting, failed, error } = state
  const isLatest = state.latest.ongoing()
  waiting.add(page)
  try {
    const answer = await ask(state, page)
    if (!isLatest()) return
    keep(state, page, answer)
    if (failed.size === 0) error.value = null
  } catch (caught) {
    if (!isLatest()) return
    failed.add(page)
    error.value = toAppError(caught)
  }
  waiting.delete(page)
  // One that was held back meanwhile has its turn now, whatever became of this one.
  bringSeen(state)
}

/** The rows may be others: those in sight are brought again, and replace the old ones as they come. */
async function renew(state: PagesState): Promise<void> {
  const isLatest = state.latest.begin()
  state.waiting.clear()
  const first = pageOf(state.seen.first)
  try {
    const answer = await ask(state, first)
    if (!isLatest()) return
    state.pages.value = new Map()
    keep(state, first, answer)
    state.error.value = null
    show(state, state.seen.first, state.seen.end)
  } catch (caught) {
    if (isLatest()) state.error.value = toAppError(caught)
  }
}

/** The newest and the largest come first, texts from A on; the same column again turns it round. */
function sortBy({ sort }: PagesState, column: ReportColumn): void {
  const { column: old, descending } = sort.value
  const isText = shownColumns.some(({ id, kind }) => id === column && kind === 'text')
  sort.value = { column, descending: column === old ? !descending : !isText }
}

export type ReportPages = ReturnType<typeof usePages>
