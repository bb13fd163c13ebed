import type { Catalog } from '../../../shared/contract/catalog.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { Failure, toAppError, isWithoutService } from '../../../shared/errors.ts'
import type { DetailQueue } from './detail-queue.ts'
import type { Details } from './details.ts'
import type { Favourites } from './favourites.ts'
import type { Pictures } from './pictures.ts'
import { showShelf, wantedDetails } from './shelf.ts'

const listStaleAfter = 6 * 3_600_000

/** The list of products as one run shows and refreshes it. */
export interface Listing {
  readonly details: Details
  readonly favourites: Favourites
  readonly pictures: Pictures
  readonly queue: DetailQueue
  /** The refreshes that are out, by profile. */
  readonly refreshes: Map<string, Promise<void>>
  filling: Promise<void>
  wantsRefresh: boolean
  seenProfile: string | null
}

/** The catalog of the active profile as it is stored. */
export async function show({ details, favourites }: Listing): Promise<Catalog> {
  const { deps, shelves } = details
  const current = await shelves.current()
  if (current === null) return { categories: [], products: [], fetchedAt: null }
  const starred = favourites.of(current.profileId)
  return showShelf(current, starred, deps.soldCounts(), deps.directions())
}

async function fillQueue({ details, favourites, queue }: Listing): Promise<void> {
  const { deps, now, shelves, ending } = details
  const current = await shelves.current()
  if (current === null || ending.signal.aborted) return
  const starred = favourites.of(current.profileId)
  const wanted = wantedDetails(current, starred, deps.soldCounts(), now())
  details.used = new Set(wanted.used)
  queue.fill([...wanted.used, ...wanted.rest])
}

/** One refresh at a time for each profile; everyone who asks meanwhile gets that one. */
export function refresh(listing: Listing): Promise<void> {
  const { details, refreshes } = listing
  const profileId = details.deps.profileId()
  if (profileId === null) return Promise.reject(new Failure('NO_PROFILE'))
  const running = refreshes.get(profileId)
  if (running) return running
  const started = bringList(listing, profileId).finally(() => refreshes.delete(profileId))
  refreshes.set(profileId, started)
  return started
}

async function bringList(listing: Listing, profileId: string): Promise<void> {
  const { deps, now, shelves, changed, ending } = listing.details
  listing.wantsRefresh = true
  const categories = await deps.service().listProducts()
  if (ending.signal.aborted) return
  if (!(await shelves.replace(profileId, categories, now()))) return
  if (deps.profileId() !== profileId) return
  listing.wantsRefresh = false
  listing.pictures.retry()
  listing.queue.resume()
  await fillQueue(listing)
  changed.now()
}

/** Shows and fills in what is stored, and asks for what is new, while nobody waits for either. */
export function begin(listing: Listing): void {
  const { onProblem } = listing.details.deps
  listing.filling = fillQueue(listing).catch((caught: unknown) => onProblem(toAppError(caught)))
  refreshBehind(listing)
}

/** A refresh that nobody waits for: what went wrong is told by the connection, and tried again when it is back. */
function refreshBehind(listing: Listing): void {
  const { deps } = listing.details
  if (deps.profileId() === null) return
  refresh(listing).catch((caught: unknown) => {
    if (!isWithoutService(toAppError(caught))) deps.onProblem(toAppError(caught))
  })
}

/** The connection changed: another profile has another list, and one that is back may have a new one. */
export function follow(listing: Listing, state: ConnectionState): void {
  const { details, queue } = listing
  const before = details.reach
  details.reach = state.reach
  if (state.activeId !== listing.seenProfile) {
    listing.seenProfile = state.activeId
    queue.fill([])
    queue.resume()
    begin(listing)
    details.changed.now()
    return
  }
  if (state.reach !== 'online' || before === 'online') return
  queue.resume()
  const { deps, now } = details
  const { seenProfile, wantsRefresh } = listing
  const fetchedAt = seenProfile === null ? null : deps.cache.head(seenProfile).fetchedAt
  if (wantsRefresh || isOlder(fetchedAt ?? 0, listStaleAfter, now())) refreshBehind(listing)
}
