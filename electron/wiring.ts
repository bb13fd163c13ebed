import type { ConnectionState, Profile } from '../shared/contract/connection.ts'
import type { CallsOf, Emit, Handlers } from '../shared/contract/index.ts'
import type { Right } from '../shared/domain/people/rights.ts'
import { errorText, type AppError } from '../shared/errors.ts'
import { createCatalog } from './features/catalog/catalog.ts'
import { createClaims } from './features/claims/claims.ts'
import { createConnection, type Connection } from './features/connection/connection.ts'
import { accountOf } from './features/connection/keyring.ts'
import { systemKeyring } from './features/connection/system-keyring.ts'
import { createJournalMaintenance } from './features/journal/journal.ts'
import type { CurrentCashier } from './features/people/current.ts'
import { createLoading } from './features/loading/loading.ts'
import { createIdleLock } from './features/people/idle-lock.ts'
import { createPeople, type PeopleFeature } from './features/people/people.ts'
import type { Presence } from './features/people/presence.ts'
import { createPrivacy } from './features/privacy/privacy.ts'
import { createProducts } from './features/products/products.ts'
import type { PrintSystem } from './features/receipts/deliver.ts'
import { createReceipts } from './features/receipts/receipts.ts'
import { createReconciliation } from './features/reconciliation/reconciliation.ts'
import { journalRows } from './features/reports/export/journal-rows.ts'
import { createReports } from './features/reports/reports.ts'
import { createFormNotes } from './features/selling/form-notes.ts'
import { systemClock, type SellingDeps } from './features/selling/ports.ts'
import { publicSale } from './features/selling/public-sale.ts'
import { createQuoteBook } from './features/selling/quotes.ts'
import {
  createSelling,
  createSellingBlocked,
  type SellingCalls,
} from './features/selling/selling.ts'
import { readBusiness } from './features/settings/business.ts'
import { readSettings } from './features/settings/index.ts'
import type { Asset, Host, PrintPage } from './host/host.ts'
import { inOrder } from './in-order.ts'
import { withoutCommissions } from './ipc/redaction.ts'
import type { Log } from './log.ts'
import { closeRegister, type Register } from './register.ts'
import { cachePath, openCacheAnyway } from './store/cache/cache.ts'
import type { Journal } from './store/journal/journal.ts'
import { wireShift } from './wire-shift.ts'
import { openCatalogCache } from './store/cache/catalog-cache.ts'

/** What the features need of where they run: a window's host, or the command line. */
export type Environment = Pick<
  Host,
  'dataDir' | 'settings' | 'startSandbox' | 'forkKeyring' | 'onResume' | 'proxyFor'
> & {
  /** What prints; left out where nothing does. */
  printing?: PrintSystem
  /** What opens web pages; left out where nothing does. */
  openUrl?: Host['openUrl']
}

/** A connection that whoever started the app gave it: active for this run, never stored. */
export interface GivenConnection {
  profile: Profile
  token: string | null
}

type FeatureCalls =
  | CallsOf<'connection'>
  | CallsOf<'catalog'>
  | SellingCalls
  | CallsOf<'reconciliation'>
  | CallsOf<'journal'>
  | CallsOf<'reports'>
  | CallsOf<'loading'>
  | CallsOf<'products'>
  | CallsOf<'people'>
  | CallsOf<'claims'>
  | CallsOf<'privacy'>
  | CallsOf<'receipts'>
  | CallsOf<'shift'>

/** The features over one data folder, wired to each other. */
export interface Features {
  handlers: Handlers<FeatureCalls>
  connection: Connection
  /** Who is at the register, for whatever holds rights. */
  presence: Presence
  /** Writes a line of who did what. */
  note: PeopleFeature['note']
  image(path: string): Promise<Asset>
  /** Begins what runs behind: refreshes and look-ups. */
  start(): void
  /** Begins look-ups alone: the command line brings no catalog behind. */
  startSelling(): void
  /** Ends them all, waiting for a sale that is out, then closes journal and cache. */
  close(): Promise<void>
}

/** Wires connection, catalog, selling and reports to the journal, the cache and one another. */
export function createFeatures(deps: {
  environment: Environment
  register: Register
  emit: Emit
  log: Log
  given?: GivenConnection
  mustBeApproved: (path: string) => void
  decimalSign: () => 'comma' | 'point'
  /** What whoever asks may do, where nobody signs in: the command line. Else as who is at the register. */
  may?: (right: Right) => boolean
  /** As what the trail tells of each sale, in the cashier's name, written with the sale; left out: not at all. */
  salesAction?: string
}): Features {
  const { environment, register, log, given } = deps
  const emit: Emit = (name, payload) => {
    deps.emit(name, payload)
    if (name === 'selling.changed') receipts.onSale(payload)
  }
  const journal = register.kind === 'open' ? register.journal : register.reader
  const onProblem = (error: AppError) => log.error(errorText(error, 'en'))
  let cacheProblem: AppError | null = null
  const cache = openCacheAnyway(cachePath(environment.dataDir), (error) => {
    cacheProblem = error
    onProblem(error)
  })
  const keyring = systemKeyring(() => environment.forkKeyring())
  const trailAccount = accountOf(environment.dataDir, 'trail', 'head')
  const connection = createConnection({
    settings: environment.settings,
    emit,
    startSandbox: (country) => environment.startSandbox(country),
    dataDir: environment.dataDir,
    keyring,
    proxyFor: (url) => environment.proxyFor(url),
    onProblem,
    openSales: (id) => journal?.openCount(id) ?? 0,
    newestSale: (id) => journal?.newestKnown(id) ?? null,
    ...(given ? { given } : {}),
  })
  const profileId = () => connection.state().activeId
  const formNotes = createFormNotes((text) => log.info(text))
  const service = () => connection.service()
  const catalog = createCatalog({
    cache: openCatalogCache(cache),
    profileId,
    service,
    emit,
    soldCounts: () => journal?.soldCounts(profileId() ?? '') ?? new Map<string, number>(),
    directions: () => journal?.productSettings.directions(profileId() ?? '') ?? new Map(),
    settings: environment.settings,
    onProblem,
  })
  const idle = createIdleLock({
    limitMs: () => readSettings(environment.settings).lockAfterMinutes * 60_000,
    lock: () => people.lock(),
    monotonic: () => process.uptime() * 1_000,
  })
  const people = createPeople({
    journal: () => writtenJournal(register),
    reader: () => journal,
    emit,
    onChange() {
      emit('catalog.changed', {})
      emit('connection.changed', connection.state())
    },
    now: () => Date.now(),
    elapsed: () => performance.now(),
    stir: idle.stir,
    seal: {
      read: () => keyring.read(trailAccount),
      write: (text) => keyring.write(trailAccount, text),
      isUsed: () => connection.state().token === 'keyring',
    },
    onProblem,
    mustBeApproved: deps.mustBeApproved,
    decimalSign: deps.decimalSign,
  })
  const maySeeCommissions = () => (deps.may ?? people.presence.may)('commissions')
  const mayCloseOthers = () => (deps.may ?? people.presence.may)('people')
  const currentCashier: CurrentCashier = () => people.presence.current()
  const claims = createClaims({
    journal: () => writtenJournal(register),
    reader: () => journal,
    cashier: () => currentCashier()?.name ?? null,
    emit,
    now: () => Date.now(),
  })
  const privacy = createPrivacy({
    journal: () => writtenJournal(register),
    reader: () => journal,
    cashier: currentCashier,
    note: people.note,
    keepMonths: () => readSettings(environment.settings).keepCustomersMonths,
    now: () => Date.now(),
    agreedTime: () => connection.agreedTime(),
    mustBeApproved: deps.mustBeApproved,
    shown: (kept) => (maySeeCommissions() ? kept : withoutCommissions(kept)),
    decimalSign: deps.decimalSign,
    onProblem,
  })
  const forgetResume = environment.onResume(() => people.lock())
  const products = createProducts({
    journal: () => writtenJournal(register),
    reader: () => journal,
    profileId,
    offersRecent: () => readSettings(environment.settings).offerRecent,
    emit,
  })
  const loading = createLoading({
    service,
    profileId,
    clockSkewMs: () => connection.state().clockSkewMs,
    journal: () => writtenJournal(register),
    refreshBalance: () => connection.refreshSoon(),
    openUrl: (url) => environment.openUrl?.(url) ?? Promise.resolve(),
    settings: environment.settings,
    emit,
    onProblem,
  })
  const receipts = createReceipts({
    system: environment.printing ?? null,
    settings: environment.settings,
    sale: (id) => {
      const record = journal?.sale(id)
      return record ? publicSale(record) : null
    },
    tender: (id) => journal?.shifts.tenders.ofSale(id) ?? null,
    prints: () => writtenJournal(register).receipts,
    printed: () => journal?.receipts ?? null,
    business: () => readBusiness(environment.settings),
    formatting: () => readSettings(environment.settings),
    cashier: () => currentCashier()?.name ?? null,
    mustBeApproved: deps.mustBeApproved,
    emit: deps.emit,
    now: () => Date.now(),
    onProblem,
  })
  const selling = wireSelling(register, {
    service,
    profileId,
    productForSale: (productId) => catalog.productForSale(productId),
    emit,
    clock: systemClock,
    cashier: () => currentCashier()?.name ?? null,
    shift: () => shift.currentId(),
    trailLine: ({ id, createdAt }) => {
      const { salesAction: action } = deps
      const who = currentCashier()
      if (action === undefined || who === null) return null
      const person = { id: who.id, name: who.name }
      return { at: createdAt, person, action, subject: id }
    },
    mayBegin: () => {
      care.mustBeAcknowledged()
      shift.mustBeOpen()
    },
    onResume: (listener) => environment.onResume(listener),
    balance: () => connection.state().business,
    refreshBalance: () => connection.refreshSoon(),
    onProblem,
    formNotes,
  })
  const paper = environment.printing?.paper
  const reports = createReports({
    cache,
    profile: () => connection.state().profiles.find((one) => one.id === profileId()) ?? null,
    service,
    emit,
    knownSales: (id, day) => (journal ? journalRows(journal, id, day) : []),
    ownSales: () => journal,
    mustBeApproved: deps.mustBeApproved,
    decimalSign: deps.decimalSign,
    maySeeCommissions,
    books: { folder: environment.dataDir, business: () => readBusiness(environment.settings) },
    ...(paper ? { print: (page: PrintPage) => paper.printPage(page, null) } : {}),
    onProblem,
  })
  const reconciliation = createReconciliation({ journal: () => journal, profileId, service })
  const care = createJournalMaintenance({
    dataDir: environment.dataDir,
    blocked: register.kind === 'blocked' ? register.failure.error : null,
    cacheProblem,
    openCount: () => journal?.openCount() ?? 0,
    onProblem,
  })
  const shift = wireShift({
    register,
    connection,
    cashier: currentCashier,
    maySeeCommissions,
    mayCloseOthers,
    receipts,
    settings: environment.settings,
    emit,
    backup: () => care.backup('shift'),
    trail: people.trail.standing,
    onProblem,
  })
  // Before it is started nothing is brought behind: a command line asks for what it needs itself.
  let isStarted = false
  connection.onChange((state) => {
    if (isStarted) {
      catalog.onConnection(state)
      reports.onConnection(state)
    }
    selling.onConnection(state)
    loading.onConnection(state)
  })

  return {
    handlers: {
      ...connection.handlers,
      ...catalog.handlers,
      'catalog.product': async (input) => {
        const detail = await catalog.handlers['catalog.product'](input)
        formNotes.form(input.productId, detail.form?.inputs ?? [])
        return detail
      },
      ...selling.handlers,
      ...reconciliation,
      ...products,
      ...loading.handlers,
      ...people.handlers,
      ...claims,
      ...privacy.handlers,
      ...receipts.handlers,
      ...shift.handlers,
      ...care.handlers,
      ...reports.handlers,
    },
    connection,
    presence: people.presence,
    note: people.note,
    image: (path) => catalog.image(path),
    start() {
      isStarted = true
      idle.start()
      catalog.start()
      reports.onConnection(connection.state())
      if (register.kind === 'open') {
        privacy.start()
        people.trail.start()
      }
      selling.start()
      loading.resume()
      care.start()
    },
    startSelling: () => selling.start(),
    async close() {
      forgetResume()
      idle.stop()
      privacy.stop()
      await inOrder([
        () => selling.stop(),
        () => loading.close(),
        () => receipts.close(),
        () => care.stop(),
        () => catalog.close(),
        () => reports.close(),
        () => people.trail.stop(),
        () => connection.close(),
        () => cache.close(),
        () => closeRegister(register),
      ])
    },
  }
}

/** The journal to write in. Throws why it cannot be written. */
function writtenJournal(register: Register): Journal {
  if (register.kind === 'blocked') throw register.failure
  return register.journal
}

/** What the rest needs of selling, whether it can sell or only look. */
interface WiredSelling {
  handlers: Handlers<SellingCalls>
  onConnection(state: ConnectionState): void
  start(): void
  stop(): Promise<void>
}

function wireSelling(register: Register, deps: Omit<SellingDeps, 'journal'>): WiredSelling {
  if (register.kind === 'open') return createSelling({ ...deps, journal: register.journal })
  // A quote writes nothing: it is answered also where the journal is not ours to write.
  const quotes = createQuoteBook(deps)
  return {
    handlers: {
      ...createSellingBlocked(register.failure, register.reader, deps.profileId),
      'selling.quote': (input) => quotes.quote(input),
    },
    onConnection: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
  }
}
