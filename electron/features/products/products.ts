import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { PayeeProduct } from '../../../shared/domain/product/product-setting.ts'
import { Failure } from '../../../shared/errors.ts'
import type { AccountDeps } from '../../deps.ts'
import type { PayeeBook } from '../../store/tables/payee-book.ts'
import type { ProductChange } from '../../store/tables/product-settings.ts'

export interface ProductsDeps extends Pick<AccountDeps, 'journal' | 'profileId' | 'emit' | 'now'> {
  /** Whether the owner lets what customers bought be offered again. */
  offersRecent: () => boolean
}

/** What the owner says about products: see shared/contract/products.ts. */
export function createProducts(deps: ProductsDeps): Handlers<CallsOf<'products'>> {
  const { now } = deps

  function activeProfile(): string {
    const profileId = deps.profileId()
    if (profileId === null) throw new Failure('NO_PROFILE')
    return profileId
  }

  function changePayees(change: (book: PayeeBook, profileId: string) => void): PayeeProduct[] {
    const profileId = activeProfile()
    const book = deps.journal.write().payees
    change(book, profileId)
    const payees = book.all(profileId)
    deps.emit('products.payeesChanged', payees)
    return payees
  }

  /** Says things of products in one commit. */
  function say(changes: readonly ({ productIds: readonly string[] } & ProductChange)[]) {
    const profileId = activeProfile()
    const { productSettings } = deps.journal.write()
    productSettings.setAll(profileId, changes, now())
    const settings = productSettings.all(profileId)
    deps.emit('products.changed', settings)
    deps.emit('catalog.changed', {})
    return settings
  }

  return {
    'products.recent': async ({ productId }) => {
      if (!deps.offersRecent()) return []
      return deps.journal.read()?.recentCustomers(deps.profileId() ?? '', productId) ?? []
    },
    'products.payees': async () => deps.journal.read()?.payees.all(deps.profileId() ?? '') ?? [],
    'products.learnPayee': async ({ payee, productId }) =>
      changePayees((book, profileId) => book.learn(profileId, payee, productId, now())),
    'products.forgetPayee': async ({ payee, productId }) =>
      changePayees((book, profileId) => book.forget(profileId, payee, productId)),
    'products.settings': async () =>
      deps.journal.read()?.productSettings.all(deps.profileId() ?? '') ?? [],
    async 'products.soldDirections'({ productIds }) {
      const [reader, profileId] = [deps.journal.read(), deps.profileId() ?? '']
      return productIds.flatMap((productId) => {
        const direction = reader?.soldDirection(profileId, productId) ?? null
        return direction === null ? [] : [{ productId, direction }]
      })
    },
    'products.set': async (said) => say([said]),
    'products.classify': async ({ decisions }) => say(decisions),
  }
}
