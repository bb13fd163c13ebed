import type { CallName, CallsOf, Handlers } from '../shared/contract/index.ts'
import type { AppError } from '../shared/errors.ts'
import type { CatalogFeature } from './features/catalog/catalog.ts'
import { createClaims } from './features/claims/claims.ts'
import type { Copies } from './features/copies/copies.ts'
import type { Connection } from './features/connection/connection.ts'
import { systemKeyring } from './host/keyring/system-keyring.ts'
import { createSlimmer } from './features/journal/slimmer.ts'
import type { TopUps } from './features/topup/topup.ts'
import { createProducts } from './features/products/products.ts'
import { createReconciliation } from './features/reconciliation/reconciliation.ts'
import { createFormNotes } from './features/selling/form-notes.ts'
import { readSettings } from './features/settings/index.ts'
import type { Asset } from './host/host.ts'
import { inOrder } from './async/in-order.ts'
import { closeRegister } from './register.ts'
import { cachePath, openCacheAnyway } from './store/cache/cache.ts'
import { createJournalSearch } from './store/search/journal-search.ts'
import type { Database } from './store/sqlite/db.ts'
import { wireBooks } from './wiring/books.ts'
import { wireCatalog } from './wiring/catalog.ts'
import { accountDeps, commonDeps, type FeaturesDeps } from './wiring/common.ts'
import { wireCopies, wireCopiesGate } from './wiring/copies.ts'
import { wireConnection, wireTopUps } from './wiring/connection.ts'
import { wireCredit, wireDay, wireMayOwe, wireReceipts, wireShift } from './wiring/drawer.ts'
import { wireMaintenance } from './wiring/journal.ts'
import { atRegister, wireIdleLock, wirePeople, wirePrivacy } from './wiring/people.ts'
import { wireHealth } from './wiring/health.ts'
import { wireAsking, wireHub } from './wiring/hub.ts'
import { wireMonthly } from './wiring/monthly.ts'
import { wireReports, type WiredReports } from './wiring/reports.ts'
import { wireSelling, type WiredSelling } from './wiring/selling.ts'
import { wireUpdates } from './wiring/updates.ts'

/** All but those of the window and its host: see app.ts. */
type FeatureCalls = Exclude<CallName, CallsOf<'app' | 'settings' | 'business' | 'files'>>

/** The features over one data folder, wired to each other. */
export type Features = ReturnType<typeof createFeatures>

/** Makes the features one after the other, each of what was made before it: nothing is used before it is there. */
export function createFeatures(deps: FeaturesDeps) {
  const made = makeFeatures(deps)
  const { connection, catalog, people, selling } = made
  const forgetResume = deps.environment.onResume(people.lock)
  const following = followConnection(made)
  return {
    handlers: handlersOf(made),
    connection,
    /** Who is at the register, for whatever holds rights. */
    presence: people.presence,
    /** Writes a line of who did what. */
    note: people.note,
    image: (path: string): Promise<Asset> => catalog.image(path),
    /** Begins what runs behind: refreshes and look-ups. */
    start() {
      following.bringBehind()
      startFeatures(deps, made)
    },
    /** Begins look-ups alone: the command line brings no catalog behind. */
    startSelling: (): void => selling.start(),
    /** Ends them all, waiting for a sale that is out, then closes journal and cache. */
    async close(): Promise<void> {
      forgetResume()
      await closeFeatures(deps, made)
    },
  }
}

type Made = ReturnType<typeof makeFeatures>

function makeFeatures(deps: FeaturesDeps) {
  const made = makeCounter(deps)
  return { ...made, ...makeUpkeep(deps, made) }
}

/** What looks after the register, over all that sells. */
function makeUpkeep(deps: FeaturesDeps, made: ReturnType<typeof makeCounter>) {
  const { connection, maintenance, copies, updates, people, reports } = made
  const common = commonDeps(deps)
  const here = atRegister(deps, people)
  const account = accountDeps(common, connection)
  const monthly = wireMonthly(deps, account, { connection, people, reports })
  const parts = { connection, maintenance, copies, updates, here, monthly }
  return { monthly, health: wireHealth(deps, common, parts) }
}

function makeCounter(deps: FeaturesDeps) {
  const { environment, register, log } = deps
  const { dataDir } = environment
  const common = commonDeps(deps)
  const { journal, settings, onProblem } = common
  const { cache, cacheProblem } = openCacheOf(dataDir, onProblem)
  const keyring = systemKeyring(() => environment.forkKeyring())
  const connection = wireConnection(deps, common, keyring)
  const account = accountDeps(common, connection)
  const formNotes = createFormNotes((text) => log.info(text))
  const idle = wireIdleLock(common)
  const people = wirePeople(deps, common, { connection, keyring, idle })
  const here = atRegister(deps, people)
  const claims = createClaims({ ...common, cashier: here.cashierName })
  const search = createJournalSearch({
    folder: dataDir,
    isWriter: register.kind === 'open',
    onProblem,
    onPrepared: (done) => deps.emit('selling.searchPrepared', { done }),
  })
  const privacy = wirePrivacy(deps, common, { people, here, connection, search })
  const products = createProducts({
    ...account,
    offersRecent: () => readSettings(settings).offerRecent,
  })
  const topUps = wireTopUps(deps, account, connection)
  const receipts = wireReceipts(deps, common, here)
  const catalog = wireCatalog(account, cache, { formNotes, printer: receipts.slips })
  const day = wireDay(account, here, receipts)
  const maintenance = wireMaintenance(deps, common, cacheProblem)
  const mayOwe = wireMayOwe(account, here, catalog)
  const shift = wireShift(account, { connection, people, here, maintenance, receipts, mayOwe })
  const credit = wireCredit(account, { dataDir, here, receipts, shift })
  const gate = wireCopiesGate(deps, account, connection)
  const asking = wireAsking(deps, common, { keyring, connection })
  const selling = wireSelling(deps, account, {
    connection,
    catalog,
    here,
    maintenance,
    receipts,
    shift,
    formNotes,
    search,
    ...{ gate, mayOwe, elsewhere: asking.claims },
  })
  const copies = wireCopies(deps, account, { connection, gate, selling, receipts, maintenance })
  const slimmer = createSlimmer({
    ...common,
    agreedTime: () => connection.agreedTime(),
    isSelling: () => selling.isSelling(),
    mustBeWhole: maintenance.mustBeAcknowledged,
  })
  const reports = wireReports(deps, account, { cache, here, connection, asking })
  return {
    cache,
    connection,
    catalog,
    idle,
    people,
    claims,
    search,
    privacy,
    products,
    topUps,
    receipts,
    day,
    maintenance,
    shift,
    credit,
    selling,
    copies,
    slimmer,
    reports,
    hub: wireHub(deps, common, { asking, here, connection, people, selling, search }),
    books: wireBooks(account, { dataDir, cache, here, connection }),
    reconciliation: createReconciliation({ ...account, journal: journal.read }),
    updates: wireUpdates(deps, common, { connection, people, selling }),
  }
}

/** cache.db, or one in memory where it cannot be opened, and then why. */
function openCacheOf(
  dataDir: string,
  onProblem: (error: AppError) => void,
): { cache: Database; cacheProblem: AppError | null } {
  let cacheProblem: AppError | null = null
  const cache = openCacheAnyway(cachePath(dataDir), (error) => {
    cacheProblem = error
    onProblem(error)
  })
  return { cache, cacheProblem }
}

/** Tells the features of the connection's changes; what brings something behind only once it was told to. */
function followConnection(to: {
  connection: Connection
  catalog: CatalogFeature
  reports: WiredReports
  selling: WiredSelling
  topUps: TopUps
  copies: Copies
}): { bringBehind(): void } {
  // Before it is started nothing is brought behind: a command line asks for what it needs itself.
  let isStarted = false
  to.connection.onChange((state) => {
    if (isStarted) {
      to.catalog.onConnection(state)
      to.reports.onConnection(state)
    }
    to.selling.onConnection(state)
    to.topUps.onConnection(state)
    to.copies.onConnection(state)
  })
  return {
    bringBehind() {
      isStarted = true
    },
  }
}

function handlersOf(made: Made): Handlers<FeatureCalls> {
  return {
    ...made.connection.handlers,
    ...made.catalog.handlers,
    ...made.selling.handlers,
    ...made.reconciliation,
    ...made.products,
    ...made.topUps.handlers,
    ...made.people.handlers,
    ...made.claims,
    ...made.privacy.handlers,
    ...made.receipts.handlers,
    ...made.day,
    ...made.shift.handlers,
    ...made.maintenance.handlers,
    ...made.copies.handlers,
    ...made.reports.handlers,
    ...made.monthly.handlers,
    ...made.hub.handlers,
    ...made.health,
    ...made.updates.handlers,
    ...made.books,
    ...made.credit,
    // After a Z, and behind it, what was brought gets ready for the next start.
    async 'shift.close'(input) {
      const report = await made.shift.handlers['shift.close'](input)
      void made.updates.afterClose()
      return report
    },
  }
}

function startFeatures({ register }: FeaturesDeps, made: Made): void {
  made.idle.start(made.people.lock)
  made.catalog.start()
  made.reports.onConnection(made.connection.state())
  made.reports.dropLeft()
  if (register.kind === 'open') {
    made.search.start()
    made.privacy.start()
    made.slimmer.start()
    made.people.trail.start()
    made.monthly.start()
    made.hub.start()
  }
  made.selling.start()
  made.topUps.resume()
  made.maintenance.start()
  made.copies.start()
  made.updates.start()
}

async function closeFeatures({ register }: FeaturesDeps, made: Made): Promise<void> {
  made.idle.stop()
  made.privacy.stop()
  made.slimmer.stop()
  made.monthly.stop()
  await inOrder([
    () => made.updates.stop(),
    () => made.hub.stop(),
    () => made.selling.stop(),
    () => made.topUps.close(),
    () => made.receipts.close(),
    () => made.maintenance.stop(),
    () => made.copies.stop(),
    () => made.catalog.close(),
    () => made.reports.close(),
    () => made.people.trail.stop(),
    () => made.connection.close(),
    () => made.search.close(),
    () => made.cache.close(),
    () => closeRegister(register),
  ])
}
