import { refDebounced, tryOnScopeDispose, useDebounceFn } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { CallInput } from '../../../shared/contract/index.ts'
import { shownState } from '../../../shared/domain/sale/closing.ts'
import {
  faceOfState,
  saleStateSchema,
  type Sale,
  type SaleFace,
} from '../../../shared/domain/sale/sale.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'
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

/** The sales that a query names, newest first and kept current, with the totals of its day. */
export function useSalesList({ day, face, text }: SalesQuery) {
  const sales = ref<Sale[]>([])
  const count = ref(0)
  const totals = ref<DayTotals>(dayTotals([]))
  const error = ref<AppError | null>(null)
  const loaded = ref(false)
  const asked = refDebounced(text, 150)
  let wanted = pageSize
  let turn = 0

  function filter(offset: number): CallInput<'selling.list'> {
    const words = asked.value.trim()
    const states = saleStateSchema.options.filter((state) => faceOfState[state] === face.value)
    return {
      ...(words === '' ? { day: day.value } : { text: words }),
      ...(face.value === null ? {} : { states }),
      offset,
      limit: Math.min(mostAsked, wanted - offset),
    }
  }

  /** The first `wanted` rows as they are now; null once another question was asked. */
  async function ask(mine: number): Promise<{ rows: Sale[]; count: number } | null> {
    const rows = new Map<string, Sale>()
    for (let offset = 0; ; offset += mostAsked) {
      const page = await call('selling.list', filter(offset))
      if (mine !== turn) return null
      for (const sale of page.sales) rows.set(sale.id, sale)
      const isAll = page.sales.length < mostAsked || offset + mostAsked >= wanted
      if (isAll) return { rows: [...rows.values()], count: page.count }
    }
  }

  /** Asks for all rows shown anew: rows that came, went or changed are never guessed. */
  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const [list, dayOf] = await Promise.all([ask(mine), call('selling.day', { day: day.value })])
      // A slower, older answer never replaces a newer one.
      if (mine !== turn || list === null) return
      sales.value = list.rows
      count.value = list.count
      totals.value = dayTotals(dayOf.byState)
      error.value = null
      loaded.value = true
    } catch (caught) {
      if (mine === turn) error.value = toAppError(caught)
    }
  }

  function begin(): Promise<void> {
    wanted = pageSize
    return load()
  }
  /** Brings the next rows too. */
  function more(): Promise<void> {
    wanted = sales.value.length + pageSize
    return load()
  }
  const refresh = useDebounceFn(load, 200)

  tryOnScopeDispose(
    on('selling.changed', (sale) => {
      const fits = face.value === null || faceOfState[shownState(sale)] === face.value
      sales.value = sales.value.flatMap((row) => (row.id !== sale.id ? [row] : fits ? [sale] : []))
      void refresh()
    }),
  )
  watch([day, face, asked], begin, { immediate: true })

  return { sales, count, totals, error, loaded, begin, more }
}
