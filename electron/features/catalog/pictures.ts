import { hash } from 'node:crypto'
import type { CatalogCache, StoredImage } from '../../store/cache/catalog-cache.ts'
import type { MerchantService } from '../../service/service.ts'
import { isOutOfReach, toAppError } from '../../../shared/errors.ts'
import type { Asset } from '../../host/host.ts'

/** Types that a picture element draws without running anything. */
const imageTypes = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/
const largestImage = 2_000_000
const missing: Asset = { status: 404, contentType: 'text/plain', body: new Uint8Array() }

/** Where the window asks for a product's picture. The version keeps another profile's or older picture from showing. */
export function pictureUrl(profileId: string, productId: string, path: string): string {
  const version = hash('sha256', `${profileId}\n${path}`).slice(0, 10)
  return `/media/products/${encodeURIComponent(productId)}?v=${version}`
}

/** The product that a picture's URL names, or null for another path. */
export function productOfPictureUrl(url: string): string | null {
  const match = /^\/media\/products\/([^/?#]+)/.exec(url)
  if (!match?.[1]) return null
  try {
    return decodeURIComponent(match[1])
  } catch (caught) {
    if (caught instanceof URIError) return null
    throw caught
  }
}

/** The pictures of products. */
export type Pictures = ReturnType<typeof createPictures>

/** Pictures from the cache, else from the service and into the cache. A picture that cannot be had is a 404. */
export function createPictures(cache: CatalogCache, service: () => MerchantService) {
  const coming = new Map<string, Promise<StoredImage | null>>()
  const failed = new Set<string>()

  async function bring(profileId: string, path: string): Promise<StoredImage | null> {
    const key = `${profileId}\n${path}`
    try {
      const { body, contentType: header } = await service().getImage(path)
      const contentType = (header.split(';')[0] ?? '').trim().toLowerCase()
      if (!imageTypes.test(contentType) || body.length > largestImage) {
        failed.add(key)
        return null
      }
      const image = { contentType, body }
      cache.putImage(profileId, path, image)
      return image
    } catch (caught) {
      // A product without its picture shows a monogram; asked again only when it may come now.
      if (!isOutOfReach(toAppError(caught))) failed.add(key)
      return null
    } finally {
      coming.delete(key)
    }
  }

  return {
    async get(profileId: string, path: string): Promise<Asset> {
      const key = `${profileId}\n${path}`
      const stored = cache.image(profileId, path)
      if (stored) return { status: 200, ...stored }
      if (failed.has(key)) return missing
      const request = coming.get(key) ?? bring(profileId, path)
      coming.set(key, request)
      const image = await request
      return image ? { status: 200, ...image } : missing
    },
    /** What stands for one that there is not. */
    missing,
    /** Tries pictures again that failed before. */
    retry: (): void => failed.clear(),
  }
}
