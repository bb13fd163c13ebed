import { setImmediate, setTimeout } from 'node:timers/promises'
import type { CatalogPart, CatalogPlace } from '../../../shared/contract/catalog.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { Failure, toAppError, isWithoutService } from '../../../shared/errors.ts'
import type { DetailQueue } from './detail-queue.ts'
import type { Details } from './details.ts'
import type { Favourites } from './favourites.ts'
import type { Pictures } from './pictures.ts'
import { createWantedDetails, shownProduct } from './shelf.ts'
import { stepSize } from '../../store/cache/catalog-arrival.ts'

const listStaleAfter = 6 * 3_600_000

/** The list of products as one run shows and refreshes it. */
export interface Listing {
  readonly details: Details
  readonly favourites: Favourites
  readonly pictures: Pictures
  readonly queue: DetailQueue
  /** The refreshes that are out, by profile. */
  readonly refreshes: Map<string, Promise<void>>
  wantsRefresh: boolean
  seenProfile: string | null
}

const nothing: CatalogPart = { categories: [], products: [], fetchedAt: null, place: 0, next: null }

/** The catalog of the active profile as it is stored, from a place on. */
export function show({ details, favourites }: Listing, from: CatalogPlace | null): CatalogPart {
  const { cache, profileId: inUse, soldCounts, directions } = details.deps
  const profileId = inUse()
  const list = profileId === null ? null : cache.list(profileId)
  if (profileId === null || list === null) return nothing
  const place = from?.list === list.id ? from.place : 0
  const stored = cache.products(list.id, place)
  const beside = {
    profileId,
    favourites: favourites.of(profileId),
    soldCounts: soldCounts(stored.map(({ id }) => id)),
    directions: directions(),
  }
  return {
    categories: place === 0 ? cache.categories(list.id) : [],
    products: stored.map((product) => shownProduct(product, beside)),
    fetchedAt: list.fetchedAt,
    place,
    next: stored.length < stepSize ? null : { list: list.id, place: place + stored.length },
  }
}

/** Goes through a list a part at a time, until it is closed: whatever else waits comes in between. */
export async function* inTurns<T>(
  read: (from: number) => readonly T[],
  ending: AbortSignal,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; !ending.aborted; from += stepSize) {
    const part = read(from)
    yield part
    if (part.length < stepSize) return
    await setImmediate()
  }
}

/** Looks through the list for forms to bring. */
async function fillQueue({ details, favourites, queue }: Listing): Promise<void> {
  const { deps, now, ending } = details
  const profileId = deps.profileId()
  const list = profileId === null ? null : deps.cache.list(profileId)
  if (profileId === null || list === null) return
  const beside = { favourites: favourites.of(profileId), soldCounts: deps.soldCounts() }
  const wanted = createWantedDetails(beside, now())
  for await (const forms of inTurns((from) => deps.cache.forms(list.id, from), ending.signal)) {
    forms.forEach(wanted.look)
  }
  if (ending.signal.aborted) return
  const { used, rest } = wanted.found()
  details.used = new Set(used)
  queue.fill([...used, ...rest])
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
  const { deps, now, changed, ending } = listing.details
  listing.wantsRefresh = true
  const categories = await deps.service().listProducts()
  do {
    const steps = deps.cache.arriving(profileId, categories, now())
    while (!ending.signal.aborted && !steps.next().done) await setImmediate()
    await otherWhole(listing, profileId)
  } while (!ending.signal.aborted && deps.cache.list(profileId) === null)
  if (ending.signal.aborted || deps.profileId() !== profileId) return
  listing.wantsRefresh = false
  listing.pictures.retry()
  listing.queue.resume()
  await fillQueue(listing)
  changed.now()
}

/**
 * The first list of all may have given way to one that another process brings: until that is whole there is none, and
 * whoever asked would be shown an empty one. A process that ended on the way is waited for no longer than this.
 */
async function otherWhole({ details }: Listing, profileId: string): Promise<void> {
  const { deps, ending } = details
  for (let looks = 0; looks < 100 && !ending.signal.aborted; looks += 1) {
    if (deps.cache.list(profileId) !== null) return
    await setTimeout(50)
  }
}

/** Shows and fills in what is stored, and asks for what is new, while nobody waits for either. */
export function begin(listing: Listing): void {
  const { onProblem } = listing.details.deps
  fillQueue(listing).catch((caught: unknown) => onProblem(toAppError(caught)))
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
  const list = seenProfile === null ? null : deps.cache.list(seenProfile)
  if (wantsRefresh || isOlder(list?.fetchedAt ?? 0, listStaleAfter, now())) refreshBehind(listing)
}
