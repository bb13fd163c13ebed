import { createConnection, type Connection } from '../features/connection/connection.ts'
import type { Keyring } from '../host/host.ts'
import { createTopUps, type TopUps } from '../features/topup/topup.ts'
import type { AccountDeps, CommonDeps } from '../deps.ts'
import type { FeaturesDeps } from './common.ts'

/** The connection, which asks the journal whose books a profile holds. */
export function wireConnection(
  { environment, given }: FeaturesDeps,
  common: CommonDeps,
  keyring: Keyring,
): Connection {
  const { journal } = common
  return createConnection({
    ...common,
    startSandbox: (country) => environment.startSandbox(country),
    dataDir: environment.dataDir,
    keyring,
    proxyFor: (url) => environment.proxyFor(url),
    openSales: (id) => journal.read()?.openCount(id) ?? 0,
    newestSale: (id) => journal.read()?.newestKnown(id) ?? null,
    ...(given ? { given } : {}),
  })
}

/** Topping the balance up, on a page that the computer opens. */
export function wireTopUps(
  { environment }: FeaturesDeps,
  account: AccountDeps,
  connection: Connection,
): TopUps {
  return createTopUps({
    ...account,
    clockSkewMs: () => connection.state().clockSkewMs,
    refreshBalance: () => connection.refreshSoon(),
    openUrl: (url) => environment.openUrl?.(url) ?? Promise.resolve(),
  })
}
