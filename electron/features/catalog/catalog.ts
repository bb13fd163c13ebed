import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Asset } from '../../host/host.ts'
import { createDetailQueue } from './detail-queue.ts'
import { bringBehind, openDetail, type Details } from './details.ts'
import { createFavourites } from './favourites.ts'
import { begin, follow, refresh, show, type Listing } from './listing.ts'
import { createPictures, productOfPictureUrl } from './pictures.ts'
import type { CatalogDeps } from './ports.ts'
import { recharges } from './recharges.ts'
import { createShelfKeeper } from './shelf-keeper.ts'
import { createThrottle } from './throttle.ts'

/** The catalog feature: see shared/contract/catalog.ts. */
export type CatalogFeature = ReturnType<typeof createCatalog>

export function createCatalog(deps: CatalogDeps) {
  const shelves = createShelfKeeper(deps.cache, deps.profileId)
  // Each telling makes the window read the whole list: the longer it is, the seldomer.
  const tellEvery = () => Math.max(2_000, shelves.size() * 5)
  const details: Details = {
    deps,
    now: deps.now,
    shelves,
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
    filling: Promise.resolve(),
    wantsRefresh: true,
    seenProfile: null,
  }
  return {
    handlers: handlersOf(listing),
    /** The picture behind a path of the window's origin ("/media/products/..."). */
    image: (url: string): Promise<Asset> => image(listing, url),
    /** PRODUCT_NOT_FOUND, FORM_NOT_STORED or why the service did not give its form. */
    productForSale: (productId: string): Promise<SaleProduct> => productForSale(details, productId),
    /** Refreshes behind; never waits. */
    start: () => {
      listing.seenProfile = deps.profileId()
      begin(listing)
    },
    /** To be told of every change of the connection: another profile, back online. */
    onConnection: (state: ConnectionState): void => follow(listing, state),
    /** Settles when nothing is being brought. */
    idle: (): Promise<void> => idle(listing),
    /** Settles when the cache is neither read nor written any more. */
    close: (): Promise<void> => close(listing),
  }
}

function handlersOf(listing: Listing): Handlers<CallsOf<'catalog'>> {
  const { details, favourites } = listing
  return {
    'catalog.get': () => show(listing),
    'catalog.refresh': async () => {
      await refresh(listing)
      return show(listing)
    },
    'catalog.product': ({ productId }) => openDetail(details, productId),
    'catalog.soldCount': async ({ productId }) => ({
      soldCount: details.deps.soldCount(productId),
    }),
    'catalog.recharges': () => recharges(listing),
    'catalog.setFavourite': async ({ productId, favourite }) => {
      const profileId = details.deps.profileId()
      if (profileId === null) throw new Failure('NO_PROFILE')
      favourites.set(profileId, productId, favourite)
      return show(listing)
    },
  }
}

async function image({ details, pictures }: Listing, url: string): Promise<Asset> {
  const productId = productOfPictureUrl(url)
  const current = await details.shelves.current()
  const path = productId === null ? null : current?.products.get(productId)?.stored.image
  return current && path ? pictures.get(current.profileId, path) : pictures.missing
}

async function productForSale(details: Details, productId: string): Promise<SaleProduct> {
  const listed = (await details.shelves.current())?.products.get(productId)
  if (!listed) throw new Failure('PRODUCT_NOT_FOUND', { productId })
  const { form, price } = await openDetail(details, productId)
  return {
    name: listed.stored.name,
    categoryName: listed.categoryName,
    tip: listed.stored.tip,
    direction: details.deps.directions().get(productId) ?? listed.direction,
    price: listed.stored.price ?? price,
    form,
  }
}

async function idle({ filling, refreshes, queue }: Listing): Promise<void> {
  await Promise.allSettled([filling, ...refreshes.values()])
  await queue.idle()
}

async function close({ details, queue }: Listing): Promise<void> {
  details.ending.abort()
  queue.close()
  details.changed.close()
  await details.shelves.close()
}
