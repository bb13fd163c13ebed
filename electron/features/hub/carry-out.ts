import { setImmediate as turn } from 'node:timers/promises'
import type { FoundOrder } from '../../store/hub/orders-here.ts'
import type { RegisterDeps } from './register.ts'

/** How many sales are erased in one commit: between two of them others have a turn. */
const erasedAtOnce = 5
/** How many are written down at once to be erased; of notes, which are erased with it, fewer. */
const askedAtOnce = 500

/**
 * Erases here whom other registers ordered to be erased, by the rules of an erasure that is ordered here: what is still needed
 * follows by itself. Each order has its line in the trail. What ends in the middle of one begins it again.
 * @throws Failure DISK_FULL, STORE_FAILED …
 */
export async function carryOut(
  {
    inJournal,
    now,
    untilFree = () => Promise.resolve(),
  }: Pick<RegisterDeps, 'inJournal' | 'now' | 'untilFree'>,
  orders: readonly FoundOrder[],
): Promise<void> {
  for (const { id, by, sales, notes } of orders) {
    const at = now()
    const detail = `${sales.length}${notes.length === 0 ? '' : ` + ${notes.length}`}`
    const line = { at, person: null, action: 'privacy.ordered', subject: by, detail }
    const why = { at, why: 'request', by: null } as const
    const parts = [
      ...inParts(sales, askedAtOnce).map((some) => ({ sales: some, notes: [] })),
      ...inParts(notes, erasedAtOnce).map((some) => ({ sales: [], notes: some })),
    ]
    for (const [index, what] of parts.entries()) {
      await untilFree()
      inJournal(({ personal }) => personal.ask(what, why, index === 0 ? line : undefined))
      await turn()
    }
    const eraseSome = () => inJournal(({ personal }) => personal.eraseDue(at, erasedAtOnce))
    while (sales.length > 0 && eraseSome() === erasedAtOnce) {
      await turn()
      await untilFree()
    }
    inJournal(({ outbox }) => outbox.orders.done(id, at))
  }
}

function inParts<T>(all: readonly T[], most: number): T[][] {
  const count = Math.ceil(all.length / most)
  return Array.from({ length: count }, (_, part) => all.slice(part * most, (part + 1) * most))
}
