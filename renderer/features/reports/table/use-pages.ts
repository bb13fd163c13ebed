import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type {
  ListedRow,
  ReportColumn,
  ReportFilter,
  ReportRange,
  ReportSort,
} from '../../../../shared/contract/reports.ts'
import { listedColumns, type OwnColumn } from '../../../../shared/domain/report/columns.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call } from '../../../bridge/client.ts'
import { isSameRange } from '../use-report.ts'

const pageSize = 100
const pageOf = (row: number) => Math.floor(row / pageSize)
/** Pages kept, those nearest to what is seen; the rest of the rows stay in the database. */
const pagesKept = 12
/** Who drags over a long report passes pages faster than they can be read: only so many are asked for at once. */
const mostAsked = 2

/** How long rows of another order or filter stay until theirs come: what comes at once is seen to change, not to go. */
const staleMs = 150

/** What rows are asked by. It is another one each time they may be others. */
interface Question {
  readonly range: ReportRange
  readonly filter: ReportFilter
  readonly sort: ReportSort
}

/** What is held of a report's rows. */
interface PagesState {
  asked: Question
  count: Ref<number>
  pages: ShallowRef<ReadonlyMap<number, ListedRow[]>>
  /** Which columns of this register's own sales there are. */
  own: ShallowRef<readonly OwnColumn['id'][]>
  /** What these rows answer. */
  pagesOf: ShallowRef<Question>
  error: Ref<AppError | null>
  /** Pages on their way. */
  waiting: Set<number>
  /** Could not be brought: not asked for again until what is in sight changes. */
  failed: Set<number>
  seen: { first: number; end: number }
}

/**
 * The rows of a report by the pages that are seen, never all of them. Rows of another range than its totals, `totalsOf`,
 * are not there: each of the two comes when it comes, and nobody takes one for the other's. Nor are rows of another order
 * or filter than the one that is shown as chosen, unless the others come at once.
 */
export function usePages(
  range: Ref<ReportRange>,
  filter: Ref<ReportFilter>,
  version: Ref<number>,
  totalsOf: Readonly<Ref<ReportRange>>,
) {
  const sort = ref<ReportSort>({ column: 'createdAt', descending: true })
  const question = (): Question => ({
    range: range.value,
    filter: filter.value,
    sort: sort.value,
  })
  const asked = question()
  const state: PagesState = {
    asked,
    count: ref(0),
    pages: shallowRef(new Map()),
    own: shallowRef([]),
    pagesOf: shallowRef(asked),
    error: ref(null),
    waiting: new Set(),
    failed: new Set(),
    seen: { first: 0, end: pageSize },
  }
  const { count, pages, pagesOf, own, error } = state
  const isStale = computed(
    () => pagesOf.value.sort !== sort.value || pagesOf.value.filter !== filter.value,
  )
  const wasStale = refDebounced(isStale, staleMs)
  const isThere = computed(
    () => isSameRange(pagesOf.value.range, totalsOf.value) && !(isStale.value && wasStale.value),
  )
  const rowAt = (index: number) => pages.value.get(pageOf(index))?.[index % pageSize]
  watch([version, range, filter, sort], () => renew(state, question()))
  return {
    sort,
    count,
    /** The same as long as it is of what is shown as chosen; null: that is being counted. */
    counted: computed(() => (isThere.value ? count.value : null)),
    own,
    error,
    pages,
    rowAt: (index: number) => (isThere.value ? rowAt(index) : undefined),
    show: (first: number, end: number) => show(state, first, end),
    sortBy: (column: ReportColumn) => sortBy(sort, column),
  }
}

/** Brings the pages of rows `first` up to `end`, which are now in sight; those passed meanwhile are left out. */
function show(state: PagesState, first: number, end: number): void {
  state.seen = { first, end }
  state.failed.clear()
  bringSeen(state)
}

function bringSeen(state: PagesState): void {
  const { asked, seen, pages, pagesOf, waiting, failed } = state
  const last = pageOf(Math.max(seen.first, seen.end - 1))
  for (let page = pageOf(seen.first); page <= last; page += 1) {
    if (waiting.size >= mostAsked) return
    const isHeld = pagesOf.value === asked && pages.value.has(page)
    if (!isHeld && !waiting.has(page) && !failed.has(page)) void bring(state, page)
  }
}

/** Asks for one page of the report. */
const ask = async ({ range, filter, sort }: Question, page: number) =>
  call('reports.page', {
    ...range,
    filter: { ...filter },
    sort: { ...sort },
    offset: page * pageSize,
    limit: pageSize,
  })

/** Keeps a page beside others of its question, the nearest to what is seen. */
function keep(
  { asked, pages, pagesOf, count, own, seen }: PagesState,
  page: number,
  answer: Awaited<ReturnType<typeof ask>>,
): void {
  const others = pagesOf.value === asked ? pages.value : []
  const far = ([one]: [number, ListedRow[]]) => Math.abs(one - pageOf(seen.first))
  const known: [number, ListedRow[]][] = [...others, [page, answer.rows]]
  pages.value = new Map(known.toSorted((a, b) => far(a) - far(b)).slice(0, pagesKept))
  pagesOf.value = asked
  count.value = answer.count
  if (answer.own.join() !== own.value.join()) own.value = answer.own
}

async function bring(state: PagesState, page: number): Promise<void> {
  const { asked, waiting, failed, error } = state
  const isOld = () => state.asked !== asked
  waiting.add(page)
  try {
    const answer = await ask(asked, page)
    if (isOld()) return
    keep(state, page, answer)
    if (failed.size === 0) error.value = null
  } catch (caught) {
    if (isOld()) return
    failed.add(page)
    error.value = toAppError(caught)
  }
  waiting.delete(page)
  // One that was held back meanwhile has its turn now, whatever became of this one.
  bringSeen(state)
}

/** The rows may be others: those in sight are brought again, and replace the old ones as they come. */
function renew(state: PagesState, question: Question): void {
  state.asked = question
  state.waiting.clear()
  show(state, state.seen.first, state.seen.end)
}

/** The newest and the largest come first, texts from A on; the same column again turns it round. */
function sortBy(sort: Ref<ReportSort>, column: ReportColumn): void {
  const { column: old, descending } = sort.value
  const isText = listedColumns.some(({ id, kind }) => id === column && kind === 'text')
  sort.value = { column, descending: column === old ? !descending : !isText }
}

export type ReportPages = ReturnType<typeof usePages>
