import { computed } from 'vue'
import { reportFilterSchema } from '../../../shared/contract/reports.ts'
import { addDays } from '../../../shared/domain/time/dates.ts'
import {
  decisionsOf,
  suggestDirection,
  suggestNature,
  type SuggestedProduct,
} from '../../../shared/domain/product/suggestion.ts'
import { readCatalog } from '../../bridge/catalog.ts'
import { call } from '../../bridge/client.ts'
import { usePeople } from '../../bridge/people.ts'
import { useProducts } from '../../bridge/products.ts'
import { useToday } from '../../bridge/today.ts'
import { useAnswer } from '../../ui/action.ts'
import { suggestedProducts } from './suggested.ts'

/** What is still to be said of the products that are offered, or were sold in the last year. */
export function useDecisions() {
  const products = useProducts()
  const people = usePeople()
  const { today } = useToday()
  const { answer, ...load } = useAnswer<SuggestedProduct[]>(async () => {
    await products.follow()
    const [catalog, sums] = [await readCatalog(), await listed()]
    const soldHere = catalog.products.filter(({ soldCount }) => soldCount > 0)
    const ids = new Set([...soldHere, ...sums].map(({ id }) => id).filter((id) => id !== ''))
    const sold = await call('products.soldDirections', { productIds: [...ids] })
    const directions = new Map(sold.map(({ productId, direction }) => [productId, direction]))
    return suggestedProducts(catalog, sums, directions)
  }, [])

  /** Approved sales of the last year by product, wherever they were made, of what this computer has of them. */
  async function listed() {
    if (!people.may('reports')) return []
    const range = { kind: 'sales' as const, from: addDays(today.value, -365), to: today.value }
    return (await call('reports.totals', { ...range, filter: reportFilterSchema.parse({}) }))
      .byProduct
  }

  const open = (what: 'nature' | 'direction') =>
    answer.value.filter(({ id }) => (products.settings.get(id)?.[what] ?? null) === null)
  return {
    load,
    natures: computed(() => decisionsOf(open('nature'), suggestNature)),
    directions: computed(() => decisionsOf(open('direction'), suggestDirection)),
  }
}
