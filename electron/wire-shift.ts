import type { Emit } from '../shared/contract/index.ts'
import type { AppError } from '../shared/errors.ts'
import type { Connection } from './features/connection/connection.ts'
import type { PeopleFeature } from './features/people/people.ts'
import type { Receipts } from './features/receipts/receipts.ts'
import { readBusiness } from './features/settings/business.ts'
import { readSettings } from './features/settings/index.ts'
import { createShift, type ShiftFeature } from './features/shift/shift.ts'
import type { SettingsStore } from './host/host.ts'
import type { Register } from './register.ts'

/** Wires the drawer to the journal, to who is at the register, and to paper. */
export function wireShift(deps: {
  register: Register
  connection: Connection
  people: PeopleFeature
  receipts: Pick<Receipts, 'slips'>
  settings: SettingsStore
  emit: Emit
  backup: () => Promise<unknown>
  onProblem: (error: AppError) => void
}): ShiftFeature {
  const { register, connection, people, receipts, settings } = deps
  const { isSingle, current } = people.presence
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
    reader: () => (register.kind === 'open' ? register.journal : register.reader),
    profileId: () => connection.state().activeId,
    service: () => connection.service(),
    now: () => Date.now(),
    cashier: current,
    maySeeCommissions: () => isSingle() || !!current()?.rights.includes('commissions'),
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
