import { randomUUID } from 'node:crypto'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { ShiftState } from '../../../shared/contract/shift.ts'
import { serviceDay, serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import { runwayOf, type Runway } from '../../../shared/domain/drawer/shift-runway.ts'
import {
  countedDrawers,
  directionsOfReason,
  hasDifference,
  type Shift,
  type ShiftPrepaid,
  type ShiftReport,
} from '../../../shared/domain/drawer/shift.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import type { ShiftSum } from '../../store/tables/shifts-cash.ts'
import type { ShiftsReader } from '../../store/tables/shifts.ts'
import { createLoadBook } from './loads.ts'
import { createOwed } from './owed.ts'
import type { ShiftDeps } from './ports.ts'
import { prepaidOfShift } from './prepaid.ts'
import { dueOf, drawersOfShift, reportOfShift, standingCount, withoutCustomers } from './report.ts'
import { slipOf } from './slip.ts'

/** The drawer: see shared/contract/shift.ts. */
export interface ShiftFeature {
  readonly handlers: Handlers<CallsOf<'shift'>>
  /** The open shift of who is at the register, for the sale that is being prepared. */
  currentId(): string | null
  /** @throws Failure SHIFT_NOT_OPEN where the owner wants a shift to be open for every sale. */
  mustBeOpen(): void
}

export function createShift(deps: ShiftDeps): ShiftFeature {
  const { now, emit } = deps
  const newId = deps.newId ?? randomUUID
  /** The open shifts of each profile, where they change by this process alone: every sale asks for its own. */
  const open = new Map<string, Shift[]>()
  const changed = () => emit('shift.changed', {})
  const loads = createLoadBook({ ...deps, changed })

  function profile(): string {
    const id = deps.profileId()
    if (id === null) throw new Failure('NO_PROFILE')
    return id
  }

  function reader(): ShiftsReader {
    const found = deps.journal.read()
    if (!found) throw new Failure('STORE_FAILED', { reason: 'journal' })
    return found.shifts
  }

  function openShifts(profileId: string): Shift[] {
    const known = open.get(profileId) ?? deps.journal.read()?.shifts.open(profileId) ?? []
    if (deps.journal.isWriter) open.set(profileId, known)
    return known
  }

  function current(): Shift | null {
    const profileId = deps.profileId()
    if (profileId === null) return null
    const cashierId = deps.cashier()?.id ?? null
    return openShifts(profileId).find((one) => one.cashierId === cashierId) ?? null
  }

  /** The own open shift, or the one that is asked for: another's is for who may close it. */
  function openShift(shiftId?: string): Shift | null {
    const own = current()
    if (shiftId === undefined || shiftId === own?.id) return own
    if (!deps.mayCloseOthers()) throw new Failure('NOT_ALLOWED')
    return openShifts(profile()).find((one) => one.id === shiftId) ?? null
  }

  function mustHaveShift(shiftId?: string): Shift {
    const shift = openShift(shiftId)
    if (!shift) throw new Failure('SHIFT_NOT_OPEN')
    return shift
  }

  /** Writes the balance down as it was last seen: the account of the shift begins and ends with it. */
  function noteBalance(reason: 'opening' | 'closing'): void {
    const account = deps.account()
    if (account) deps.journal.write().recordBalance(profile(), { ...account, reason })
  }

  function runway(profileId: string): Runway | null {
    const account = deps.account()
    if (!account) return null
    const { balance, at } = account
    const { start } = serviceDayBounds(serviceDay(now()))
    const spent = reader().cash.spent(profileId, start, now() + 1)
    const mine = spent.find((one) => one.spent.currency === balance.currency)
    const none = { spent: { ...balance, minor: 0 }, since: now() }
    return runwayOf({ balance, at, now: now(), ...(mine ?? none) })
  }

  function state(shiftId?: string): ShiftState {
    const profileId = profile()
    const shift = openShift(shiftId)
    const { blindCount: blind, shiftRequired: required } = deps.settings()
    const others = openShifts(profileId).filter((one) => one.id !== shift?.id)
    const common = { shift, others, blind, required, runway: runway(profileId) }
    if (!shift) {
      const none = { drawers: null, counted: false, countings: 0, movements: [], unconfirmed: [] }
      return { ...common, ...none }
    }
    loads.bring(profileId, shift.openedAt)
    const shifts = reader()
    const drawers = drawersOfShift(shifts, shift, shifts.cash.groups(shift.id))
    const counts = shifts.counts(shift.id)
    const standing = standingCount(counts, drawers)
    return {
      ...common,
      drawers: blind && !standing ? null : countedDrawers(drawers, standing?.counts ?? null),
      counted: standing !== null,
      countings: counts.length,
      movements: shifts.movements.ofShift(shift.id),
      unconfirmed: shifts.cash.unconfirmed(shift),
    }
  }

  /** X or Z as who is at the register may see it. */
  function reportOf(shiftId: string): ShiftReport {
    const shifts = reader()
    const shift = shifts.shift(shiftId)
    if (!shift || shift.profileId !== profile()) throw new Failure('SHIFT_NOT_FOUND')
    return shown(shifts.report(shiftId) ?? openReport(shifts, shift))
  }

  function shown(report: ShiftReport): ShiftReport {
    return deps.maySeeCommissions() ? report : { ...report, prepaid: null }
  }

  function openReport(shifts: ShiftsReader, shift: Shift): ShiftReport {
    const at = now()
    const groups = shifts.cash.groups(shift.id)
    const report = reportOfShift(shifts, shift, groups, { at, note: '', closedBy: null })
    if (deps.settings().blindCount && !isCounted(report)) throw new Failure('SHIFT_BLIND')
    return { ...report, prepaid: prepaid(shifts, shift, at, groups) }
  }

  function prepaid(
    shifts: ShiftsReader,
    shift: Shift,
    at: number,
    groups: readonly ShiftSum[],
  ): ShiftPrepaid {
    const known = loads.since(shift.profileId, shift.openedAt)
    return prepaidOfShift(shifts, shift, at, groups, known)
  }

  function slip(shiftId: string): Slip {
    const { settings, business, figures } = deps
    const { language } = settings()
    return slipOf(reportOf(shiftId), { business: business(), language, ...figures() }, now())
  }

  function close(shift: Shift, note: string, decided: number): ShiftReport {
    const { shifts } = deps.journal.write()
    const at = now()
    const closedBy = deps.cashier()?.name ?? null
    const groups = shifts.cash.groups(shift.id)
    const report = reportOfShift(shifts, shift, groups, { at, note, closedBy })
    if (!isCounted(report)) throw new Failure('SHIFT_NOT_COUNTED')
    const count = report.unconfirmed.length
    if (count !== decided) throw new Failure('SHIFT_UNCONFIRMED', { count })
    if (hasDifference(report.drawers) && note === '') throw new Failure('SHIFT_NOTE_NEEDED')
    const z = shifts.close(shift, at, (number) => {
      noteBalance('closing')
      return {
        ...withoutCustomers(report),
        shift: { ...shift, closedAt: at, number },
        prepaid: prepaid(shifts, shift, at, groups),
        trail: deps.trail(shifts.trailSeen()),
      }
    })
    open.delete(shift.profileId)
    deps.backup().catch((caught: unknown) => deps.onProblem(toAppError(caught)))
    changed()
    return shown(z)
  }

  return {
    handlers: {
      'shift.state': async ({ shiftId }) => state(shiftId),
      'shift.open': async ({ base }) => {
        const profileId = profile()
        const { figures, cashier } = deps
        const own = { currency: currencyOfCountry[figures().country], pieces: [], other: 0 }
        const who = cashier()
        const draft = {
          id: newId(),
          profileId,
          cashierId: who?.id ?? null,
          cashier: who?.name ?? null,
          openedAt: now(),
          base: base.length > 0 ? base : [own],
        }
        deps.journal.write().shifts.begin(draft, () => noteBalance('opening'))
        open.delete(profileId)
        changed()
        return state()
      },
      'shift.move': async ({ direction, reason, amount, note }) => {
        if (!directionsOfReason[reason].includes(direction)) {
          throw new Failure('BAD_INPUT', { where: 'direction' })
        }
        const { id: shiftId } = mustHaveShift()
        const cashier = deps.cashier()?.name ?? null
        const what = { direction, reason, amount, note, cashier }
        deps.journal.write().shifts.movements.add({ id: newId(), shiftId, at: now(), ...what })
        changed()
        return state()
      },
      'shift.count': async ({ counts, shiftId }) => {
        const shift = mustHaveShift(shiftId)
        const { shifts } = deps.journal.write()
        const due = dueOf(drawersOfShift(shifts, shift, shifts.cash.groups(shift.id)))
        // The close is near: what was loaded until now should stand in it.
        loads.bring(shift.profileId, shift.openedAt, true)
        shifts.addCount(shift.id, { at: now(), counts, due })
        changed()
        return state(shiftId)
      },
      'shift.close': async ({ note, unconfirmed, shiftId }) =>
        close(mustHaveShift(shiftId), note, unconfirmed),
      'shift.report': async ({ shiftId }) => reportOf(shiftId),
      'shift.closed': async ({ limit, offset }) => {
        const shifts = reader()
        const { shifts: found, count } = shifts.closed(profile(), limit, offset)
        const drawers = (shift: Shift) => shifts.report(shift.id)?.drawers ?? []
        return { shifts: found.map((shift) => ({ shift, drawers: drawers(shift) })), count }
      },
      'shift.slip': async ({ shiftId }) => slip(shiftId),
      'shift.print': async ({ shiftId }) => deps.printer.print(slip(shiftId)),
      'shift.savePdf': async ({ shiftId, path }) => {
        await deps.printer.savePdf(slip(shiftId), path)
        return {}
      },
      ...createOwed({ ...deps, reader: () => reader(), profile, current, changed }),
    },
    currentId: () => current()?.id ?? null,
    mustBeOpen: () => {
      if (deps.settings().shiftRequired) mustHaveShift()
    },
  }
}

function isCounted({ drawers }: ShiftReport): boolean {
  return drawers.every(({ counted }) => counted !== null)
}
