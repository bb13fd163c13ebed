import type { Handlers } from '../../../shared/contract/index.ts'
import { serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { Failure } from '../../../shared/errors.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import { wholeId } from '../../store/sales/sale-search.ts'
import type { JournalSearch } from '../../store/search/journal-search.ts'
import { publicSale } from './public-sale.ts'

/** The calls that only look into the journal. */
export type SellingReads = Handlers<
  | 'selling.sale'
  | 'selling.list'
  | 'selling.open'
  | 'selling.openCount'
  | 'selling.day'
  | 'selling.earned'
>

/** What finds sales by a text in all of the journal. */
export type SaleSearch = Pick<JournalSearch, 'sales'>

/**
 * Answers straight from the journal's SQL; before there is a profile there are no sales. What a text names is looked
 * for by `search`; left out, as where the journal has no file: here as well.
 */
export function createReads(
  journal: JournalReader,
  profileId: () => string | null,
  search?: SaleSearch,
): SellingReads {
  return {
    'selling.sale': async ({ saleId }) => {
      const record = journal.sale(saleId)
      if (!record) throw new Failure('SALE_NOT_FOUND')
      return { sale: publicSale(record), history: journal.history(saleId) }
    },
    'selling.list': async (filter) => {
      const text = filter.text?.trim().toLowerCase() ?? ''
      if (search && text !== '') {
        // A scanned receipt names one sale whole: nobody has to look for it.
        const named = wholeId.test(text) && !filter.states ? journal.sale(text) : null
        if (named?.profileId !== profileId()) return search.sales(profileId() ?? '', filter)
        return { sales: [publicSale(named)], count: 1, isMore: false }
      }
      const { sales, count } = journal.list(profileId() ?? '', filter)
      return { sales: sales.map(publicSale), count, isMore: false }
    },
    'selling.open': async () => journal.open().map(publicSale),
    'selling.openCount': async () => ({ count: journal.openCount() }),
    'selling.day': async ({ day }) => {
      const byState = journal.dayTotals(profileId() ?? '', day)
      return { count: byState.reduce((sum, { count }) => sum + count, 0), byState }
    },
    'selling.earned': async ({ day, to, until }) => {
      const { start } = serviceDayBounds(day)
      const { end } = serviceDayBounds(to ?? day)
      const last = Math.max(start, Math.min(end, until ?? end))
      return { groups: journal.earned(profileId() ?? '', start, last) }
    },
  }
}
