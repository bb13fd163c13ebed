import type { SoldThere } from '../../../shared/domain/sale/sold-there.ts'
import { shownState } from '../../../shared/domain/sale/closing.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { SellingDeps } from './ports.ts'

/** For so long the same thing is not sold again without being asked for twice: ten minutes. */
const sameSaleWindow = 10 * 60_000

/** In less than how many minutes it was. */
const withinOf = (ms: number) => Math.max(0, Math.floor(ms / 60_000)) + 1

/**
 * Refuses a sale of the same product, reference and amount as one of the last minutes that happened or may have.
 * @throws Failure SAME_SALE_RECENTLY
 */
export function refuseSameSale({ journal }: Pick<SellingDeps, 'journal'>, intent: Intent): void {
  const { profileId, productId, reference, amount, createdAt } = intent
  const since = createdAt - sameSaleWindow
  const before = journal.sameSale({ profileId, productId, reference, amount, since })
  if (!before) return
  const { id: saleId, createdAt: at, serviceId } = before
  throw new Failure('SAME_SALE_RECENTLY', {
    ...{ saleId, at, within: withinOf(createdAt - at), state: shownState(before) },
    ...(serviceId !== null && { serviceId }),
  })
}

/**
 * Tells the other registers of the shop what is about to be sold here, and hears who of them sells the same; null: there is
 * nobody to ask. Of what is sold `again` the answer is of no matter.
 */
export const claimSale = (
  { elsewhere }: Pick<SellingDeps, 'elsewhere'>,
  intent: Intent,
  again: boolean,
): Promise<SoldThere | null> | null => elsewhere?.claim(intent, sameSaleWindow, again) ?? null

/** @throws Failure SAME_SALE_MADE_THERE, SAME_SALE_BEGUN_THERE another register made it, or may yet. */
export function refuseSoldThere(there: SoldThere | null): void {
  if (there === null) return
  const { name: register, ago, state } = there
  const isMade = state === 'APPROVED' || state === 'PARTIAL'
  const code = isMade ? 'SAME_SALE_MADE_THERE' : 'SAME_SALE_BEGUN_THERE'
  throw new Failure(code, { register, within: withinOf(ago) })
}
