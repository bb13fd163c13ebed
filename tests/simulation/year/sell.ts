import { paperOf } from './paper.ts'
import type { YearWorld } from './world.ts'

const second = 1000

/** A sale, quoted or not, pressed once or twice; its paper once it is approved. */
export function sell(world: YearWorld): void {
  const { random, clock, state, customers, book, watch } = world
  // As long as the watch of all simulations reads it.
  const draftId = `draft-${(state.drafts += 1).toString(36).padStart(4, '0')}`
  const { input, customer, amount } = customers.order(draftId)
  book.mean(draftId, { customer, amount, productId: input.productId })
  watch.wish(draftId, { productId: input.productId, amount })
  const isQuoted = random.chance(0.4)
  const isPrinted = random.chance(0.3)
  const presses = random.chance(0.05) ? 2 : 1
  void world.call('sell', async ({ selling: { handlers } }) => {
    const { productId, values } = input
    const quote = isQuoted
      ? await handlers['selling.quote']({ productId, values, quoteId: null })
      : null
    for (let press = 0; press < presses; press += 1) {
      const sale = await handlers['selling.sell']({ ...input, quoteId: quote?.quoteId ?? null })
      watch.onAnswered(sale)
      if (isPrinted && press === 0) clock.later(5 * second, () => print(world, sale.id))
    }
  })
}

/** Its receipt, written down before its first byte leaves, as the printing does. */
function print(world: YearWorld, saleId: string): void {
  void world.call('print', async ({ journal }) => {
    const sale = journal.sale(saleId)
    if (sale?.state !== 'APPROVED') return
    const at = world.clock.now()
    const begun = { saleId, kind: 'receipt', at, printer: 'EPSON', cashier: null } as const
    const { seq, number } = journal.receipts.begin(begun)
    if (number === 1) world.book.onPaper(saleId, seq, paperOf(sale))
    journal.receipts.end(seq, 'done', at)
  })
}
