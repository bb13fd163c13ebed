import type { Emit } from '../shared/contract/index.ts'
import type { AppError } from '../shared/errors.ts'
import type { Connection } from './features/connection/connection.ts'
import type { CurrentCashier } from './features/people/current.ts'
import type { Receipts } from './features/receipts/receipts.ts'
import { readBusiness } from './features/settings/business.ts'
import { readSettings } from './features/settings/index.ts'
import type { ShiftDeps } from './features/shift/ports.ts'
import { createShift, type ShiftFeature } from './features/shift/shift.ts'
import type { SettingsStore } from './host/host.ts'
import type { Register } from './register.ts'

/** Wires the drawer to the journal, to who is at the register, and to paper. */
export function wireShift(deps: {
  register: Register
  connection: Connection
  cashier: CurrentCashier
  maySeeCommissions: () => boolean
  mayCloseOthers: () => boolean
  receipts: Pick<Receipts, 'slips'>
  settings: SettingsStore
  emit: Emit
  backup: () => Promise<unknown>
  trail: ShiftDeps['trail']
  onProblem: (error: AppError) => void
}): ShiftFeature {
  const { register, connection, receipts, settings } = deps
  const active = () => {
    const { profiles, activeId } = connection.state()
    return profiles.find(({ id }) => id === activeId)
  }
  return createShift({
    ...deps,
    journal: () => {
      if (register.kind === 'blocked') throw register.failure
      return register.journal
    },
    isWriter: register.kind === 'open',
    reader: () => (register.kind === 'open' ? register.journal : register.reader),
    profileId: () => connection.state().activeId,
    service: () => connection.service(),
    now: () => Date.now(),
    account: () => connection.state().business,
    settings: () => readSettings(settings),
    business: () => readBusiness(settings),
    figures: () => ({
      country: active()?.country ?? 'CO',
      decimalSign: readSettings(settings).decimalSign,
    }),
    printer: receipts.slips,
  })
}
