import type { Profile } from '../../shared/contract/connection.ts'
import type { Emit } from '../../shared/contract/index.ts'
import type { Right } from '../../shared/domain/people/rights.ts'
import type { FigureStyle } from '../../shared/domain/money/figures.ts'
import type { Business } from '../../shared/domain/receipt/business.ts'
import { errorText } from '../../shared/errors.ts'
import type { Language } from '../../shared/words/words.ts'
import { systemClock } from '../async/clock.ts'
import type { AccountDeps, CommonDeps } from '../deps.ts'
import type { Connection } from '../features/connection/connection.ts'
import type { PrintSystem } from '../features/receipts/deliver.ts'
import { readBusiness } from '../features/settings/business.ts'
import { readSettings } from '../features/settings/index.ts'
import type { UpdatesDeps } from '../features/updates/updates.ts'
import type { Host } from '../host/host.ts'
import type { Log } from '../log.ts'
import { journalOf, type Register } from '../register.ts'

/** What the features need of where they run: a window's host, or the command line. */
export type Environment = Pick<
  Host,
  | 'dataDir'
  | 'settings'
  | 'startSandbox'
  | 'forkKeyring'
  | 'forkJournalCheck'
  | 'forkCopier'
  | 'onResume'
  | 'proxyFor'
> & {
  /** Which window it is; left out: the command line. */
  kind?: Host['kind']
  /** What prints; left out where nothing does. */
  printing?: PrintSystem
  /** What opens web pages; left out where nothing does. */
  openUrl?: Host['openUrl']
  /** What opens a message to a customer; left out where nothing does. */
  openChat?: Host['openChat']
}

/** A connection that whoever started the app gave it: active for this run, never stored. */
export interface GivenConnection {
  profile: Profile
  token: string | null
}

/** What the features are made of. */
export interface FeaturesDeps {
  environment: Environment
  register: Register
  emit: Emit
  log: Log
  given?: GivenConnection
  /** Throws FILE_NOT_ALLOWED for a path that this person (an id) did not choose. */
  mustBeApproved: (path: string, who: string | null) => void
  decimalSign: () => 'comma' | 'point'
  /** The real path of a folder (or a file in one) that a person may name for copies; left out: none may be named. */
  checkPlace?: (typed: string) => Promise<string>
  /** What whoever asks may do, where nobody signs in: the command line. Else as who is at the register. */
  may?: (right: Right) => boolean
  /** The folder of a mirror that reports are over; left out: this register's own journal. */
  over?: string
  /** How the program was launched, where it can bring its own next version; left out: something else does. */
  updates?: Pick<UpdatesDeps, 'launch' | 'fork'>
  /** As what the trail tells of each sale, in the cashier's name, written with the sale; left out: not at all. */
  salesAction?: string
}

/** The one clock, the one journal, and where problems are told. */
export function commonDeps(deps: FeaturesDeps): CommonDeps {
  const { environment, register, log, emit, decimalSign } = deps
  return {
    journal: journalOf(register),
    settings: environment.settings,
    emit,
    clock: systemClock,
    now: systemClock.now,
    decimalSign,
    // The code first: whoever helps from afar is told of nothing else.
    onProblem: (error) => log.error(`${error.code}: ${errorText(error, 'en')}`),
  }
}

/** Adds the account that the connection leads to. */
export function accountDeps(common: CommonDeps, connection: Connection): AccountDeps {
  return {
    ...common,
    profileId: () => connection.state().activeId,
    profile() {
      const { profiles, activeId } = connection.state()
      return profiles.find(({ id }) => id === activeId) ?? null
    },
    service: () => connection.service(),
  }
}

/** How the shop's papers are written, as its owner and the country in use have it. */
export function paperStyle({ settings, profile }: AccountDeps) {
  return (): { business: Business; language: Language; figures: FigureStyle } => {
    const { language, decimalSign } = readSettings(settings)
    const figures = { country: profile()?.country ?? 'CO', decimalSign }
    return { business: readBusiness(settings), language, figures }
  }
}
