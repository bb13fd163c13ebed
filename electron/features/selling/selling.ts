import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { callsOf, handleEach, type CallsOf, type Handlers } from '../../../shared/contract/index.ts'
import type { Failure } from '../../../shared/errors.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import { createBalanceBook } from './balance-book.ts'
import { createSaleRecorder } from './sale-recorder.ts'
import type { SellingDeps } from './ports.ts'
import { publicSale } from './public-sale.ts'
import { createQuoteBook } from './quotes.ts'
import { createReads, type SaleSearch } from './reads.ts'
import { createResolver } from './resolving/resolver.ts'
import { createResolving } from './resolving/resolving.ts'
import { createSeller } from './seller.ts'

/** Selling, and what a person does about sales that evidence left open. */
export type SellingCalls = CallsOf<'selling'> | CallsOf<'resolving'>

/** The selling feature: see shared/contract/selling.ts and design, "A sale: never twice, never lost". */
export interface Selling {
  readonly handlers: Handlers<SellingCalls>
  /** Settles what a crash left in the middle and looks up everything open. */
  start(): void
  /** To be told of every change of the connection: another profile, back online, a new token. */
  onConnection(state: ConnectionState): void
  /** Makes every open sale due now. */
  lookSoon(): void
  /** Whether a sale is being made now. */
  isSelling(): boolean
  /** Ends look-ups and waits for requests that are out; the journal stays open. */
  stop(): Promise<void>
}

/** Makes the selling feature over an open journal. */
export function createSelling(deps: SellingDeps): Selling {
  const { journal, profileId, emit } = deps
  const recorder = createSaleRecorder(deps)
  const quotes = createQuoteBook(deps)
  const seller = createSeller(deps, recorder, quotes)
  const resolver = createResolver(deps, recorder, seller)
  const balances = createBalanceBook(deps)
  let forgetResume: () => void = () => undefined
  let seen: Pick<ConnectionState, 'activeId' | 'reach'> = { activeId: null, reach: 'unknown' }

  return {
    handlers: {
      ...createReads(journal, profileId, deps.search),
      ...createResolving(deps, recorder),
      'selling.quote': (input) => quotes.quote(input),
      'selling.sell': async (input) => {
        const record = await seller.sell(input)
        resolver.wake()
        return publicSale(record)
      },
      'selling.look': async ({ saleId }) => publicSale(await resolver.look(saleId)),
    },
    start: () => {
      forgetResume = deps.onResume(resolver.lookSoon)
      resolver.start()
      balances.start()
      balances.seen()
    },
    onConnection: ({ activeId, reach }) => {
      const isOther = activeId !== seen.activeId
      const isBack = reach === 'online' && seen.reach !== 'online'
      seen = { activeId, reach }
      if (isOther) emit('selling.openCount', { count: journal.openCount() })
      if (isOther || isBack) resolver.lookSoon()
      balances.seen()
    },
    lookSoon: resolver.lookSoon,
    isSelling: () => seller.isSelling(),
    stop: async () => {
      forgetResume()
      await Promise.all([resolver.stop(), seller.stop()])
      balances.stop()
    },
  }
}

/**
 * The selling feature where the journal cannot be written (damaged, newer, the register open in another
 * process): it says why, and shows what can be read.
 */
export function createSellingBlocked(
  failure: Failure,
  reader: JournalReader | null,
  profileId: () => string | null,
  search?: SaleSearch,
): Handlers<SellingCalls> {
  const refuse = (): Promise<never> => Promise.reject(failure)
  const blocked = handleEach(callsOf('selling', 'resolving'), refuse)
  return reader ? { ...blocked, ...createReads(reader, profileId, search) } : blocked
}
