import { ref, watch } from 'vue'
import { isOpen } from '../../../../shared/domain/sale/closing.ts'
import type { Sale } from '../../../../shared/domain/sale/sale.ts'
import { call, useEvent } from '../../../bridge/client.ts'
import { useLoad } from '../../../ui/action.ts'
import { useSalesInView } from '../../../sales/sales-in-view.ts'

/** So many are told at once, the newest ones. */
const most = 3

/**
 * Sales that were left waiting and have ended meanwhile, until they are read. It listens for the life of the window,
 * which began at `openedAt` (epoch ms): also before anybody has signed in.
 */
export function useEndedSales(openedAt = performance.timeOrigin) {
  const inView = useSalesInView()
  const ended = ref<Sale[]>([])
  /** The sales that were seen waiting in this window. */
  const waiting = new Set<string>()
  const told = new Set<string>()

  function drop(id: string): void {
    ended.value = ended.value.filter((sale) => sale.id !== id)
  }

  /** Nobody need have seen it wait: it was left open by another run, and has ended in this one. */
  const wasLeft = ({ createdAt, settledAt }: Sale) =>
    createdAt < openedAt && settledAt !== null && settledAt >= openedAt

  function end(sale: Sale): void {
    const isNews = waiting.delete(sale.id) || (wasLeft(sale) && !told.has(sale.id))
    told.add(sale.id)
    if (!isNews || sale.closing !== null || inView.has(sale.id)) return
    drop(sale.id)
    ended.value = [...ended.value, sale].slice(-most)
  }

  useEvent('selling.changed', (sale) => {
    if (isOpen(sale)) waiting.add(sale.id)
    else end(sale)
  })
  // Who looks at the sale, or gave the customer the money, has read it.
  watch(
    () => ended.value.find(({ id }) => inView.has(id)),
    (seen) => seen && drop(seen.id),
  )
  const given = useLoad(
    () => call('shift.owed', {}),
    (owed) => owed.given.forEach(({ saleId }) => drop(saleId)),
  )
  useEvent('shift.changed', () => {
    if (ended.value.length > 0) void given.run()
  })

  return { ended, drop }
}
