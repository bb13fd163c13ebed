import type { Profile } from '../shared/contract/connection.ts'
import type { CallsOf, Emit, Handlers } from '../shared/contract/index.ts'
import { Failure } from '../shared/errors.ts'
import { createCatalog } from './features/catalog/catalog.ts'
import { createConnection, type Connection } from './features/connection/connection.ts'
import { createReports } from './features/reports/reports.ts'
import type { Asset, Host } from './host/host.ts'
import type { Log } from './log.ts'
import { cachePath, openCache } from './store/cache.ts'
import { openCatalogCache } from './store/catalog-cache.ts'
import type { Journal } from './store/journal.ts'

/** What the features need of where they run: a window's host, or the command line. */
export type Ground = Pick<Host, 'dataDir' | 'settings' | 'startSandbox' | 'onResume' | 'proxyFor'>

/** A connection that whoever started the app gave it: active for this run, never stored. */
export interface GivenConnection {
  profile: Profile
  token: string | null
}

type FeatureCalls =
  CallsOf<'connection'> | CallsOf<'catalog'> | CallsOf<'selling'> | CallsOf<'reports'>

/** The four features over one data folder, wired to each other. */
export interface Features {
  handlers: Handlers<FeatureCalls>
  connection: Connection
  image(path: string): Promise<Asset>
  /** Begins what runs behind: refreshes and look-ups. */
  start(): void
  close(): Promise<void>
}

/** Wires connection, catalog, selling and reports to the journal, the cache and one another. */
export function createFeatures(deps: {
  ground: Ground
  journal: Journal
  emit: Emit
  log: Log
  given?: GivenConnection
  mustBeApproved: (path: string) => void
  decimalSign: () => 'comma' | 'point'
}): Features {
  const { ground, journal, emit, given } = deps
  const cache = openCache(cachePath(ground.dataDir))
  const connection = createConnection({
    settings: ground.settings,
    emit,
    startSandbox: (country) => ground.startSandbox(country),
    dataDir: ground.dataDir,
    proxyFor: (url) => ground.proxyFor(url),
    ...(given ? { given } : {}),
  })
  const profile = () => {
    const { profiles, activeId } = connection.state()
    return profiles.find((one) => one.id === activeId) ?? null
  }
  const profileId = () => connection.state().activeId
  const service = () => connection.service()
  const catalog = createCatalog({
    cache: openCatalogCache(cache),
    profileId,
    service,
    emit,
    soldCounts: () => journal.soldCounts(profileId() ?? ''),
    settings: ground.settings,
  })
  const reports = createReports({
    cache,
    profile,
    service,
    emit,
    mustBeApproved: deps.mustBeApproved,
    decimalSign: deps.decimalSign,
  })
  connection.onChange((state) => catalog.onConnection(state))

  return {
    handlers: {
      ...connection.handlers,
      ...catalog.handlers,
      ...selling,
      ...reports.handlers,
    },
    connection,
    image: (path) => catalog.image(path),
    start() {
      catalog.start()
    },
    async close() {
      catalog.close()
      await reports.close()
      await connection.close()
      cache.close()
    },
  }
}

const none = async (): Promise<never> => {
  throw new Failure('NO_PROFILE')
}
// Until selling lands.
const selling: Handlers<CallsOf<'selling'>> = {
  'selling.quote': none,
  'selling.sell': none,
  'selling.sale': none,
  'selling.list': async () => ({ sales: [], count: 0 }),
  'selling.open': async () => [],
  'selling.look': none,
  'selling.day': async () => ({ count: 0, byState: [] }),
}
