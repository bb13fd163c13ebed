import type { TenderKind } from '../../shared/domain/drawer/tender.ts'

/** The picture of each way of paying. */
export const tenderIcons: Record<TenderKind, string> = {
  cash: 'i-lucide-banknote',
  transfer: 'i-lucide-smartphone',
  credit: 'i-lucide-notebook-pen',
}
