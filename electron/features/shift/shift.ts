import { randomUUID } from 'node:crypto'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { owedOf, toCount, type CashFacts } from '../../../shared/domain/drawer/drawer.ts'
import type { Shift } from '../../../shared/domain/drawer/shift.ts'
import { closeShift, countDrawer, moveCash, openDrawer } from './shift-changes.ts'
import { isToBeCounted, leftAfter, takeLeft } from './left.ts'
import { createLoadBook } from './loads.ts'
import { currentShift, mustHaveShift, profileInUse, shiftsOf, type Drawers } from './open-shifts.ts'
import { createOwed } from './owed.ts'
import type { ShiftDeps } from './ports.ts'
import { drawersOfShift } from './report.ts'
import { reportOf, shiftSlip } from './shown-report.ts'
import { shiftState } from './shift-state.ts'

/** The drawer: see shared/contract/shift.ts. */
export interface ShiftFeature {
  readonly handlers: Handlers<CallsOf<'shift'>>
  /** The open shift of who is at the register, for the sale that is being prepared. */
  currentId(): string | null
  /** @throws Failure SHIFT_NOT_OPEN where the owner wants a shift to be open for every sale. */
  mustBeOpen(): void
  /**
   * What of a currency may be handed out of the own drawer now, in minor units: what it should hold, without what was
   * promised to others; null: no shift is open.
   */
  inDrawer(currency: string): number | null
}

export function createShift(deps: ShiftDeps): ShiftFeature {
  const changed = () => deps.emit('shift.changed', {})
  const drawers: Drawers = {
    ...deps,
    newId: deps.newId ?? randomUUID,
    open: new Map(),
    loads: createLoadBook({ ...deps, changed }),
    changed,
  }
  return {
    handlers: { ...handlersOf(drawers), ...createOwed(drawers) },
    currentId: () => currentShift(drawers)?.id ?? null,
    mustBeOpen: () => {
      if (deps.settings().shiftRequired) mustHaveShift(drawers)
    },
    inDrawer: (currency) => inDrawer(drawers, currency),
  }
}

function inDrawer(drawers: Drawers, currency: string): number | null {
  const shift = currentShift(drawers)
  if (!shift) return null
  const shifts = shiftsOf(drawers)
  const groups = shifts.cash.groups(shift.id)
  const own = drawersOfShift(shifts, shift, groups).find((drawer) => drawer.currency === currency)
  const promised = groups
    .filter((one) => isPromised(one) && one.total.currency === currency)
    .reduce((sum, { total }) => sum + total.minor, 0)
  return (own ? toCount(own) : 0) - promised
}

/** It may still be approved, or was while the customer was gone. */
const isPromised = (sales: CashFacts) =>
  sales.direction === 'out' && (sales.outcome === 'open' || owedOf(sales) === 'hand-out')

type OwnCalls = Exclude<CallsOf<'shift'>, keyof ReturnType<typeof createOwed>>

function handlersOf(drawers: Drawers): Handlers<OwnCalls> {
  const { printer } = drawers
  return {
    'shift.state': async ({ shiftId }) => shiftState(drawers, shiftId),
    'shift.open': async (opened) => {
      openDrawer(drawers, opened)
      return shiftState(drawers)
    },
    'shift.move': async (moved) => {
      moveCash(drawers, moved)
      return shiftState(drawers)
    },
    'shift.count': async (counted) => {
      countDrawer(drawers, counted)
      return shiftState(drawers, counted.shiftId)
    },
    'shift.close': async ({ note, unconfirmed, shiftId }) =>
      closeShift(drawers, mustHaveShift(drawers, shiftId), note, unconfirmed),
    'shift.after': async ({ shiftId }) => leftAfter(drawers, shiftId),
    'shift.take': async (taken) => takeLeft(drawers, taken),
    'shift.report': async ({ shiftId }) => reportOf(drawers, shiftId),
    'shift.closed': async ({ limit, offset }) => {
      const shifts = shiftsOf(drawers)
      const { shifts: found, count } = shifts.closed(profileInUse(drawers), limit, offset)
      const drawersOf = ({ id }: Shift) =>
        isToBeCounted(drawers, id) ? [] : (shifts.report(id)?.drawers ?? [])
      return { shifts: found.map((shift) => ({ shift, drawers: drawersOf(shift) })), count }
    },
    'shift.slip': async ({ shiftId }) => shiftSlip(drawers, shiftId),
    'shift.print': async ({ shiftId }) => printer.print(shiftSlip(drawers, shiftId)),
    'shift.savePdf': async ({ shiftId, path }) => {
      await printer.savePdf(shiftSlip(drawers, shiftId), path)
      return {}
    },
  }
}
