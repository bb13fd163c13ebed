import { addDays, dayMs, serviceDay, serviceEpoch } from '../../../shared/domain/time/dates.ts'
import { matchedRecord } from '../../../shared/domain/sale/reconciliation.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { Failure, isWithoutService } from '../../../shared/errors.ts'
import { listDay } from '../../service/list-day.ts'
import type { MerchantService } from '../../service/service.ts'
import type { Journal } from '../../store/journal/journal.ts'
import type { AfterRestore, ElsewhereSale } from '../../store/elsewhere/after-restore.ts'
import type { Intent } from '../../store/sales/intent.ts'

/** What catching up needs. */
export interface CatchUpDeps {
  journal: Journal
  service: Pick<MerchantService, 'list'>
  profileId: string
  /** Looks a sale up now. */
  look: (saleId: string) => Promise<unknown>
  /** The service's time (epoch ms), as far as it is known. */
  now: number
}

/** Older days hold nothing that somebody could come back for. */
const mostDays = 31
/** The clocks of computer and service may differ by so much (ms) about when a sale was made. */
const clockDoubt = 15 * 60_000
/** A sale that the journal lacks is asked about for so long (ms). */
const askedFor = dayMs

/**
 * What happened at the service since a copy was made: sales that were out then are looked up first, one by one; then the days
 * since are listed, and what the journal does not know of them is written down.
 * @throws Failure why the service could not be asked: nothing is sold before it was
 */
export async function catchUp(deps: CatchUpDeps, note: AfterRestore): Promise<AfterRestore> {
  const { profileId, now } = deps
  const doubtful = await lookFirst(deps)
  const { sold, fullDays } = await soldSince(deps, note.since)
  return {
    ...note,
    caughtUp: { ...note.caughtUp, [profileId]: now },
    sold: [...note.sold.filter((one) => one.profileId !== profileId), ...doubtful, ...sold],
    fullDays: [...new Set([...note.fullDays, ...fullDays])],
  }
}

/** The sales that the service was asked about and said nothing of: whether they were made is asked of people. */
async function lookFirst({ journal, look, profileId, now }: CatchUpDeps): Promise<ElsewhereSale[]> {
  const doubtful: ElsewhereSale[] = []
  for (const { id, productId, amount, state, sentAt } of journal.open(profileId)) {
    // A person has those already.
    if (state === 'REVIEW' || state === 'PARTIAL' || sentAt === null) continue
    await look(id)
    const last = journal.history(id).at(-1)
    const error = last?.kind === 'lookup' ? last.error : null
    if (error === null) continue
    if (isWithoutService(error)) throw new Failure(error.code, error.params)
    doubtful.push({ id, profileId, productId, amount, at: now })
  }
  return doubtful
}

async function soldSince({ journal, service, profileId, now }: CatchUpDeps, since: number) {
  // A copy of tomorrow was made by a wrong clock: yesterday is asked for in any case.
  const from = Math.max(Math.min(since, now) - dayMs, now - mostDays * dayMs)
  const last = serviceDay(now)
  const rows: TransactionRow[] = []
  const fullDays: string[] = []
  for (let day = serviceDay(from); day <= last; day = addDays(day, 1)) {
    const listed = await listDay(service, 'sales', day)
    rows.push(...listed.rows)
    if (!listed.complete) fullDays.push(day)
  }
  const ids = [...new Set(rows.map(({ id }) => id).filter((id) => id !== ''))]
  const known = new Set(journal.claiming(profileId, ids).map(matchedRecord))
  const begun = since > now ? from : since - clockDoubt
  const sold = rows.flatMap(({ id, status, product, amount, createdAt }): ElsewhereSale[] => {
    if (known.has(id) || status === 'REJECTED' || product === null || amount === null) return []
    const at = createdAt === null ? null : serviceEpoch(createdAt.local)
    if (at !== null && at < begun) return []
    return [{ id, profileId, productId: product.id, amount, at }]
  })
  return { sold: [...new Map(sold.map((sale) => [sale.id, sale])).values()], fullDays }
}

/**
 * A sale of this product and amount that was made after the copy, and of which this journal knows nothing more: to whom it was
 * sold the service's list does not say.
 */
export function alikeSince(
  { sold }: AfterRestore,
  { profileId, productId, amount }: Pick<Intent, 'profileId' | 'productId' | 'amount'>,
  now: number,
): ElsewhereSale | null {
  const isAlike = (one: ElsewhereSale) =>
    one.profileId === profileId &&
    one.productId === productId &&
    one.amount.minor === amount.minor &&
    one.amount.currency === amount.currency &&
    (one.at === null || Math.abs(now - one.at) < askedFor)
  return sold.find(isAlike) ?? null
}
