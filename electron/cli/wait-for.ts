import type { Sale } from '../../shared/domain/sale/sale.ts'
import { withTimeout } from '../async/time-limit.ts'
import { isWaiting } from './exit-codes.ts'
import type { Session } from './session.ts'

/** What is asked of a session meanwhile. */
type Sales = Pick<Session, 'on'> & {
  features: { handlers: Pick<Session['features']['handlers'], 'selling.sale'> }
}

/**
 * Waits until no sale of a list waits for its end any more, or the time is over; answers them as they are
 * then. `changed` hears of every change of state meanwhile.
 */
export async function waitFor(
  session: Sales,
  sales: readonly Sale[],
  ms: number,
  changed: (sale: Sale) => void,
): Promise<Sale[]> {
  const current = new Map(sales.map((sale) => [sale.id, sale]))
  const isDone = () => ![...current.values()].some((sale) => isWaiting(sale.state))
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const forget = session.on('selling.changed', (sale) => {
    const before = current.get(sale.id)
    if (!before) return
    current.set(sale.id, sale)
    if (before.state !== sale.state) changed(sale)
    if (isDone()) resolve(undefined)
  })
  try {
    // What changed between the sale and this listener.
    for (const { id } of sales) {
      const { sale } = await session.features.handlers['selling.sale']({ saleId: id })
      current.set(id, sale)
    }
    if (isDone()) resolve(undefined)
    await withTimeout(promise, ms, () => undefined)
  } finally {
    forget()
  }
  return [...current.values()]
}
