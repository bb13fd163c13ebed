import type { ServiceCatalog } from './catalog/catalog.ts'
import type { SandboxClock } from './clock.ts'
import type { TransactionLedger } from './ledger/ledger.ts'
import type { Currency } from './money.ts'
import type { LoadLinks } from './load-links.ts'
import type { SandboxSettings } from './settings.ts'

/** Everything the operations work on. */
export interface Service {
  clock: SandboxClock
  catalog: ServiceCatalog
  ledger: TransactionLedger
  links: LoadLinks
  currency: Currency
  /** Replaced as a whole when the control API changes it. */
  settings: SandboxSettings
  /** Signs quotes; lives as long as the process. */
  signKey: Buffer
  /** The service's own origin, for links; known once it listens. */
  origin: string
}
