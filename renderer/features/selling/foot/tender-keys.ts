import type { TenderKind } from '../../../../shared/domain/drawer/tender.ts'
import type { ShortcutId } from '../../../keyboard/keys.ts'

/** The key of each way of paying, in the order in which they stand. */
export const tenderKeys = {
  cash: 'tenderCash',
  transfer: 'tenderTransfer',
  credit: 'tenderCredit',
} as const satisfies Record<TenderKind, ShortcutId>
