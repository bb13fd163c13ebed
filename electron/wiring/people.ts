import type { Right } from '../../shared/domain/people/rights.ts'
import type { Connection } from '../features/connection/connection.ts'
import { accountOf, type Keyring } from '../features/connection/keyring.ts'
import type { CurrentCashier } from '../features/people/current.ts'
import { createIdleLock, type IdleLock } from '../features/people/idle-lock.ts'
import { createPeople, type PeopleFeature } from '../features/people/people.ts'
import { createPrivacy, type Privacy } from '../features/privacy/privacy.ts'
import { readSettings } from '../features/settings/index.ts'
import { withoutCommissions } from '../ipc/redaction.ts'
import type { CommonDeps, FeaturesDeps } from './common.ts'

/** Who is at the register, as the other features ask. */
export interface AtRegister {
  cashier: CurrentCashier
  /** The name that stands on what is written; null: one person works here without a PIN. */
  cashierName: () => string | null
  maySeeCommissions: () => boolean
  mayCloseOthers: () => boolean
}

/** The lock of a register that nobody is at: it begins once there are people to lock it. */
export function wireIdleLock({ settings, clock }: CommonDeps): IdleLock {
  return createIdleLock({
    limitMs: () => readSettings(settings).lockAfterMinutes * 60_000,
    monotonic: clock.monotonic,
  })
}

/** People, whose trail is sealed in the keyring. */
export function wirePeople(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  { connection, keyring, idle }: { connection: Connection; keyring: Keyring; idle: IdleLock },
): PeopleFeature {
  const { emit, clock } = common
  const trailAccount = accountOf(environment.dataDir, 'trail', 'head')
  return createPeople({
    ...common,
    onChange() {
      emit('catalog.changed', {})
      emit('connection.changed', connection.state())
    },
    elapsed: clock.monotonic,
    stir: idle.stir,
    seal: {
      read: () => keyring.read(trailAccount),
      write: (text) => keyring.write(trailAccount, text),
      isUsed: () => connection.state().token === 'keyring',
    },
  })
}

/** What others ask of who is there; `may` where nobody signs in. */
export function atRegister(
  { presence }: PeopleFeature,
  may: (right: Right) => boolean = presence.may,
): AtRegister {
  return {
    cashier: () => presence.current(),
    cashierName: () => presence.current()?.name ?? null,
    maySeeCommissions: () => may('commissions'),
    mayCloseOthers: () => may('people'),
  }
}

/** What is kept of customers, shown as who asks may see it. */
export function wirePrivacy(
  common: CommonDeps,
  { people, here, connection }: { people: PeopleFeature; here: AtRegister; connection: Connection },
): Privacy {
  return createPrivacy({
    ...common,
    cashier: here.cashier,
    note: people.note,
    keepMonths: () => readSettings(common.settings).keepCustomersMonths,
    agreedTime: () => connection.agreedTime(),
    shown: (kept) => (here.maySeeCommissions() ? kept : withoutCommissions(kept)),
  })
}
