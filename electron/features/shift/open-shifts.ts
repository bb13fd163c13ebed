import { mayKnowDrawer } from '../../../shared/domain/drawer/drawer.ts'
import type { Shift } from '../../../shared/domain/drawer/shift.ts'
import { Failure } from '../../../shared/errors.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'
import type { LoadBook } from './loads.ts'
import type { ShiftDeps } from './ports.ts'

/** The drawers of a shop as one run knows them. */
export interface Drawers extends ShiftDeps {
  readonly newId: () => string
  /** The open shifts of each profile, where they change by this process alone: every sale asks for its own. */
  readonly open: Map<string, Shift[]>
  readonly loads: LoadBook
  /** Tells the windows to ask again. */
  readonly changed: () => void
}

/** Whether who is at the register may know what lies in the drawers, and with it how customers pay. */
export function tellsDrawer({ settings, mayCloseOthers }: ShiftDeps): boolean {
  return mayKnowDrawer(settings().blindCount, mayCloseOthers())
}

/** The active profile. @throws Failure NO_PROFILE */
export function profileInUse(drawers: ShiftDeps): string {
  const id = drawers.profileId()
  if (id === null) throw new Failure('NO_PROFILE')
  return id
}

/** What is written of shifts. @throws Failure STORE_FAILED where the journal cannot be read */
export function shiftsOf({ journal }: ShiftDeps): ShiftsReader {
  const found = journal.read()
  if (!found) throw new Failure('STORE_FAILED', { reason: 'journal' })
  return found.shifts
}

/** The open shifts of a profile, everyone's. */
export function openShifts({ journal, open }: Drawers, profileId: string): Shift[] {
  const known = open.get(profileId) ?? journal.read()?.shifts.open(profileId) ?? []
  if (journal.isWriter) open.set(profileId, known)
  return known
}

/** The open shift of who is at the register; null: none. */
export function currentShift(drawers: Drawers): Shift | null {
  const profileId = drawers.profileId()
  if (profileId === null) return null
  const cashierId = drawers.cashier()?.id ?? null
  return openShifts(drawers, profileId).find((one) => one.cashierId === cashierId) ?? null
}

/** The own open shift, or the one that is asked for: another's is for who may close it. @throws Failure NOT_ALLOWED */
export function openShift(drawers: Drawers, shiftId?: string): Shift | null {
  const own = currentShift(drawers)
  if (shiftId === undefined || shiftId === own?.id) return own
  if (!drawers.mayCloseOthers()) throw new Failure('NOT_ALLOWED')
  return openShifts(drawers, profileInUse(drawers)).find((one) => one.id === shiftId) ?? null
}

/** The same where there has to be one. @throws Failure SHIFT_NOT_OPEN, NOT_ALLOWED */
export function mustHaveShift(drawers: Drawers, shiftId?: string): Shift {
  const shift = openShift(drawers, shiftId)
  if (!shift) throw new Failure('SHIFT_NOT_OPEN')
  return shift
}
