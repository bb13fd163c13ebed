import type { Handlers } from '../../../shared/contract/index.ts'
import type { OwedLine, Shift } from '../../../shared/domain/drawer/shift.ts'
import { changeOf, fitsTotal } from '../../../shared/domain/drawer/tender.ts'
import { outcomeOf } from '../../../shared/domain/drawer/drawer.ts'
import { Failure } from '../../../shared/errors.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'
import type { ShiftDeps } from './ports.ts'

type OwedCalls =
  'shift.owed' | 'shift.owedOf' | 'shift.payOut' | 'shift.left' | 'shift.tender' | 'shift.setTender'

const givenShown = 30

/** How sales are paid, and what of that is owed to customers again. */
export function createOwed(
  deps: Pick<ShiftDeps, 'journal' | 'now' | 'cashier' | 'mayCloseOthers'> & {
    reader: () => ShiftsReader
    profile: () => string
    current: () => Shift | null
    changed: () => void
  },
): Handlers<OwedCalls> {
  const { now, changed } = deps

  function saleOf(saleId: string): SaleRecord {
    const sale = deps.journal.write().sale(saleId)
    if (!sale) throw new Failure('SALE_NOT_FOUND')
    return sale
  }

  function owedOf(saleId: string): OwedLine | null {
    const { profileId } = saleOf(saleId)
    return (
      deps
        .reader()
        .cash.owed(profileId)
        .find((line) => line.saleId === saleId) ?? null
    )
  }

  /** Why how a sale was paid cannot be put right (any more), or null. */
  function whyFixed(sale: SaleRecord): Failure | null {
    if (sale.direction === 'out') return new Failure('BAD_INPUT', { where: 'tender' })
    const shifts = deps.reader()
    if (shifts.movements.payoutOfSale(sale.id)) return new Failure('TENDER_GIVEN')
    const shift = sale.shift === null ? null : shifts.shift(sale.shift)
    if (!shift) return null
    if (shift.closedAt !== null) return new Failure('TENDER_CLOSED')
    const isOwn = shift.cashierId === (deps.cashier()?.id ?? null)
    return isOwn || deps.mayCloseOthers() ? null : new Failure('TENDER_OTHERS')
  }

  return {
    'shift.owed': async () => {
      const { cash, movements } = deps.reader()
      const profileId = deps.profile()
      return {
        owed: cash.owed(profileId),
        given: movements.newestPayouts(profileId, givenShown),
      }
    },
    'shift.owedOf': async ({ saleId }) => owedOf(saleId),
    'shift.payOut': async ({ saleId, how, amount, note }) => {
      const line = owedOf(saleId)
      if (!line) throw new Failure('NOTHING_OWED')
      const given = amount ?? line.total
      const isPart = outcomeOf(saleOf(saleId)) === 'partial'
      const fits = given.currency === line.total.currency && given.minor <= line.total.minor
      if (!fits || (given.minor !== line.total.minor && !isPart)) {
        throw new Failure('BAD_INPUT', { where: 'amount' })
      }
      deps.journal.write().shifts.movements.addPayout({
        saleId,
        at: now(),
        shiftId: deps.current()?.id ?? null,
        how,
        amount: given,
        note,
        cashier: deps.cashier()?.name ?? null,
      })
      changed()
      return {}
    },
    'shift.left': async ({ saleId }) => {
      const sale = saleOf(saleId)
      // Of a sale that has ended the customer saw the end.
      if (outcomeOf(sale) === 'open') deps.journal.write().shifts.tenders.markLeft(saleId, now())
      changed()
      return {}
    },
    'shift.tender': async ({ saleId }) => {
      const sale = saleOf(saleId)
      const tender = deps.reader().tenders.ofSale(saleId)
      const received = tender.kind === 'cash' ? tender.received : null
      const change = received && changeOf(sale.total, received)
      return { tender, change, correctable: whyFixed(sale) === null }
    },
    'shift.setTender': async ({ saleId, tender }) => {
      const sale = saleOf(saleId)
      const fixed = whyFixed(sale)
      if (fixed) throw fixed
      if (!fitsTotal(tender, sale.total)) throw new Failure('TENDER_TOO_SMALL')
      const cashier = deps.cashier()?.name ?? null
      deps.journal.write().shifts.tenders.add(saleId, tender, now(), cashier)
      changed()
      return {}
    },
  }
}
