import type { Emit } from '../../../shared/contract/index.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { SettingsStore } from '../../host/host.ts'
import type { MerchantService } from '../../service/service.ts'
import type { CatalogCache } from '../../store/cache/catalog-cache.ts'

/** What the catalog needs of the rest of the house. */
export interface CatalogDeps {
  cache: CatalogCache
  /** The active profile's id, or null before there is one. */
  profileId: () => string | null
  /** The active profile's service; throws Failure NO_PROFILE or NO_TOKEN. */
  service: () => MerchantService
  emit: Emit
  /** Sales in the journal by product id. */
  soldCounts: () => ReadonlyMap<string, number>
  /** The direction that the owner chose, by product id; the others' is guessed. */
  directions: () => ReadonlyMap<string, Direction>
  settings: SettingsStore
  now?: () => number
  /** Told of what went wrong behind, where no call is there to answer. */
  onProblem: (error: AppError) => void
}
