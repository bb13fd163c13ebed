import { createShift } from '../../electron/features/shift/shift.ts'
import { writtenJournal } from '../../electron/store/journal/journal-access.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { toCount } from '../../shared/domain/drawer/drawer.ts'
import { money } from '../../shared/domain/money/money.ts'
import { businessSchema } from '../../shared/domain/receipt/business.ts'
import { Failure } from '../../shared/errors.ts'
import type { Account } from './ends.ts'

/** The drawer over the years: the feature itself, over a clock that is set. */
export function yearsDrawer(journal: Journal, profileId: string, account: Account) {
  const clock = { now: 0 }
  const { handlers, currentId } = createShift({
    journal: writtenJournal(journal),
    profileId: () => profileId,
    service: () => {
      throw new Failure('NO_TOKEN')
    },
    emit: () => undefined,
    now: () => clock.now,
    cashier: () => null,
    maySeeCommissions: () => true,
    mayCloseOthers: () => true,
    mayMarkSeen: () => true,
    account: () => ({
      balance: money(account.balance, 'COP'),
      profits: money(1_000_000, 'COP'),
      at: clock.now,
      skewMs: 300,
    }),
    settings: () => ({ blindCount: false, shiftRequired: false, language: 'es' }),
    business: () => businessSchema.parse({}),
    figures: () => ({ country: 'CO', decimalSign: 'comma' }),
    backup: async () => null,
    trail: (after) => ({
      ...journal.trail.head(),
      checked: 0,
      notices: journal.trail.notices(after, 5),
    }),
    printer: { print: async () => ({ jobId: '' }), savePdf: async () => undefined },
    // The service's loads of balance: there is no service.
    onProblem: () => undefined,
  })
  const note = (action: string, subject: string) =>
    journal.trail.add({ at: clock.now, person: null, action, subject })

  return {
    currentId,
    async open(at: number): Promise<void> {
      clock.now = at
      await handlers['shift.open']({ base: [{ currency: 'COP', pieces: [], other: 20_000_000 }] })
      note('shift.open', currentId() ?? '')
    },
    /** What the customer of a sale that failed late is owed, if anything is, is given back. */
    async payOut(saleId: string, at: number): Promise<void> {
      clock.now = at
      if ((await handlers['shift.owedOf']({ saleId })) === null) return
      await handlers['shift.payOut']({ saleId, how: 'cash', amount: null, note: 'Volvió por él' })
      note('shift.payOut', saleId)
    },
    /** Cash goes to the bank, the drawer is counted to the peso and closed with its Z. */
    async close(at: number): Promise<void> {
      clock.now = at
      const { drawers, unconfirmed } = await handlers['shift.state']({})
      const held = (drawers ?? []).reduce((sum, drawer) => sum + toCount(drawer), 0)
      const deposit = Math.max(100, Math.floor(held / 2))
      await handlers['shift.move']({
        direction: 'out',
        reason: 'deposit',
        amount: money(deposit, 'COP'),
        note: 'Consignación del día',
      })
      const counts = [{ currency: 'COP', pieces: [], other: Math.max(0, held - deposit) }]
      await handlers['shift.count']({ counts })
      note('shift.count', currentId() ?? '')
      const z = await handlers['shift.close']({ note: 'Cierre', unconfirmed: unconfirmed.length })
      note('shift.close', `Z ${z.shift.number}`)
    },
  }
}
