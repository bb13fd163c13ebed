import { Failure } from '../../../shared/errors.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { SellingDeps } from './ports.ts'

/** For so long the same thing is not sold again without being asked for twice: ten minutes. */
const sameSaleWindow = 10 * 60_000

/**
 * Refuses a sale of the same product, reference and amount as one of the last minutes that happened or may have.
 * @throws Failure SAME_SALE_RECENTLY
 */
export function refuseSameSale({ journal }: Pick<SellingDeps, 'journal'>, intent: Intent): void {
  const { profileId, productId, reference, amount, createdAt } = intent
  const since = createdAt - sameSaleWindow
  const before = journal.sameSale({ profileId, productId, reference, amount, since })
  if (!before) return
  const minutes = Math.max(0, Math.floor((createdAt - before.createdAt) / 60_000))
  const within = minutes + 1
  throw new Failure('SAME_SALE_RECENTLY', { minutes, within, saleId: before.id })
}
