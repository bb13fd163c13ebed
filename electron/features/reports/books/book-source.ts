import { registersBehind, type OtherRegisters } from '../../../../shared/domain/books/behind.ts'
import type { Completeness } from '../../../../shared/contract/reports.ts'
import { addDays, dayRangeBounds, serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import { monthOf } from '../../../../shared/domain/time/range.ts'
import type { Money } from '../../../../shared/domain/money/money.ts'
import type { JournalReader } from '../../../store/journal/journal-reader.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { findLedger } from '../ledger/ledger.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { balanceEdges } from '../workbook/figures/balance-edges.ts'
import { monthFacts, type GatheredFacts } from './month-facts.ts'

/** A month as the accountant's books find it. */
export interface BookSource extends GatheredFacts {
  /** How far its reports are proven. */
  sales: Completeness
  buys: Completeness
  /** The balance as the month began and ended, where it was seen. */
  balance: { opening: Money | null; closing: Money | null }
  /** It is over by the service's clock. */
  hasEnded: boolean
  /** Other registers of the shop that have not sent all of it; without a hub there are none. */
  behind: string[]
}

/** Reads it from what is stored, without any request. `now`: epoch ms by the service's clock. */
export async function bookSource(of: {
  cache: Database
  profileId: string
  journal: JournalReader | null
  month: string
  branch: string
  now: number
  /** What the hub last told of the others. */
  others: () => OtherRegisters | null
}): Promise<BookSource> {
  const { cache, profileId, journal, month, branch, now } = of
  const ledgers = {
    sales: findLedger(cache, profileId, 'sales'),
    buys: findLedger(cache, profileId, 'buys'),
  }
  const range = monthOf(`${month}-01`)
  const found = await monthFacts({ ledgers, journal, month, branch })
  const balanceAt = balanceEdges(ledgers, journal?.snapshots(profileId) ?? [], now)
  const next = addDays(range.to, 1)
  return {
    ...found,
    sales: readCompleteness(ledgers.sales, range, now, journal),
    buys: readCompleteness(ledgers.buys, range, now, journal),
    balance: {
      opening: balanceAt(range.from)?.balance ?? null,
      closing: balanceAt(next)?.balance ?? null,
    },
    hasEnded: now >= serviceDayBounds(next).start,
    behind: behindOf(journal?.outbox.stream()?.id, of.others, dayRangeBounds(range.from, range.to)),
  }
}

/** What was heard in another stream tells nothing of this one. */
function behindOf(
  stream: string | undefined,
  others: () => OtherRegisters | null,
  time: { start: number; end: number },
): string[] {
  if (stream === undefined) return []
  const heard = others()
  return registersBehind(heard?.stream === stream ? heard : null, time)
}
