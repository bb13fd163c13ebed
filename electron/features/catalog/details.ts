import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { Failure, toAppError, isOutOfReach, isWithoutService } from '../../../shared/errors.ts'
import type { ProductDetail } from '../../service/service.ts'
import type { DetailOutcome } from './detail-queue.ts'
import type { StoredDetail } from '../../store/cache/catalog-cache.ts'
import type { CatalogDeps } from './ports.ts'
import type { Throttle } from './throttle.ts'

/** A form that a person opens is brought again behind when it is older. */
const detailFreshFor = 3_600_000
/** Milliseconds between two forms that nobody asked for: what this shop uses, and the rest, which takes days. */
const paces = { used: 200, rest: 5_000 }

/** The details of products as one run brings and keeps them. */
export interface Details {
  readonly deps: CatalogDeps
  readonly now: () => number
  readonly changed: Throttle
  /** Aborted once the catalog is closed. */
  readonly ending: AbortController
  /** What this shop uses: it is brought faster than the rest. */
  used: ReadonlySet<string>
  reach: ConnectionState['reach']
}

/** A product's detail for whoever opens it: the stored one, brought again behind where it is old. */
export async function openDetail(details: Details, productId: string): Promise<StoredDetail> {
  const { deps, now, reach } = details
  const profileId = deps.profileId()
  if (profileId === null) throw new Failure('NO_PROFILE')
  const stored = deps.cache.detail(profileId, productId)
  if (stored) {
    if (isOlder(stored.fetchedAt, detailFreshFor, now()) && reach !== 'offline') {
      // Refreshed behind; it never rejects.
      void bringDetail(details, productId, paces.used)
    }
    return stored
  }
  try {
    return storeDetail(details, profileId, await deps.service().getProduct(productId))
  } catch (caught) {
    if (isOutOfReach(toAppError(caught)))
      throw new Failure('FORM_NOT_STORED', undefined, { cause: caught })
    if (toAppError(caught).code === 'SERVICE_NOT_FOUND') {
      throw new Failure('PRODUCT_NOT_FOUND', { productId }, { cause: caught })
    }
    throw caught
  }
}

/** Brings a detail that nobody waits for, at the pace of what it is; never rejects. */
export function bringBehind(details: Details, productId: string): Promise<DetailOutcome> {
  return bringDetail(details, productId, details.used.has(productId) ? paces.used : paces.rest)
}

async function bringDetail(
  details: Details,
  productId: string,
  every: number,
): Promise<DetailOutcome> {
  const { deps, now, ending } = details
  const profileId = deps.profileId()
  if (profileId === null || ending.signal.aborted) return 'stop'
  const wantedAt = now()
  try {
    const service = deps.service()
    await service.turn(every, ending.signal)
    // Another profile is in use by now: its products are others.
    if (deps.profileId() !== profileId) return 'done'
    // Somebody opened it meanwhile; what a clock that ran ahead wrote down says nothing of that.
    const at = deps.cache.detailAt(profileId, productId) ?? -Infinity
    if (at >= wantedAt && at <= now()) return 'done'
    storeDetail(details, profileId, await service.getProduct(productId))
    return 'done'
  } catch (caught) {
    if (toAppError(caught).code === 'SERVICE_BUSY') return 'later'
    return ending.signal.aborted || isWithoutService(toAppError(caught)) ? 'stop' : 'done'
  }
}

function storeDetail(
  { deps, now, changed, ending }: Details,
  profileId: string,
  detail: ProductDetail,
): StoredDetail {
  const { id: productId, name, description, price, form } = detail
  const stored = { productId, name, description, price, form, fetchedAt: now() }
  if (ending.signal.aborted) return stored
  deps.cache.putDetail(profileId, stored)
  changed.soon()
  return stored
}
