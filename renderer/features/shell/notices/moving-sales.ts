import { isOpen } from '../../../../shared/domain/sale/closing.ts'
import type { SaleState } from '../../../../shared/domain/sale/sale.ts'
import { useEvent } from '../../../bridge/client.ts'
import { useSalesInView } from '../../../sales/sales-in-view.ts'

/**
 * Calls `stir` when a sale before the person's eyes moves on: somebody waits for it. A look-up that finds it as it
 * was, and a sale that nobody looks at, are the program's own doing.
 */
export function useMovingSales(stir: () => void): void {
  const inView = useSalesInView()
  /** The open sales, each as it was last told. */
  const states = new Map<string, SaleState>()
  useEvent('selling.changed', (sale) => {
    const before = states.get(sale.id)
    if (isOpen(sale)) states.set(sale.id, sale.state)
    else states.delete(sale.id)
    if (before !== undefined && before !== sale.state && inView.has(sale.id)) stir()
  })
}
