import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Catalog } from '../../../shared/contract/catalog.ts'
import { createTextSearch } from '../../../shared/domain/text/search.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useSearchField } from '../../ui/search-field.ts'
import { firstTab, productsOf, tabKey, tabsOf, type Tab } from './shelf.ts'

/** The catalog as the main process keeps it, and which part of it is on screen. */
export const useCatalog = defineStore('catalog', () => {
  const field = useSearchField()
  const connection = useConnection()
  // Shallow: ten thousand products need no watching one by one, a change brings a new list.
  const catalog = shallowRef<Catalog>({ categories: [], products: [], fetchedAt: null })
  const loaded = ref(false)
  const refreshing = ref(false)
  const error = ref<AppError | null>(null)
  const chosenTab = shallowRef<Tab | null>(null)
  let following = false

  const tabs = computed(() => tabsOf(catalog.value))
  const tab = computed(() => {
    const wanted = chosenTab.value
    if (wanted && tabs.value.some((one) => tabKey(one) === tabKey(wanted))) return wanted
    return firstTab(catalog.value)
  })
  const categoryNames = computed(
    () => new Map(catalog.value.categories.map(({ id, name }) => [id, name])),
  )
  const search = computed(() =>
    createTextSearch(
      catalog.value.products,
      ({ id, name, categoryId }) => `${name} ${categoryNames.value.get(categoryId) ?? ''} ${id}`,
    ),
  )
  const searching = computed(() => field.text.trim() !== '')
  const visible = computed(() =>
    searching.value ? search.value.find(field.text) : productsOf(catalog.value, tab.value),
  )

  async function attempt(ask: () => Promise<Catalog>): Promise<void> {
    try {
      const before = chosenTab.value ?? (loaded.value ? tab.value : null)
      catalog.value = await ask()
      // A first favourite must not pull the page away under the cashier's hands.
      chosenTab.value = catalog.value.products.length > 0 ? (before ?? tab.value) : null
      error.value = null
    } catch (caught) {
      error.value = toAppError(caught)
    }
    loaded.value = true
    // The index is made while nobody waits for it, not at the first letter typed.
    requestIdleCallback(() => search.value.find(''))
  }

  /** Reads the stored catalog and keeps it current for the life of the window. */
  async function follow(): Promise<void> {
    if (following) return
    following = true
    const read = () => attempt(() => call('catalog.get', {}))
    on('catalog.changed', () => void read())
    // Another profile's products are not for sale here, not even until this one's have come.
    watch(
      () => connection.state.activeId,
      (_, before) => {
        if (before === null) return
        catalog.value = { categories: [], products: [], fetchedAt: null }
        loaded.value = false
        void read()
      },
    )
    // "Most sold" counts it.
    on('selling.changed', (sale) => {
      if (sale.state === 'APPROVED') void read()
    })
    await read()
  }

  /** Asks the service now; what went wrong stands in `error`. */
  async function refresh(): Promise<void> {
    if (refreshing.value) return
    refreshing.value = true
    await attempt(() => call('catalog.refresh', {}))
    refreshing.value = false
  }

  async function toggleFavourite(product: { id: string; favourite: boolean }): Promise<void> {
    const { id: productId, favourite } = product
    await attempt(() => call('catalog.setFavourite', { productId, favourite: !favourite }))
  }

  function choose(next: Tab): void {
    chosenTab.value = next
    field.text = ''
  }

  return {
    catalog,
    loaded,
    refreshing,
    error,
    tabs,
    tab,
    searching,
    visible,
    categoryNames,
    follow,
    refresh,
    toggleFavourite,
    choose,
  }
})
