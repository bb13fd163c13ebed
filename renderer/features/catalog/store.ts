import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { createProductSearch } from '../../../shared/domain/product/product-search.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { readCatalog } from '../../bridge/catalog.ts'
import { call, on } from '../../bridge/client.ts'
import { t } from '../../i18n/index.ts'
import { sayService } from '../../i18n/service-words.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useSearchField } from '../../ui/search-field.ts'
import { besideHits, byCategory, productsOf, quickOf, tabKey, tabsOf, type Tab } from './shelf.ts'
import type { Section } from './shelf-lines.ts'

const everything: Tab = { kind: 'all' }
const noCatalog: Catalog = { categories: [], products: [], fetchedAt: null }

/** What the store keeps: the catalog, how reading it goes, and the tab that was chosen. */
interface Shelf {
  catalog: Ref<Catalog>
  loaded: Ref<boolean>
  refreshing: Ref<boolean>
  error: Ref<AppError | null>
  chosenTab: Ref<Tab | null>
  /** Counts the sales that were told: the products in `catalog` hold theirs, and nobody watches each. */
  sold: Ref<number>
}

/** The catalog as the main process keeps it, and which part of it is on screen. */
export const useCatalog = defineStore('catalog', () => {
  const field = useSearchField()
  const shelf: Shelf = {
    // Shallow: ten thousand products need no watching one by one, a change brings a new list.
    catalog: shallowRef(noCatalog),
    loaded: ref(false),
    refreshing: ref(false),
    error: ref(null),
    chosenTab: shallowRef(null),
    sold: ref(0),
  }
  const shown = useShown(shelf, field)
  const read = createReader(() => readInto(shelf, shown))
  let following = false

  const { catalog, loaded, refreshing, error } = shelf
  const { tabs, tab, categoryNames, searching, visible, sections, quick } = shown
  return {
    catalog,
    loaded,
    refreshing,
    error,
    tabs,
    tab,
    searching,
    visible,
    sections,
    quick,
    categoryNames,
    /** Reads the stored catalog and keeps it current for the life of the window. */
    async follow(): Promise<void> {
      if (following) return
      following = true
      readOnChange(shelf, read)
      await read()
    },
    /** Asks the service now; what went wrong stands in `error`. */
    async refresh(): Promise<void> {
      if (refreshing.value) return
      refreshing.value = true
      // What came is told by catalog.changed.
      await attempt(shelf, () => call('catalog.refresh', {}))
      refreshing.value = false
    },
    async toggleFavourite(product: { id: string; favourite: boolean }): Promise<void> {
      const { id: productId, favourite } = product
      await attempt(shelf, async () => {
        await call('catalog.setFavourite', { productId, favourite: !favourite })
        const { products, ...rest } = catalog.value
        const marked = products.map((one) =>
          one.id === productId ? { ...one, favourite: !favourite } : one,
        )
        show(shelf, shown, { ...rest, products: marked })
      })
    },
    choose(next: Tab): void {
      shelf.chosenTab.value = next
      field.text = ''
    },
  }
})

function useShown({ catalog, chosenTab, sold }: Shelf, field: ReturnType<typeof useSearchField>) {
  const tabs = computed(() => tabsOf(catalog.value))
  const tab = computed(() => {
    const wanted = chosenTab.value
    if (wanted && tabs.value.some((one) => tabKey(one) === tabKey(wanted))) return wanted
    return everything
  })
  const categoryNames = computed(
    () => new Map(catalog.value.categories.map(({ id, name }) => [id, name])),
  )
  const search = computed(() =>
    createProductSearch(
      catalog.value.products,
      ({ id, name, categoryId }) => ({
        name,
        category: categoryNames.value.get(categoryId) ?? '',
        id,
      }),
      (product) => product,
    ),
  )
  const ofTab = computed(() => {
    // "Most sold" alone is in another order after a sale.
    if (tab.value.kind === 'top') void sold.value
    return productsOf(catalog.value, tab.value)
  })
  const searching = computed(() => field.text.trim() !== '')
  const visible = computed(() => (searching.value ? search.value.find(field.text) : ofTab.value))
  const categories = computed(() =>
    byCategory(catalog.value).map((one) => ({ ...one, label: sayService(one.label) })),
  )
  /** What is shown, by what it stands under. */
  const sections = computed((): Section[] => {
    if (searching.value) {
      const found = { key: 'found', label: t('catalog.found'), products: visible.value }
      return [found, ...besideHits(visible.value, categories.value)]
    }
    const { kind } = tab.value
    if (kind === 'all') return categories.value
    const label = kind === 'category' ? sayService(tab.value.name) : t(`catalog.tab.${kind}`)
    return [{ key: tabKey(tab.value), label, products: ofTab.value }]
  })
  /** The products that have keys; what was there stays where it was. */
  const quick = shallowRef<readonly CatalogProduct[]>([])
  watch([catalog, sold], () => {
    const before = quick.value.map(({ id }) => id)
    quick.value = quickOf(catalog.value, before)
  })
  return { tabs, tab, categoryNames, search, searching, visible, sections, quick }
}

/** Reads at most once at a time: what is asked for meanwhile is one more reading after it. */
function createReader(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let waiting: Promise<void> | null = null
  const begin = (): Promise<void> => {
    waiting = null
    running = read().finally(() => (running = null))
    return running
  }
  return () => {
    if (running === null) return begin()
    return (waiting ??= running.then(begin))
  }
}

async function readInto(shelf: Shelf, shown: ReturnType<typeof useShown>): Promise<void> {
  await attempt(shelf, async () => show(shelf, shown, await readCatalog()))
  shelf.loaded.value = true
}

async function attempt({ error }: Shelf, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    error.value = null
  } catch (caught) {
    error.value = toAppError(caught)
  }
}

function show(
  { catalog }: Shelf,
  { search }: Pick<ReturnType<typeof useShown>, 'search'>,
  next: Catalog,
): void {
  catalog.value = next
  // The index is made while nobody waits for it, not at the first letter typed; so is what the first search, and the
  // first that finds nothing, make for all that follow.
  for (const query of ['', 'e', 'zzzz']) requestIdleCallback(() => search.value.find(query))
}

function readOnChange(shelf: Shelf, read: () => Promise<void>): void {
  const { catalog, loaded } = shelf
  const connection = useConnection()
  on('catalog.changed', () => void read())
  // Another profile's products are not for sale here, not even until this one's have come.
  watch(
    () => connection.state.activeId,
    (_, before) => {
      if (before === null) return
      catalog.value = noCatalog
      loaded.value = false
      void read()
    },
  )
  // "Most sold" counts it. The list itself, of thousands, is as it was.
  on('selling.changed', ({ state, productId }) => {
    if (state === 'APPROVED') void countAgain(shelf, productId)
  })
}

/** How often a product was sold, anew. */
async function countAgain({ catalog, sold, error }: Shelf, productId: string): Promise<void> {
  const product = catalog.value.products.find(({ id }) => id === productId)
  if (product === undefined) return
  try {
    const { soldCount } = await call('catalog.soldCount', { productId })
    product.soldCount = soldCount
    sold.value += 1
  } catch (caught) {
    error.value = toAppError(caught)
  }
}
