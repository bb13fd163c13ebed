import type { Connection } from '../features/connection/connection.ts'
import { createHealth } from '../features/health/health.ts'
import type { Copies } from '../features/copies/copies.ts'
import type { JournalMaintenance } from '../features/journal/journal.ts'
import { readPrinter } from '../features/receipts/printer-settings.ts'
import { readBusiness } from '../features/settings/business.ts'
import { readSettings } from '../features/settings/index.ts'
import type { Updates } from '../features/updates/updates.ts'
import type { Monthly } from '../features/monthly/monthly.ts'
import type { CommonDeps } from '../deps.ts'
import { version } from '../version.ts'
import type { FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'

/** How the register is, looked for in all that was made before. */
export function wireHealth(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  parts: {
    connection: Connection
    maintenance: JournalMaintenance
    copies: Copies
    updates: Updates
    monthly: Monthly
    here: AtRegister
  },
) {
  const { connection, maintenance, copies, updates, monthly, here } = parts
  const { settings } = common
  return createHealth({
    ...common,
    version,
    dataDir: environment.dataDir,
    host: environment.kind ?? null,
    journalState: maintenance.state,
    copies: () => copies.handlers['copies.state']({}),
    updates: () => updates.handlers['updates.state']({}),
    connection: () => connection.state(),
    monthly: monthly.state,
    pace: () => connection.pace(),
    settings: () => readSettings(settings),
    business: () => readBusiness(settings),
    printer: () => readPrinter(settings),
    printers: async () => (await environment.printing?.paper.printers()) ?? [],
    mustBeApproved: here.mustBeApproved,
  })
}
