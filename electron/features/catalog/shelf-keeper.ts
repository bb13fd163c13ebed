import { setImmediate } from 'node:timers/promises'
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { CatalogCache, ListedCategory, StoredDetail } from '../../store/cache/catalog-cache.ts'
import { readShelf, type Shelf } from './shelf.ts'

/**
 * Keeps the shelf of the profile in use in memory. It is read, and replaced in the cache, in short steps: whatever else
 * waits comes in between, and whoever asks for the shelf meanwhile waits for all of it.
 */
export type ShelfKeeper = ReturnType<typeof createShelfKeeper>

export function createShelfKeeper(cache: CatalogCache, profileInUse: () => string | null) {
  let known: Shelf | null = null
  /** The one being filled. */
  let coming: Shelf | null = null
  let closed = false
  /** No list is read while another takes its place. */
  const queue = createSerialQueue()

  async function read(profileId: string): Promise<Shelf> {
    for (;;) {
      const { shelf, steps } = readShelf(cache, profileId)
      coming = shelf
      while (!steps.next().done) await setImmediate()
      // Another process may have brought another list in between, or a damaged cache was made anew.
      if (cache.head(profileId).fetchedAt === shelf.fetchedAt) return shelf
    }
  }

  async function load(profileId: string): Promise<void> {
    if (known?.profileId === profileId || profileInUse() !== profileId) return
    try {
      known = await read(profileId)
    } finally {
      coming = null
    }
  }

  return {
    /** The whole shelf of the profile in use; null: there is no profile. */
    async current(): Promise<Shelf | null> {
      for (;;) {
        const profileId = profileInUse()
        if (profileId === null) return null
        if (known?.profileId === profileId) return known
        await queue.add(() => load(profileId))
      }
    },

    /** How many products the shelf has that is in memory now. */
    size: (): number => known?.products.size ?? 0,

    /** Puts a fresh list in the place of the old one; false when it was closed before that was done. */
    replace: (
      profileId: string,
      categories: readonly ListedCategory[],
      fetchedAt: number,
    ): Promise<boolean> =>
      queue.add(async () => {
        const steps = cache.replacing(profileId, categories, fetchedAt)
        while (!closed && !steps.next().done) await setImmediate()
        if (closed) return false
        if (known?.profileId === profileId) known = null
        return true
      }),

    putDetail(profileId: string, detail: StoredDetail) {
      cache.putDetail(profileId, detail)
      for (const shelf of [known, coming]) {
        if (shelf?.profileId === profileId) {
          shelf.detailTimes.set(detail.productId, detail.fetchedAt)
        }
      }
    },

    /** Settles when the cache is neither read nor written any more. */
    async close(): Promise<void> {
      closed = true
      await queue.idle()
    },
  }
}
