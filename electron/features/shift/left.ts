import type { ParsedInput } from '../../../shared/contract/index.ts'
import { leftOf, type DrawerLeft } from '../../../shared/domain/drawer/left.ts'
import type { Shift } from '../../../shared/domain/drawer/shift.ts'
import { Failure } from '../../../shared/errors.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'
import { profileInUse, shiftsOf, tellsDrawer, type Drawers } from './open-shifts.ts'

// What lies in a drawer between the Z of one shift and the opening of the next.

/**
 * What a closed shift of the profile left; null: nobody knows, or whoever counts it next shall not know it before.
 * @throws Failure SHIFT_NOT_FOUND where there is no such Z
 */
export function leftAfter(drawers: Drawers, shiftId: string): DrawerLeft | null {
  const left = leftBy(drawers, shiftId)
  return shiftsOf(drawers).isLeftKnown(shiftId) && !isToBeCounted(drawers, shiftId) ? left : null
}

/** Whether what a shift of somebody else left is still to be counted, and blindly, by who opens the next. */
export function isToBeCounted(drawers: Drawers, shiftId: string): boolean {
  if (tellsDrawer(drawers)) return false
  const shifts = shiftsOf(drawers)
  const cashierId = shifts.shift(shiftId)?.cashierId ?? null
  if (cashierId === (drawers.cashier()?.id ?? null)) return false
  return shifts.isLeftKnown(shiftId) && shifts.followedBy(shiftId) === null
}

function leftBy(drawers: Drawers, shiftId: string): DrawerLeft {
  const shifts = shiftsOf(drawers)
  const shift = shifts.shift(shiftId)
  const left = shift?.profileId === profileInUse(drawers) ? leftOfShift(shifts, shift) : null
  if (!left) throw new Failure('SHIFT_NOT_FOUND')
  return left
}

/** The drawers that a new shift may go on with, the likeliest first: the cashier's own last one, else the newest. */
export function leftToFollow(drawers: Drawers): DrawerLeft[] {
  const shifts = shiftsOf(drawers)
  const cashierId = drawers.cashier()?.id ?? null
  const found = shifts.unfollowed(profileInUse(drawers))
  const own = found.find((shift) => shift.cashierId === cashierId)
  return [...new Set([own, ...found])].flatMap((shift) =>
    shift ? (leftOfShift(shifts, shift) ?? []) : [],
  )
}

/**
 * Which of them the next shift follows: the one that is asked for, or the likeliest; null: none. SHIFT_FOLLOWED where
 * another went on with it already.
 */
export function followed(drawers: Drawers, shiftId: string | null | undefined): Shift['follows'] {
  if (shiftId === null) return null
  const found = leftToFollow(drawers)
  const left = shiftId === undefined ? found[0] : found.find((one) => one.shiftId === shiftId)
  if (!left && shiftId !== undefined) throw new Failure('SHIFT_FOLLOWED')
  return left ? { shiftId: left.shiftId, number: left.number, due: left.left } : null
}

/**
 * Writes down what is taken out of the drawer of a closed shift, and where it goes. SHIFT_FOLLOWED once the next shift
 * counted it, or where nobody knows what is left, LEFT_LESS where there is not so much, SHIFT_BLIND to who is to count it.
 */
export function takeLeft(drawers: Drawers, taken: ParsedInput<'shift.take'>): DrawerLeft {
  const { shiftId, reason, amount, note } = taken
  const { left, followedBy } = leftBy(drawers, shiftId)
  if (followedBy !== null || !shiftsOf(drawers).isLeftKnown(shiftId))
    throw new Failure('SHIFT_FOLLOWED')
  if (isToBeCounted(drawers, shiftId)) throw new Failure('SHIFT_BLIND')
  const there = left.find(({ currency }) => currency === amount.currency)
  if (!there || there.minor < amount.minor) throw new Failure('LEFT_LESS')
  drawers.journal.write().shifts.movements.addAfterClose({
    id: drawers.newId(),
    shiftId,
    at: drawers.now(),
    direction: 'out',
    reason,
    amount,
    note,
    cashier: drawers.cashier()?.name ?? null,
  })
  drawers.changed()
  return leftBy(drawers, shiftId)
}

function leftOfShift(shifts: ShiftsReader, shift: Shift): DrawerLeft | null {
  const { id, number, cashier, closedAt } = shift
  const z = shifts.report(id)
  if (z === null || number === null || closedAt === null) return null
  const counted = z.drawers.flatMap((drawer) => drawer.counted ?? [])
  const taken = shifts.movements.afterClose(id)
  const left = leftOf(counted, taken)
  const followedBy = shifts.followedBy(id)
  return { shiftId: id, number, cashier, closedAt, counted, taken, left, followedBy }
}
