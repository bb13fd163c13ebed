import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { CallOutput, CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import {
  directionOf,
  guessDirection,
  isDirectionGuess,
} from '../../../shared/domain/product/direction.ts'
import { addDays, serviceDay, serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import type { ProductForm } from '../../../shared/domain/form/form.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Asset } from '../../host/host.ts'
import type { StoredDetail } from '../../store/cache/catalog-cache.ts'
import { createDetailQueue } from './detail-queue.ts'
import { bringBehind, openDetail, type Details } from './details.ts'
import { createFavourites } from './favourites.ts'
import { begin, follow, refresh, show, type Listing } from './listing.ts'
import { createPictures, productOfPictureUrl } from './pictures.ts'
import type { CatalogDeps } from './ports.ts'
import { priceList } from './prices.ts'
import { recharges } from './recharges.ts'
import { shownProduct } from './shelf.ts'
import { createThrottle } from './throttle.ts'

/** The catalog feature: see shared/contract/catalog.ts. */
export type CatalogFeature = ReturnType<typeof createCatalog>

export function createCatalog(deps: CatalogDeps) {
  // Each telling makes the window read the whole list: the longer it is, the seldomer.
  const tellEvery = () => Math.max(2_000, deps.cache.count(deps.profileId() ?? '') * 5)
  const details: Details = {
    deps,
    now: deps.now,
    changed: createThrottle(() => deps.emit('catalog.changed', {}), tellEvery),
    ending: new AbortController(),
    used: new Set(),
    reach: 'unknown',
  }
  const listing: Listing = {
    details,
    favourites: createFavourites(deps.settings),
    pictures: createPictures(deps.cache, deps.service),
    queue: createDetailQueue((productId) => bringBehind(details, productId)),
    refreshes: new Map(),
    wantsRefresh: true,
    seenProfile: null,
  }
  return {
    handlers: handlersOf(listing),
    /** The picture behind a path of the window's origin ("/media/products/..."). */
    image: (url: string): Promise<Asset> => image(listing, url),
    /** PRODUCT_NOT_FOUND, DIRECTION_UNCONFIRMED, FORM_NOT_STORED or why the service did not give its form. */
    productForSale: (productId: string): Promise<SaleProduct> => productForSale(details, productId),
    /** The form of a product, as it is stored; null: it is not. */
    storedForm: (productId: string): ProductForm | null =>
      deps.cache.detail(deps.profileId() ?? '', productId)?.form ?? null,
    /** Refreshes behind; never waits. */
    start: () => {
      listing.seenProfile = deps.profileId()
      begin(listing)
    },
    /** To be told of every change of the connection: another profile, back online. */
    onConnection: (state: ConnectionState): void => follow(listing, state),
    /** From now on the cache is neither read nor written. */
    close: (): void => close(listing),
  }
}

function handlersOf(listing: Listing): Handlers<CallsOf<'catalog'>> {
  const { details, favourites } = listing
  return {
    'catalog.get': async ({ from }) => show(listing, from),
    'catalog.listed': async ({ productIds }) => ({ products: listed(listing, productIds) }),
    'catalog.refresh': async () => {
      await refresh(listing)
      return {}
    },
    'catalog.product': async ({ productId }) => {
      const detail = await openDetail(details, productId)
      return { ...detail, directionGuessed: isGuessed(details, detail) }
    },
    'catalog.soldCount': async ({ productId }) => ({
      soldCount: details.deps.soldCount(productId),
    }),
    'catalog.recharges': () => recharges(listing),
    'catalog.changes': async () => {
      const { cache, profileId, now } = details.deps
      const yesterday = addDays(serviceDay(now()), -1)
      return cache.changes(profileId() ?? '', serviceDayBounds(yesterday).start)
    },
    'catalog.printPrices': async ({ categoryId }) =>
      details.deps.printer.print(await priceList(listing, categoryId)),
    'catalog.savePrices': async ({ categoryId, path }) => {
      await details.deps.printer.savePdf(await priceList(listing, categoryId), path)
      return {}
    },
    'catalog.setFavourite': async ({ productId, favourite }) => {
      const profileId = details.deps.profileId()
      if (profileId === null) throw new Failure('NO_PROFILE')
      favourites.set(profileId, productId, favourite)
      return {}
    },
  }
}

function listed(
  { details, favourites }: Listing,
  productIds: readonly string[],
): CallOutput<'catalog.listed'>['products'] {
  const { cache, profileId: inUse, soldCounts, directions } = details.deps
  const profileId = inUse()
  if (profileId === null) return []
  const beside = {
    profileId,
    favourites: favourites.of(profileId),
    soldCounts: soldCounts(productIds),
    directions: directions(),
  }
  return productIds.flatMap((productId) => {
    const stored = cache.product(profileId, productId)
    if (stored === null) return []
    return [{ ...shownProduct(stored, beside), categoryName: stored.categoryName }]
  })
}

async function image({ details, pictures }: Listing, url: string): Promise<Asset> {
  const { cache, profileId: inUse } = details.deps
  const [profileId, productId] = [inUse(), productOfPictureUrl(url)]
  if (profileId === null || productId === null) return pictures.missing
  const path = cache.product(profileId, productId)?.image
  return path ? pictures.get(profileId, path) : pictures.missing
}

/**
 * Which way its cash goes is a guess: the owner did not say it, and its last sale went the other way (its category may have
 * another name by now) or there is none.
 */
function isGuessed({ deps, ending }: Details, { productId, form, price }: StoredDetail): boolean {
  if (ending.signal.aborted) return false
  const stored = deps.cache.product(deps.profileId() ?? '', productId)
  if (stored === null || deps.directions().has(productId)) return false
  const shown = deps.soldDirection(productId)
  if (shown !== null) return shown !== guessDirection(stored.categoryName, stored.name)
  return isDirectionGuess({ ...stored, price: stored.price ?? price, form })
}

async function productForSale(details: Details, productId: string): Promise<SaleProduct> {
  const { cache, profileId, directions } = details.deps
  const stored = cache.product(profileId() ?? '', productId)
  if (stored === null) throw new Failure('PRODUCT_NOT_FOUND', { productId })
  const detail = await openDetail(details, productId)
  const { form, price } = detail
  // Whose cash may go either way, the owner says first.
  if (isGuessed(details, detail)) {
    throw new Failure('DIRECTION_UNCONFIRMED', { product: stored.name })
  }
  return {
    name: stored.name,
    categoryName: stored.categoryName,
    tip: stored.tip,
    direction: directionOf(stored, directions()),
    price: stored.price ?? price,
    form,
  }
}

function close({ details, queue }: Listing): void {
  details.ending.abort()
  queue.close()
  details.changed.close()
}
