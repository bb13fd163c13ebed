import { wholeCatalog, type Catalog } from '../../shared/contract/catalog.ts'
import { call } from './client.ts'

/** The stored catalog, whole. Throws Failure where it cannot be read. */
export const readCatalog = (): Promise<Catalog> =>
  wholeCatalog((input) => call('catalog.get', input))
