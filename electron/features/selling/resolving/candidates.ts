import type { Candidate } from '../../../../shared/contract/resolving.ts'
import { addDays, serviceDay, serviceEpoch } from '../../../../shared/domain/time/dates.ts'
import { matchedRecord, isAlike } from '../../../../shared/domain/sale/reconciliation.ts'
import { listDay } from '../../../service/list-day.ts'
import type { MerchantService } from '../../../service/service.ts'
import type { Journal } from '../../../store/journal/journal.ts'
import type { SaleRecord } from '../../../store/sales/sale-row.ts'

/** The service's clock may disagree with ours by so much about when a sale was made. */
const clockDoubt = 15 * 60_000
/** A sale may reach the list so long after it was sent. */
const latest = 48 * 3_600_000

export interface Candidates {
  candidates: Candidate[]
  days: string[]
  complete: boolean
}

/** The days in which a sale that was sent at `sentAt` may stand in the list, none of them still to come. */
function daysAround(sentAt: number, now: number): string[] {
  const first = serviceDay(sentAt - clockDoubt)
  const last = serviceDay(Math.min(sentAt + latest, Math.max(now, sentAt + clockDoubt)))
  const days = [first]
  for (let day = first; day < last;) {
    day = addDays(day, 1)
    days.push(day)
  }
  return days
}

/**
 * The records of the service that may be this sale: same product and amount, not made before it was sent, and not
 * known to be another sale of the journal. Nearest in time first. Throws Failure like list.
 */
export async function findCandidates(
  service: Pick<MerchantService, 'list'>,
  journal: Pick<Journal, 'claiming'>,
  sale: SaleRecord,
  now: number,
): Promise<Candidates> {
  const sentAt = sale.sentAt ?? sale.createdAt
  const days = daysAround(sentAt, now)
  const lists = []
  for (const day of days) lists.push(await listDay(service, 'sales', day))
  const alike = new Map(
    lists.flatMap(({ rows }) =>
      rows
        .filter((row) => isAlike(sale, row) && row.id !== '')
        .map((row) => [row.id, row] as const),
    ),
  )
  const others = journal.claiming(sale.profileId, [...alike.keys()])
  const taken = new Set(others.filter(({ id }) => id !== sale.id).map(matchedRecord))
  const candidates = [...alike.values()].flatMap((row): Candidate[] => {
    const { id, status, statusName, product, amount, createdAt } = row
    if (taken.has(id) || amount === null) return []
    const distanceMs = createdAt === null ? null : serviceEpoch(createdAt.local) - sentAt
    if (distanceMs !== null && (distanceMs < -clockDoubt || distanceMs > latest)) return []
    const productName = product?.name ?? ''
    return [{ id, status, statusName, productName, amount, createdAt, distanceMs }]
  })
  const distance = (one: Candidate) => Math.abs(one.distanceMs ?? Number.MAX_SAFE_INTEGER)
  return {
    candidates: candidates.sort((a, b) => distance(a) - distance(b)),
    days,
    complete: lists.every(({ complete }) => complete),
  }
}
