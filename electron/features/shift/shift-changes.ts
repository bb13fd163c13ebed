import type { ParsedInput } from '../../../shared/contract/index.ts'
import { directionsOfReason } from '../../../shared/domain/drawer/movement-reason.ts'
import { hasDifference, type Shift, type ShiftReport } from '../../../shared/domain/drawer/shift.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { followed } from './left.ts'
import { currentShift, mustHaveShift, profileInUse, type Drawers } from './open-shifts.ts'
import {
  dueOf,
  drawersOfShift,
  isCounted,
  reportOfShift,
  withoutCustomers,
  registerOf,
} from './report.ts'
import { prepaidWithLoads, shownReport } from './shown-report.ts'

/**
 * Opens the drawer of who is at the register, with its base counted; none means an empty one. What the shift before had
 * left stands beside it. Errors as followed; SHIFT_ALREADY_OPEN.
 */
export function openDrawer(drawers: Drawers, { base, follows }: ParsedInput<'shift.open'>): void {
  const profileId = profileInUse(drawers)
  const { figures, cashier } = drawers
  const own = { currency: currencyOfCountry[figures().country], pieces: [], other: 0 }
  const who = cashier()
  const draft = {
    id: drawers.newId(),
    profileId,
    cashierId: who?.id ?? null,
    cashier: who?.name ?? null,
    openedAt: drawers.now(),
    base: base.length > 0 ? base : [own],
    follows: currentShift(drawers) ? null : followed(drawers, follows),
  }
  drawers.journal.write().shifts.begin(draft, () => noteBalance(drawers, 'opening'))
  drawers.open.delete(profileId)
  drawers.changed()
}

/** Writes down what went in or out beside the sales. */
export function moveCash(drawers: Drawers, moved: ParsedInput<'shift.move'>): void {
  const { direction, reason, amount, note } = moved
  // What was owed is paid by somebody of the book (credit.pay).
  if (reason === 'credit' || !directionsOfReason[reason].includes(direction)) {
    throw new Failure('BAD_INPUT', { where: 'direction' })
  }
  const { id: shiftId } = mustHaveShift(drawers)
  const cashier = drawers.cashier()?.name ?? null
  drawers.journal.write().shifts.movements.add({
    id: drawers.newId(),
    shiftId,
    at: drawers.now(),
    direction,
    reason,
    amount,
    note,
    cashier,
  })
  drawers.changed()
}

/** Writes down what was counted, beside what was due then. */
export function countDrawer(
  drawers: Drawers,
  { counts, shiftId }: ParsedInput<'shift.count'>,
): void {
  const shift = mustHaveShift(drawers, shiftId)
  const { shifts } = drawers.journal.write()
  const due = dueOf(drawersOfShift(shifts, shift, shifts.cash.groups(shift.id)))
  // The close is near: what was loaded until now should stand in it.
  drawers.loads.bring(shift.profileId, shift.openedAt, true)
  shifts.addCount(shift.id, { at: drawers.now(), counts, due })
  drawers.changed()
}

/** Closes a shift for good; `decided`: how many sales without an end whoever closes it was shown. */
export function closeShift(
  drawers: Drawers,
  shift: Shift,
  note: string,
  decided: number,
): ShiftReport {
  const { shifts } = drawers.journal.write()
  const at = drawers.now()
  const closedBy = drawers.cashier()?.name ?? null
  const groups = shifts.cash.groups(shift.id)
  const register = registerOf(drawers.business())
  const report = reportOfShift(shifts, shift, groups, { at, note, closedBy, register })
  mustBeClosable(report, note, decided)
  const z = shifts.close(shift, at, (number) => {
    noteBalance(drawers, 'closing')
    return {
      ...withoutCustomers(report),
      shift: { ...shift, closedAt: at, number },
      prepaid: prepaidWithLoads(drawers, shifts, shift, at, groups),
      trail: drawers.trail(shifts.trailSeen()),
    }
  })
  drawers.open.delete(shift.profileId)
  drawers.backup().catch((caught: unknown) => drawers.onProblem(toAppError(caught)))
  drawers.changed()
  return shownReport(drawers, z)
}

function mustBeClosable(report: ShiftReport, note: string, decided: number): void {
  if (!isCounted(report)) throw new Failure('SHIFT_NOT_COUNTED')
  const count = report.unconfirmed.length
  if (count !== decided) throw new Failure('SHIFT_UNCONFIRMED', { count })
  if (hasDifference(report.drawers) && note === '') throw new Failure('SHIFT_NOTE_NEEDED')
}

/** Writes the balance down as it was last seen: the account of the shift begins and ends with it. */
function noteBalance(drawers: Drawers, reason: 'opening' | 'closing'): void {
  const account = drawers.account()
  if (account) drawers.journal.write().recordBalance(profileInUse(drawers), { ...account, reason })
}
