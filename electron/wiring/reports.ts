import type { CallsOf, Handlers } from '../../shared/contract/index.ts'
import { mayKnowDrawer } from '../../shared/domain/drawer/drawer.ts'
import { addDays, dayRangeBounds } from '../../shared/domain/time/dates.ts'
import { toAppError } from '../../shared/errors.ts'
import type { Connection } from '../features/connection/connection.ts'
import { createMirrors } from '../features/hub/mirrors/mirrors.ts'
import type { HubPasswords } from '../features/hub/secrets.ts'
import { readPrinter, sheetOf } from '../features/receipts/printer-settings.ts'
import { readSettings } from '../features/settings/index.ts'
import { journalRows } from '../features/reports/ledger/journal-rows.ts'
import type { ListElsewhere } from '../features/reports/gather/shared-list.ts'
import { createOverRegisters, type Brought } from '../features/reports/over-registers.ts'
import {
  createReports,
  type ReportsDeps,
  type ReportsFeature,
} from '../features/reports/reports.ts'
import { readBusiness } from '../features/settings/business.ts'
import type { PrintPage } from '../host/host.ts'
import type { JournalReader } from '../store/journal/journal-reader.ts'
import { dropLeftMirrors } from '../store/hub/mirror.ts'
import { openJournalReader } from '../store/journal/open-journal.ts'
import type { Database } from '../store/sqlite/db.ts'
import type { AccountDeps } from '../deps.ts'
import type { FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'

export type WiredReports = Omit<ReportsFeature, 'handlers'> & {
  handlers: Handlers<CallsOf<'reports' | 'registers'>>
  /** Removes what a killed program left of other registers' sales. */
  dropLeft: () => void
}

interface ReportsParts {
  cache: Database
  here: AtRegister
  connection: Connection
  asking: { passwords: HubPasswords; windows: ListElsewhere }
}

/** Reports over the cache, completed by the sales that the journal knows, or by those of several registers. */
export function wireReports(
  deps: FeaturesDeps,
  account: AccountDeps,
  parts: ReportsParts,
): WiredReports {
  const { environment, over } = deps
  const { here, connection, asking } = parts
  const { journal, profileId, profile, settings, emit, onProblem, clock } = account
  const usual = usualDeps(deps, account, parts)
  const registers = over === undefined ? null : openJournalReader(over)
  const own = createReports({
    ...usual,
    ...factsOf(() => registers ?? journal.read(), { profileId, here, settings }),
    profile,
    books: { ...usual.books, folder: over ?? environment.dataDir },
    knownSales(id, day) {
      const reader = journal.read()
      return reader ? journalRows(reader, id, day) : []
    },
  })
  const mirrors = createMirrors({
    ...{ settings, profile, dataDir: environment.dataDir, password: asking.passwords.of },
  })
  const all = createOverRegisters({
    ...{
      own,
      profileId,
      emit,
      onProblem,
      now: clock.now,
      choices: mirrors.choices,
      bring: mirrors.bring,
    },
    reportsOver: (brought) => reportsOver(usual, brought, { own, here, settings }),
    mayRead: here.mayReadBooks,
    canAsk: ({ id }) => {
      const { activeId, token } = connection.state()
      return activeId === id && token !== 'missing'
    },
    after: (delay, work) => clock.after(delay, work),
  })
  return {
    ...own,
    handlers: all.handlers,
    dropLeft() {
      try {
        dropLeftMirrors(environment.dataDir)
      } catch (caught) {
        onProblem(toAppError(caught))
      }
    },
    async close() {
      await mirrors.stop()
      await all.close()
      await own.close()
      registers?.close()
    },
  }
}

/** What reports need whosever sales they are of. */
function usualDeps(
  { environment }: FeaturesDeps,
  account: AccountDeps,
  { cache, here, asking }: ReportsParts,
) {
  const { settings } = account
  const paper = environment.printing?.paper
  return {
    ...account,
    ...{ cache, elsewhere: asking.windows },
    mustBeApproved: here.mustBeApproved,
    maySeeCommissions: here.maySeeCommissions,
    books: {
      business: () => readBusiness(settings),
      tipUnit: () => readSettings(settings).tipUnit,
    },
    sheet: () => sheetOf(readPrinter(settings)),
    ...(paper ? { print: (page: PrintPage) => paper.printPage(page, null) } : {}),
  }
}

/** What a journal, or a mirror of several, tells beside the rows of an account. */
function factsOf(
  reader: () => JournalReader | null,
  {
    profileId,
    here,
    settings,
  }: { profileId: () => string | null; here: AtRegister; settings: AccountDeps['settings'] },
) {
  return {
    ownSales: reader,
    own: {
      salesOf: (records) => reader()?.bookSales(profileId() ?? '', records) ?? null,
      // The service may have written one down a day from ours.
      hasSales({ from, to }) {
        const { start, end } = dayRangeBounds(addDays(from, -1), addDays(to, 1))
        return (reader()?.newestKnown(profileId() ?? '', start, end) ?? null) !== null
      },
      hasCashiers: () => here.cashier() !== null,
      mayKnowDrawer: () => mayKnowDrawer(readSettings(settings).blindCount, here.mayCloseOthers()),
    },
    directions: () => reader()?.productSettings.directions(profileId() ?? '') ?? new Map(),
  } satisfies Partial<ReportsDeps>
}

/** The reports over what several registers sent, of their account. */
function reportsOver(
  usual: ReturnType<typeof usualDeps>,
  { folder, profile }: Brought,
  {
    own,
    here,
    settings,
  }: Pick<Parameters<typeof factsOf>[1], 'here' | 'settings'> & {
    own: ReportsFeature
  },
): ReportsFeature {
  const reader = openJournalReader(folder)
  const facts = factsOf(() => reader, { profileId: () => profile.id, here, settings })
  const registers = reader?.registers() ?? null
  const reports = createReports({
    ...{ ...usual, ...facts },
    own: {
      ...facts.own,
      // Whoever signs in at another register is not known here.
      hasCashiers: () => true,
      registerOf: (sale) => registers?.ofSale(sale) ?? '',
    },
    profile: () => profile,
    books: { ...usual.books, folder },
    serviceClock: own.serviceClock,
  })
  return {
    ...reports,
    async close() {
      await reports.close()
      reader?.close()
    },
  }
}
