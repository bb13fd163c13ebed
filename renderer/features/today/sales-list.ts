import { refDebounced, useDebounceFn } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { CallInput, CallOutput } from '../../../shared/contract/index.ts'
import { shownState } from '../../../shared/domain/sale/closing.ts'
import {
  faceOfState,
  saleStateSchema,
  type Sale,
  type SaleFace,
} from '../../../shared/domain/sale/sale.ts'
import { call, useEvent } from '../../bridge/client.ts'
import { useLoad } from '../../ui/action.ts'
import { dayTotals, type DayTotals } from './day-totals.ts'

/** Rows that come at first, and with each "more". */
const pageSize = 100
/** Rows of one answer at most. */
const mostAsked = 500

/** What to show: the sales of a day, or, while there is a text, of the whole journal. */
export interface SalesQuery {
  day: Ref<string>
  face: Ref<SaleFace | null>
  text: Ref<string>
}

/** Its rows, and the words that they were asked by; none: those of a day. */
interface ListedSales extends CallOutput<'selling.list'> {
  words: string
}

/** The sales that a query names, newest first and kept current, with the totals of its day. */
export function useSalesList({ day, face, text }: SalesQuery) {
  const sales = ref<Sale[]>([])
  const count = ref(0)
  /** A text found more than were counted. */
  const isMore = ref(false)
  const totals = ref<DayTotals>(dayTotals([]))
  const loaded = ref(false)
  /** The words that what is shown was asked by. */
  const answered = ref('')
  /** How much of the search over all sales is prepared, of one. */
  const prepared = ref(1)
  const asked = refDebounced(text, 150)
  let wanted = pageSize

  function filter(words: string, known: number, after?: string): CallInput<'selling.list'> {
    const states = saleStateSchema.options.filter((state) => faceOfState[state] === face.value)
    return {
      ...(words === '' ? { day: day.value } : { text: words }),
      ...(face.value === null ? {} : { states }),
      after,
      limit: Math.min(mostAsked, wanted - known),
    }
  }

  /** The first `wanted` rows as they are now; fewer once another question was asked. */
  async function ask(isLatest: () => boolean): Promise<ListedSales> {
    const rows = new Map<string, Sale>()
    const words = asked.value.trim()
    for (let last: string | undefined; ;) {
      const page = await call('selling.list', filter(words, rows.size, last))
      for (const sale of page.sales) rows.set(sale.id, sale)
      last = page.sales.at(-1)?.id
      const isAll = page.sales.length < mostAsked || rows.size >= wanted
      if (isAll || !isLatest()) return listed({ ...page, words }, [...rows.values()], wanted)
    }
  }

  /** Asks for all rows shown anew: rows that came, went or changed are never guessed. */
  const {
    busy,
    error,
    run: load,
  } = useLoad(
    (isLatest) => Promise.all([ask(isLatest), call('selling.day', { day: day.value })]),
    ([list, dayOf]) => {
      sales.value = list.sales
      count.value = list.count
      isMore.value = list.isMore
      answered.value = list.words
      totals.value = dayTotals(dayOf.byState)
      loaded.value = true
    },
  )

  function begin(): Promise<void> {
    wanted = pageSize
    return load()
  }
  /** Brings the next rows too. */
  function more(): Promise<void> {
    wanted = sales.value.length + pageSize
    return load()
  }
  const refresh = useRefresh(busy, load)

  useEvent('selling.changed', (sale) => {
    const fits = face.value === null || faceOfState[shownState(sale)] === face.value
    sales.value = sales.value.flatMap((row) => (row.id !== sale.id ? [row] : fits ? [sale] : []))
    void refresh()
  })
  useEvent('selling.searchPrepared', ({ done }) => (prepared.value = done))
  watch([day, face, asked], begin, { immediate: true })

  return { sales, count, isMore, totals, error, loaded, answered, prepared, begin, more }
}

/**
 * Asks again soon after changes. One that comes while an answer is on its way is asked for after it: else an answer that
 * is slow would never be shown.
 */
function useRefresh(busy: Ref<boolean>, load: () => Promise<void>): () => Promise<void> {
  let isStale = false
  watch(busy, (isBusy) => {
    if (isBusy || !isStale) return
    isStale = false
    void load()
  })
  return useDebounceFn(async () => {
    if (busy.value) isStale = true
    else await load()
  }, 200)
}

/** Whoever read to the end knows how many there are. */
function listed({ count, isMore, words }: ListedSales, rows: Sale[], wanted: number): ListedSales {
  const goesOn = isMore && rows.length >= wanted
  const known = goesOn ? count : Math.max(count, rows.length)
  return { sales: rows, count: known, isMore: goesOn, words }
}
