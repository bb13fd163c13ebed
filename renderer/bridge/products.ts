import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { ParsedInput } from '../../shared/contract/index.ts'
import type { PayeeProduct, ProductSetting } from '../../shared/domain/product/product-setting.ts'
import { call, on } from './client.ts'
import { useConnection } from './connection.ts'

/** What the shop says about the products of the connection in use, and which of them pay whose bills. */
export const useProducts = defineStore('products', () => {
  const connection = useConnection()
  const settings = ref<ReadonlyMap<string, ProductSetting>>(new Map())
  const payees = ref<readonly PayeeProduct[]>([])
  const byPayee = computed(() => {
    const found = new Map<string, string[]>()
    for (const { payee, productId } of payees.value) {
      found.set(payee, [...(found.get(payee) ?? []), productId])
    }
    return found
  })
  let following = false

  function show(all: readonly ProductSetting[]): void {
    settings.value = new Map(all.map((setting) => [setting.productId, setting]))
  }

  async function read(): Promise<void> {
    const [all, known] = await Promise.all([
      call('products.settings', {}),
      call('products.payees', {}),
    ])
    show(all)
    payees.value = known
  }

  /** Reads all and keeps it current for the life of the window, also for another connection. */
  async function follow(): Promise<void> {
    if (following) return read()
    following = true
    on('products.changed', show)
    on('products.payeesChanged', (known) => {
      payees.value = known
    })
    watch(
      () => connection.state.activeId,
      () => void read(),
    )
    await read()
  }

  /** Says which way the cash of several products goes; throws Failure when it could not be kept. */
  async function change(
    productIds: readonly string[],
    said: Pick<ProductSetting, 'direction'>,
  ): Promise<void> {
    if (productIds.length === 0) return
    show(await call('products.set', { productIds: [...productIds], ...said }))
  }

  /** Says what products are to the books, all at once. */
  async function classify(decisions: ParsedInput<'products.classify'>['decisions']): Promise<void> {
    if (decisions.length === 0) return
    show(await call('products.classify', { decisions }))
  }

  /** The products that are known to pay a payee's bills, those learnt first first. */
  const productsOf = (payee: string): readonly string[] => byPayee.value.get(payee) ?? []

  async function learn(payee: string, productId: string): Promise<void> {
    payees.value = await call('products.learnPayee', { payee, productId })
  }

  async function forget(payee: string, productId: string): Promise<void> {
    payees.value = await call('products.forgetPayee', { payee, productId })
  }

  return { settings, payees, follow, change, classify, productsOf, learn, forget }
})
