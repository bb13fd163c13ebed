import { refDebounced, tryOnScopeDispose, useDebounceFn } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { CallInput } from '../../../shared/contract/index.ts'
import {
  faceOfState,
  saleStateSchema,
  type Sale,
  type SaleFace,
} from '../../../shared/domain/sale.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'
import { dayTotals, type DayTotals } from './day-totals.ts'

/** Rows asked for at a time. */
const pageSize = 100

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
  let turn = 0

  function filter(offset: number): CallInput<'selling.list'> {
    const words = asked.value.trim()
    const states = saleStateSchema.options.filter((state) => faceOfState[state] === face.value)
    return {
      ...(words === '' ? { day: day.value } : { text: words }),
      ...(face.value === null ? {} : { states }),
      offset,
      limit: pageSize,
    }
  }

  /** Asks from a row on and joins the answer to the rows that `keep` leaves. */
  async function load(offset: number, join: (page: Sale[]) => Sale[]): Promise<void> {
    const mine = ++turn
    try {
      const [list, dayOf] = await Promise.all([
        call('selling.list', filter(offset)),
        call('selling.day', { day: day.value }),
      ])
      // A slower, older answer never replaces a newer one.
      if (mine !== turn) return
      sales.value = join(list.sales)
      count.value = list.count
      totals.value = dayTotals(dayOf.byState)
      error.value = null
      loaded.value = true
    } catch (caught) {
      if (mine === turn) error.value = toAppError(caught)
    }
  }

  const without = (rows: Sale[], others: Sale[]) => {
    const ids = new Set(others.map((sale) => sale.id))
    return rows.filter((sale) => !ids.has(sale.id))
  }
  const begin = () => load(0, (page) => page)
  /** Appends the next rows. */
  const more = () =>
    load(sales.value.length, (page) => [...sales.value, ...without(page, sales.value)])
  const refresh = useDebounceFn(
    () => load(0, (page) => [...page, ...without(sales.value, page)]),
    200,
  )

  tryOnScopeDispose(
    on('selling.changed', (sale) => {
      sales.value = sales.value.map((row) => (row.id === sale.id ? sale : row))
      void refresh()
    }),
  )
  watch([day, face, asked], begin, { immediate: true })

  return { sales, count, totals, error, loaded, begin, more }
}
