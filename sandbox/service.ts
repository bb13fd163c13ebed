import type { Catalog } from './catalog/catalog.ts'
import type { Clock } from './clock.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Currency } from './money.ts'
import type { LoadLinks } from './load-links.ts'
import type { Settings } from './settings.ts'

/** Everything the operations work on. */
export interface Service {
  clock: Clock
  catalog: Catalog
  ledger: Ledger
  links: LoadLinks
  currency: Currency
  /** Replaced as a whole when the control API changes it. */
  settings: Settings
  /** Signs quotes; lives as long as the process. */
  signKey: Buffer
  /** The service's own origin, for links; known once it listens. */
  origin: string
}
