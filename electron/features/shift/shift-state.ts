import type { ShiftState } from '../../../shared/contract/shift.ts'
import { runwayOf, type Runway } from '../../../shared/domain/drawer/shift-runway.ts'
import { paidBy } from '../../../shared/domain/drawer/paid.ts'
import { countedDrawers } from '../../../shared/domain/drawer/shift.ts'
import { serviceDay, serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { leftToFollow } from './left.ts'
import { openShift, openShifts, profileInUse, shiftsOf, type Drawers } from './open-shifts.ts'
import { drawersOfShift, standingCount } from './report.ts'

/** The own drawer as it stands, or the one that is asked for. Errors as openShift; NO_PROFILE, STORE_FAILED. */
export function shiftState(drawers: Drawers, shiftId?: string): ShiftState {
  const profileId = profileInUse(drawers)
  const shift = openShift(drawers, shiftId)
  const { blindCount: blind, shiftRequired: required } = drawers.settings()
  const others = openShifts(drawers, profileId).filter((one) => one.id !== shift?.id)
  const about = { shift, others, blind, required, runway: runway(drawers, profileId) }
  const common = { ...about, toFollow: [] }
  if (!shift) {
    const toFollow = leftToFollow(drawers).map(
      ({ shiftId: id, number, cashier, closedAt, left }) => ({
        ...{ shiftId: id, number, cashier, closedAt },
        left: blind ? null : left,
      }),
    )
    const none = {
      drawers: null,
      paid: null,
      counted: false,
      countings: 0,
      movements: [],
      unconfirmed: [],
    }
    return { ...about, toFollow, ...none }
  }
  drawers.loads.bring(profileId, shift.openedAt)
  const shifts = shiftsOf(drawers)
  const groups = shifts.cash.groups(shift.id)
  const expected = drawersOfShift(shifts, shift, groups)
  const counts = shifts.counts(shift.id)
  const standing = standingCount(counts, expected)
  const isHidden = blind && !standing
  return {
    ...common,
    drawers: isHidden ? null : countedDrawers(expected, standing?.counts ?? null),
    paid: isHidden ? null : { sums: paidBy(groups), transfers: shifts.transfers.ofShift(shift.id) },
    counted: standing !== null,
    countings: counts.length,
    movements: shifts.movements.ofShift(shift.id),
    unconfirmed: shifts.cash.unconfirmed(shift),
  }
}

/** How long the balance lasts at today's pace; null: it was not seen yet. */
function runway(drawers: Drawers, profileId: string): Runway | null {
  const { now } = drawers
  const account = drawers.account()
  if (!account) return null
  const { balance, at } = account
  const { start } = serviceDayBounds(serviceDay(now()))
  const spent = shiftsOf(drawers).cash.spent(profileId, start, now() + 1)
  const mine = spent.find((one) => one.spent.currency === balance.currency)
  const none = { spent: { ...balance, minor: 0 }, since: now() }
  return runwayOf({ balance, at, now: now(), ...(mine ?? none) })
}
