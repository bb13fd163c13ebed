import type { Direction } from '../../shared/domain/money/money.ts'
import type { SlipPrinter } from '../../shared/domain/receipt/slip.ts'
import { createCatalog, type CatalogFeature } from '../features/catalog/catalog.ts'
import type { FormNotes } from '../features/selling/form-notes.ts'
import { openCatalogCache } from '../store/cache/catalog-cache.ts'
import type { Database } from '../store/sqlite/db.ts'
import type { AccountDeps } from '../deps.ts'
import { paperStyle } from './common.ts'

/** The catalog over the cache, in the order that the journal's sales suggest. Each form that is opened is looked through. */
export function wireCatalog(
  account: AccountDeps,
  cache: Database,
  { formNotes, printer }: { formNotes: FormNotes; printer: SlipPrinter },
): CatalogFeature {
  const { journal, profileId } = account
  const catalog = createCatalog({
    ...account,
    cache: openCatalogCache(cache),
    printer,
    style: paperStyle(account),
    soldCounts: (productIds) =>
      journal.read()?.soldCounts(profileId() ?? '', productIds) ?? new Map<string, number>(),
    soldCount: (productId) => journal.read()?.soldCount(profileId() ?? '', productId) ?? 0,
    soldAmounts: (productId) => journal.read()?.soldAmounts(profileId() ?? '', productId) ?? [],
    soldDirection: (productId) =>
      journal.read()?.soldDirection(profileId() ?? '', productId) ?? null,
    directions: () =>
      journal.read()?.productSettings.directions(profileId() ?? '') ?? new Map<string, Direction>(),
  })
  const handlers: CatalogFeature['handlers'] = {
    ...catalog.handlers,
    async 'catalog.product'(input) {
      const detail = await catalog.handlers['catalog.product'](input)
      formNotes.form(input.productId, detail.form?.inputs ?? [])
      return detail
    },
  }
  return { ...catalog, handlers }
}
