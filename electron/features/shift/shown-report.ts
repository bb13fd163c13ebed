import type { Shift, ShiftPrepaid, ShiftReport } from '../../../shared/domain/drawer/shift.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import { Failure } from '../../../shared/errors.ts'
import type { ShiftSum } from '../../store/tables/shifts-cash.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'
import { isToBeCounted } from './left.ts'
import { profileInUse, shiftsOf, type Drawers } from './open-shifts.ts'
import { prepaidOfShift } from './prepaid.ts'
import { isCounted, reportOfShift, registerOf } from './report.ts'
import { slipOf } from './slip.ts'

/** X or Z as who is at the register may see it. @throws Failure SHIFT_NOT_FOUND, SHIFT_BLIND */
export function reportOf(drawers: Drawers, shiftId: string): ShiftReport {
  const shifts = shiftsOf(drawers)
  const shift = shifts.shift(shiftId)
  if (!shift || shift.profileId !== profileInUse(drawers)) throw new Failure('SHIFT_NOT_FOUND')
  if (isToBeCounted(drawers, shiftId)) throw new Failure('SHIFT_BLIND')
  return shownReport(drawers, shifts.report(shiftId) ?? openReport(drawers, shifts, shift))
}

/** A report without what not everyone may see. */
export function shownReport(drawers: Drawers, report: ShiftReport): ShiftReport {
  return drawers.maySeeCommissions() ? report : { ...report, prepaid: null }
}

function openReport(drawers: Drawers, shifts: ShiftsReader, shift: Shift): ShiftReport {
  const at = drawers.now()
  const groups = shifts.cash.groups(shift.id)
  const register = registerOf(drawers.business())
  const facts = { at, note: '', closedBy: null, register }
  const report = reportOfShift(shifts, shift, groups, facts)
  if (drawers.settings().blindCount && !isCounted(report)) throw new Failure('SHIFT_BLIND')
  return { ...report, prepaid: prepaidWithLoads(drawers, shifts, shift, at, groups) }
}

/** What the shift took from the balance, with the loads that are known. */
export function prepaidWithLoads(
  { loads }: Drawers,
  shifts: ShiftsReader,
  shift: Shift,
  at: number,
  groups: readonly ShiftSum[],
): ShiftPrepaid {
  return prepaidOfShift(shifts, shift, at, groups, loads.since(shift.profileId, shift.openedAt))
}

/** X or Z for paper. Errors as reportOf. */
export function shiftSlip(drawers: Drawers, shiftId: string): Slip {
  const { settings, business, figures, now } = drawers
  const { language } = settings()
  const report = reportOf(drawers, shiftId)
  return slipOf(report, { business: business(), language, ...figures() }, now())
}
