import { dayBalance } from '../../../shared/domain/balance/day-balance.ts'
import { prepaidOf, profitsOf } from '../../../shared/domain/drawer/shift-prepaid.ts'
import type { Shift, ShiftPrepaid } from '../../../shared/domain/drawer/shift.ts'
import type { ShiftSum } from '../../store/tables/shifts-cash.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'
import type { LoadRecord } from './loads.ts'

/**
 * The prepaid account from the last sight of it before a shift until `at`, by the sums (`groups`: its own) of the
 * sales made in shifts: what was sold meanwhile without one, or at another register, shows as a difference.
 */
export function prepaidOfShift(
  shifts: ShiftsReader,
  shift: Shift,
  at: number,
  groups: readonly ShiftSum[],
  loads: readonly LoadRecord[] | null,
): ShiftPrepaid {
  const { cash } = shifts
  const { profileId, openedAt } = shift
  const snapshots = cash.snapshots(profileId, openedAt, at + 1)
  const others = shifts.overlapping(shift, at)
  const made = [
    ...groups.filter(isMade),
    ...others.flatMap((id) => cash.account(id, openedAt, at + 1)),
  ]
  const seen = snapshots.map((snapshot) => ({ at: snapshot.at, balance: snapshot.balance }))
  const balance = dayBalance(cash.seenBalances(shift.id), seen, loads ?? [])
  const [first, last] = [snapshots[0], snapshots.at(-1)]
  return {
    account: balance && prepaidOf(balance, made),
    loadsKnown: loads !== null,
    profits: first && last && first !== last ? profitsOf(first.profits, last.profits, made) : null,
  }
}

/** What the account felt: made, or, in part or while nobody knows the end, as the service told its balance. */
function isMade({ outcome, seen }: ShiftSum): boolean {
  return outcome === 'done' || (seen && outcome !== 'undone')
}
