import type { Direction } from '../../shared/domain/money/money.ts'
import type { SaleFace } from '../../shared/domain/sale/sale.ts'
import { t } from '../i18n/index.ts'

/**
 * What to do with a sale in this state, in a sentence; `amount`: what goes to the customer when the cash goes out, as it is
 * written; `paperless`: no printer is there, and a receipt is shown and not handed over.
 */
export function todoOf(
  { face, direction, paperless }: { face: SaleFace; direction: Direction; paperless: boolean },
  amount: string,
): string {
  if (face === 'approved' && paperless) return t(`state.paperless.${direction}`, { amount })
  return t(`state.${direction === 'out' ? 'todoOut' : 'todoIn'}.${face}`, { amount })
}
