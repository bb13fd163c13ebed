import type { Catalog, CatalogDetail } from '../../../shared/contract/catalog.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import type { ProductForm } from '../../../shared/domain/form/form.ts'
import type { Direction, Money } from '../../../shared/domain/money/money.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { Asset, SettingsStore } from '../../host/host.ts'
import type { MerchantService, ProductDetail } from '../../service/service.ts'
import type { CatalogCache } from '../../store/cache/catalog-cache.ts'
import { createDetailQueue, type DetailOutcome } from './detail-queue.ts'
import { createFavourites } from './favourites.ts'
import { createPictures, productOfPictureUrl } from './pictures.ts'
import { isOutOfReach, stopsEverything } from './reach.ts'
import { createShelfKeeper } from './shelf-keeper.ts'
import { showShelf, wantedDetails } from './shelf.ts'
import { createThrottle } from './throttle.ts'

export interface CatalogDeps {
  cache: CatalogCache
  /** The active profile's id, or null before there is one. */
  profileId: () => string | null
  /** The active profile's service; throws Failure NO_PROFILE or NO_TOKEN. */
  service: () => MerchantService
  emit: Emit
  /** Sales in the journal by product id. */
  soldCounts: () => ReadonlyMap<string, number>
  /** The direction that the owner chose, by product id; the others' is guessed. */
  directions: () => ReadonlyMap<string, Direction>
  settings: SettingsStore
  now?: () => number
  /** Told of what went wrong behind, where no call is there to answer. */
  onProblem: (error: AppError) => void
}

/** What a sale takes from the catalog, as it is that day. */
export interface ProductForSale {
  productId: string
  name: string
  categoryName: string
  tip: string | null
  direction: Direction
  price: Money | null
  /** null: the service sent no usable descriptor. */
  form: ProductForm | null
}

/** The catalog feature: see shared/contract/catalog.ts. */
export interface CatalogFeature {
  readonly handlers: Handlers<CallsOf<'catalog'>>
  /** The picture behind a path of the window's origin ("/media/products/..."). */
  image(url: string): Promise<Asset>
  /** PRODUCT_NOT_FOUND, FORM_NOT_STORED or why the service did not give its form. */
  productForSale(productId: string): Promise<ProductForSale>
  /** Refreshes behind; never waits. */
  start(): void
  /** To be told of every change of the connection: another profile, back online. */
  onConnection(state: ConnectionState): void
  /** Settles when nothing is being brought. */
  idle(): Promise<void>
  /** Settles when the cache is neither read nor written any more. */
  close(): Promise<void>
}

/** A form that a person opens is brought again behind when it is older. */
const detailFreshFor = 3_600_000
/** Milliseconds between two forms that nobody asked for: what this shop uses, and the rest, which takes days. */
const paces = { used: 200, rest: 5_000 }
const listStaleAfter = 6 * 3_600_000

export function createCatalog(deps: CatalogDeps): CatalogFeature {
  const now = deps.now ?? Date.now
  const shelves = createShelfKeeper(deps.cache, deps.profileId)
  const favourites = createFavourites(deps.settings)
  const pictures = createPictures(deps.cache, deps.service)
  const changed = createThrottle(() => deps.emit('catalog.changed', {}), tellEvery)
  const queue = createDetailQueue((productId) => bringDetail(productId, paceOf(productId)))
  const ending = new AbortController()
  let used: ReadonlySet<string> = new Set()
  const refreshes = new Map<string, Promise<void>>()
  let filling = Promise.resolve()
  let wantsRefresh = true
  let reach: ConnectionState['reach'] = 'unknown'
  let closed = false
  let seenProfile: string | null = null

  /** Each telling makes the window read the whole list: the longer it is, the seldomer. */
  function tellEvery(): number {
    return Math.max(2_000, shelves.size() * 5)
  }

  async function show(): Promise<Catalog> {
    const current = await shelves.current()
    if (current === null) return { categories: [], products: [], fetchedAt: null }
    const starred = favourites.of(current.profileId)
    return showShelf(current, starred, deps.soldCounts(), deps.directions())
  }

  async function fillQueue(): Promise<void> {
    const current = await shelves.current()
    if (current === null || closed) return
    const starred = favourites.of(current.profileId)
    const wanted = wantedDetails(current, starred, deps.soldCounts(), now())
    used = new Set(wanted.used)
    queue.fill([...wanted.used, ...wanted.rest])
  }

  function paceOf(productId: string): number {
    return used.has(productId) ? paces.used : paces.rest
  }

  /** One refresh at a time for each profile; everyone who asks meanwhile gets that one. */
  function refresh(): Promise<void> {
    const profileId = deps.profileId()
    if (profileId === null) return Promise.reject(new Failure('NO_PROFILE'))
    const running = refreshes.get(profileId)
    if (running) return running
    const started = bringList(profileId).finally(() => refreshes.delete(profileId))
    refreshes.set(profileId, started)
    return started
  }

  async function bringList(profileId: string): Promise<void> {
    wantsRefresh = true
    const categories = await deps.service().listProducts()
    if (closed) return
    if (!(await shelves.replace(profileId, categories, now()))) return
    if (deps.profileId() !== profileId) return
    wantsRefresh = false
    pictures.retry()
    queue.resume()
    await fillQueue()
    changed.now()
  }

  /** Shows and fills in what is stored, and asks for what is new, while nobody waits for either. */
  function begin(): void {
    filling = fillQueue().catch((caught: unknown) => deps.onProblem(toAppError(caught)))
    refreshBehind()
  }

  /** A refresh that nobody waits for: what went wrong is told by the connection, and tried again when it is back. */
  function refreshBehind(): void {
    if (deps.profileId() === null) return
    refresh().catch((caught: unknown) => {
      if (!stopsEverything(caught)) deps.onProblem(toAppError(caught))
    })
  }

  async function bringDetail(productId: string, every: number): Promise<DetailOutcome> {
    const profileId = deps.profileId()
    if (profileId === null || closed) return 'stop'
    const wantedAt = now()
    try {
      const service = deps.service()
      await service.turn(every, ending.signal)
      // Another profile is in use by now: its products are others.
      if (deps.profileId() !== profileId) return 'done'
      // Somebody opened it meanwhile; what a clock that ran ahead wrote down says nothing of that.
      const at = (await shelves.current())?.detailTimes.get(productId) ?? -Infinity
      if (at >= wantedAt && at <= now()) return 'done'
      storeDetail(profileId, await service.getProduct(productId))
      return 'done'
    } catch (caught) {
      if (toAppError(caught).code === 'SERVICE_BUSY') return 'later'
      return closed || stopsEverything(caught) ? 'stop' : 'done'
    }
  }

  function storeDetail(profileId: string, detail: ProductDetail): CatalogDetail {
    const { id: productId, name, description, price, form } = detail
    const stored = { productId, name, description, price, form, fetchedAt: now() }
    if (closed) return stored
    shelves.putDetail(profileId, stored)
    changed.soon()
    return stored
  }

  async function product(productId: string): Promise<CatalogDetail> {
    const profileId = deps.profileId()
    if (profileId === null) throw new Failure('NO_PROFILE')
    const stored = deps.cache.detail(profileId, productId)
    if (stored) {
      if (isOlder(stored.fetchedAt, detailFreshFor, now()) && reach !== 'offline') {
        // Refreshed behind; bringDetail never rejects.
        void bringDetail(productId, paces.used)
      }
      return stored
    }
    try {
      return storeDetail(profileId, await deps.service().getProduct(productId))
    } catch (caught) {
      if (isOutOfReach(caught)) throw new Failure('FORM_NOT_STORED', undefined, { cause: caught })
      if (toAppError(caught).code === 'SERVICE_NOT_FOUND') {
        throw new Failure('PRODUCT_NOT_FOUND', { productId }, { cause: caught })
      }
      throw caught
    }
  }

  return {
    handlers: {
      'catalog.get': show,
      'catalog.refresh': async () => {
        await refresh()
        return show()
      },
      'catalog.product': ({ productId }) => product(productId),
      'catalog.setFavourite': async ({ productId, favourite }) => {
        const profileId = deps.profileId()
        if (profileId === null) throw new Failure('NO_PROFILE')
        favourites.set(profileId, productId, favourite)
        return show()
      },
    },

    async image(url) {
      const productId = productOfPictureUrl(url)
      const current = await shelves.current()
      const path = productId === null ? null : current?.products.get(productId)?.stored.image
      return current && path ? pictures.get(current.profileId, path) : pictures.missing
    },

    async productForSale(productId) {
      const listed = (await shelves.current())?.products.get(productId)
      if (!listed) throw new Failure('PRODUCT_NOT_FOUND', { productId })
      const { form, price } = await product(productId)
      return {
        productId,
        name: listed.stored.name,
        categoryName: listed.categoryName,
        tip: listed.stored.tip,
        direction: deps.directions().get(productId) ?? listed.direction,
        price: listed.stored.price ?? price,
        form,
      }
    },

    start() {
      seenProfile = deps.profileId()
      begin()
    },

    onConnection(state) {
      const before = reach
      reach = state.reach
      if (state.activeId !== seenProfile) {
        seenProfile = state.activeId
        queue.fill([])
        queue.resume()
        begin()
        changed.now()
        return
      }
      if (state.reach !== 'online' || before === 'online') return
      queue.resume()
      const fetchedAt = seenProfile === null ? null : deps.cache.head(seenProfile).fetchedAt
      if (wantsRefresh || isOlder(fetchedAt ?? 0, listStaleAfter, now())) refreshBehind()
    },

    async idle() {
      await Promise.allSettled([filling, ...refreshes.values()])
      await queue.idle()
    },

    async close() {
      closed = true
      ending.abort()
      queue.close()
      changed.close()
      await shelves.close()
    },
  }
}
