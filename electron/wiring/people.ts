import { registersCalls } from '../../shared/contract/accounting/registers.ts'
import { rightsFor } from '../../shared/contract/define.ts'
import type { Connection } from '../features/connection/connection.ts'
import { accountOf } from '../features/connection/token-account.ts'
import type { Keyring } from '../host/host.ts'
import type { CurrentCashier } from '../features/people/current.ts'
import { createIdleLock, type IdleLock } from '../features/people/idle-lock.ts'
import { createPeople, type PeopleFeature } from '../features/people/people.ts'
import { createPrivacy, type Privacy } from '../features/privacy/privacy.ts'
import { readSettings } from '../features/settings/index.ts'
import { withoutCommissions } from '../ipc/redaction.ts'
import type { CommonDeps } from '../deps.ts'
import { serviceTime } from '../../shared/domain/time/service-time.ts'
import type { FeaturesDeps } from './common.ts'
import { readOtherRegisters } from '../store/hub/others-note.ts'
import type { JournalSearch } from '../store/search/journal-search.ts'

/** Who is at the register, as the other features ask. */
export interface AtRegister {
  cashier: CurrentCashier
  /** The name that stands on what is written; null: one person works here without a PIN. */
  cashierName: () => string | null
  /** Throws FILE_NOT_ALLOWED for a path that who is here did not choose. */
  mustBeApproved: (path: string) => void
  maySeeCommissions: () => boolean
  mayCloseOthers: () => boolean
  mayMarkSeen: () => boolean
  /** Whether who is here may sell on credit above a limit. */
  mayPassLimit: () => boolean
  mayCloseUnproven: () => boolean
  /** Whether who is here may see the reports of all registers. */
  mayReadBooks: () => boolean
  /** Writes a line of the trail in the name of who is there. */
  note: PeopleFeature['note']
}

/** The lock of a register that nobody is at: it begins once there are people to lock it. */
export function wireIdleLock({ settings }: CommonDeps): IdleLock {
  return createIdleLock({
    limitMs: () => readSettings(settings).lockAfterMinutes * 60_000,
    // A clock of its own, which a test can put ahead for the lock alone.
    monotonic: () => process.uptime() * 1_000,
  })
}

/** People, whose trail is sealed in the keyring. */
export function wirePeople(
  { environment, mustBeApproved }: FeaturesDeps,
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
    mustBeApproved,
    seal: {
      read: () => keyring.read(trailAccount),
      write: (text) => keyring.write(trailAccount, text),
      isUsed: () => connection.state().token === 'keyring',
    },
  })
}

/** What others ask of who is there. */
export function atRegister(deps: FeaturesDeps, { presence, note }: PeopleFeature): AtRegister {
  const may = deps.may ?? presence.may
  return {
    cashier: () => presence.current(),
    cashierName: () => presence.current()?.name ?? null,
    mustBeApproved: (path) => deps.mustBeApproved(path, presence.current()?.id ?? null),
    maySeeCommissions: () => may('commissions'),
    mayCloseOthers: () => may('people'),
    mayMarkSeen: () => may('movements'),
    mayPassLimit: () => may('credit'),
    mayCloseUnproven: () => may('closeUnproven'),
    mayReadBooks: () => rightsFor(registersCalls['registers.bring'].right).every(may),
    note,
  }
}

/** What is kept of customers, shown as who asks may see it. */
export function wirePrivacy(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  parts: {
    people: PeopleFeature
    here: AtRegister
    connection: Connection
    search: JournalSearch
  },
): Privacy {
  const { people, here, connection, search } = parts
  return createPrivacy({
    ...common,
    search,
    cashier: here.cashier,
    mustBeApproved: here.mustBeApproved,
    note: people.note,
    others: () => readOtherRegisters(environment.dataDir),
    keepMonths: () => readSettings(common.settings).keepCustomersMonths,
    serviceNow: () => serviceTime(common.now(), connection.state().clockSkewMs),
    agreedTime: () => connection.agreedTime(),
    shown: (kept) => (here.maySeeCommissions() ? kept : withoutCommissions(kept)),
  })
}
