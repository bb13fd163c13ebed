import type { CallOutput, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { OwedLine } from '../../../shared/domain/drawer/shift.ts'
import {
  changeOf,
  fitsTotal,
  partOf,
  restOf,
  seenBefore,
} from '../../../shared/domain/drawer/tender.ts'
import { outcomeOf } from '../../../shared/domain/drawer/drawer.ts'
import { Failure } from '../../../shared/errors.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import { currentShift, profileInUse, shiftsOf, tellsDrawer, type Drawers } from './open-shifts.ts'

type OwedCalls =
  | 'shift.owed'
  | 'shift.owedOf'
  | 'shift.payOut'
  | 'shift.left'
  | 'shift.tender'
  | 'shift.tenders'
  | 'shift.setTender'
  | 'shift.unseen'
  | 'shift.markSeen'

const givenShown = 30
const unseenShown = 100

/** How sales are paid, and what of that is owed to customers again. */
export function createOwed(drawers: Drawers): Handlers<OwedCalls> {
  return {
    'shift.owed': async () => owed(drawers),
    'shift.owedOf': async ({ saleId }) => owedOf(drawers, saleId),
    'shift.payOut': async (paid) => {
      payOut(drawers, paid)
      return {}
    },
    'shift.left': async ({ saleId }) => {
      markLeft(drawers, saleId)
      return {}
    },
    'shift.tender': async ({ saleId }) => tenderOf(drawers, saleId),
    'shift.tenders': async ({ saleIds }) => ({
      tenders: tellsDrawer(drawers) ? shiftsOf(drawers).tenders.ofSales(saleIds) : null,
    }),
    'shift.setTender': async (said) => {
      setTender(drawers, said)
      return {}
    },
    'shift.unseen': async () => {
      const { unseen } = shiftsOf(drawers).transfers
      // Who looks for them has to know which they are; to the others they would only tell what is no cash.
      const isTold = tellsDrawer(drawers) || drawers.mayMarkSeen()
      return isTold ? unseen(profileInUse(drawers), unseenShown) : { lines: [], sums: [] }
    },
    'shift.markSeen': async ({ saleId, seen }) => {
      saleOf(drawers, saleId)
      const cashier = drawers.cashier()?.name ?? null
      drawers.journal.write().shifts.tenders.markSeen(saleId, seen, drawers.now(), cashier)
      drawers.changed()
      return {}
    },
  }
}

function saleOf({ journal }: Drawers, saleId: string): SaleRecord {
  const sale = journal.write().sale(saleId)
  if (!sale) throw new Failure('SALE_NOT_FOUND')
  return sale
}

function owed(drawers: Drawers): CallOutput<'shift.owed'> {
  const { cash, movements } = shiftsOf(drawers)
  const profileId = profileInUse(drawers)
  return {
    owed: cash.owed(profileId),
    given: movements.newestPayouts(profileId, givenShown),
  }
}

function owedOf(drawers: Drawers, saleId: string): OwedLine | null {
  const { profileId } = saleOf(drawers, saleId)
  const lines = shiftsOf(drawers).cash.owed(profileId)
  return lines.find((line) => line.saleId === saleId) ?? null
}

/** Writes down that what is owed was given, whole unless the sale was made in part. */
function payOut(
  drawers: Drawers,
  { saleId, how, amount, note }: ParsedInput<'shift.payOut'>,
): void {
  const line = owedOf(drawers, saleId)
  if (!line) throw new Failure('NOTHING_OWED')
  const { total, isPart, part } = line
  const given = amount ?? (isPart ? part : total)
  const fits = given && given.currency === total.currency && given.minor <= total.minor
  if (!fits || (given.minor !== total.minor && !isPart)) {
    throw new Failure('BAD_INPUT', { where: 'amount' })
  }
  drawers.journal.write().shifts.movements.addPayout({
    saleId,
    at: drawers.now(),
    shiftId: currentShift(drawers)?.id ?? null,
    how,
    amount: given,
    note,
    cashier: drawers.cashier()?.name ?? null,
  })
  drawers.changed()
}

function markLeft(drawers: Drawers, saleId: string): void {
  const sale = saleOf(drawers, saleId)
  const { journal, now } = drawers
  // Of a sale that has ended the customer saw the end.
  if (outcomeOf(sale) === 'open') journal.write().shifts.tenders.markLeft(saleId, now())
  drawers.changed()
}

function tenderOf(drawers: Drawers, saleId: string): CallOutput<'shift.tender'> {
  const sale = saleOf(drawers, saleId)
  const correctable = whyFixed(drawers, sale) === null
  if (!tellsDrawer(drawers)) return { tender: null, change: null, correctable }
  const tender = shiftsOf(drawers).tenders.ofSale(saleId)
  const received = tender.kind === 'cash' ? tender.received : null
  const change = received && changeOf(restOf(tender, sale.total), received)
  return { tender, change, correctable }
}

function setTender(
  drawers: Drawers,
  { saleId, tender, overLimit = false }: ParsedInput<'shift.setTender'>,
): void {
  const sale = saleOf(drawers, saleId)
  const fixed = whyFixed(drawers, sale)
  if (fixed) throw fixed
  if (!fitsTotal(tender, sale.total)) throw new Failure('TENDER_TOO_SMALL')
  const { total, productId, productName: name, categoryName: category } = sale
  const before = shiftsOf(drawers).tenders.ofSale(saleId)
  const sent = partOf('transfer', tender, total)
  const saysSeen = sent !== null && sent.tender.seen !== seenBefore(tender, before, total)
  if (saysSeen && !drawers.mayMarkSeen()) throw new Failure('NOT_ALLOWED')
  // What they owe of it already is not counted twice.
  const owedNow = partOf('credit', before, total)
  const isSame = owedNow?.tender.debtorId === partOf('credit', tender, total)?.tender.debtorId
  const already = isSame ? (owedNow?.amount ?? null) : null
  const goods = { productId, name, category }
  const asked = { tender, total, goods, overLimit, already }
  const owed = drawers.mayOwe?.(asked) ?? tender
  const cashier = drawers.cashier()?.name ?? null
  drawers.journal.write().shifts.tenders.add(saleId, owed, drawers.now(), cashier)
  drawers.changed()
}

/** Why how a sale was paid cannot be put right (any more), or null. */
function whyFixed(drawers: Drawers, sale: SaleRecord): Failure | null {
  if (sale.direction === 'out') return new Failure('BAD_INPUT', { where: 'tender' })
  const shifts = shiftsOf(drawers)
  if (shifts.movements.payoutOfSale(sale.id)) return new Failure('TENDER_GIVEN')
  const shift = sale.shift === null ? null : shifts.shift(sale.shift)
  if (!shift) return null
  if (shift.closedAt !== null) return new Failure('TENDER_CLOSED')
  const isOwn = shift.cashierId === (drawers.cashier()?.id ?? null)
  return isOwn || drawers.mayCloseOthers() ? null : new Failure('TENDER_OTHERS')
}
