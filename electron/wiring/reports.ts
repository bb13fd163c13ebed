import { mayKnowDrawer } from '../../shared/domain/drawer/drawer.ts'
import { readPrinter, sheetOf } from '../features/receipts/printer-settings.ts'
import { readSettings } from '../features/settings/index.ts'
import { journalRows } from '../features/reports/ledger/journal-rows.ts'
import { createReports, type ReportsFeature } from '../features/reports/reports.ts'
import { readBusiness } from '../features/settings/business.ts'
import type { PrintPage } from '../host/host.ts'
import { openJournalReader } from '../store/journal/open-journal.ts'
import type { Database } from '../store/sqlite/db.ts'
import type { AccountDeps } from '../deps.ts'
import type { FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'

/** Reports over the cache, completed by the sales that the journal knows. */
export function wireReports(
  { environment, over }: FeaturesDeps,
  account: AccountDeps,
  { cache, here }: { cache: Database; here: AtRegister },
): ReportsFeature {
  const { journal, settings, profileId } = account
  const paper = environment.printing?.paper
  const registers = over === undefined ? null : openJournalReader(over)
  const ownSales = () => registers ?? journal.read()
  const reports = createReports({
    ...account,
    cache,
    knownSales(id, day) {
      const reader = journal.read()
      return reader ? journalRows(reader, id, day) : []
    },
    ownSales,
    own: {
      salesOf: (records) => journal.read()?.bookSales(profileId() ?? '', records) ?? null,
      hasSales: () => (journal.read()?.newestKnown(profileId() ?? '') ?? null) !== null,
      hasCashiers: () => here.cashier() !== null,
      mayKnowDrawer: () => mayKnowDrawer(readSettings(settings).blindCount, here.mayCloseOthers()),
    },
    directions: () => ownSales()?.productSettings.directions(profileId() ?? '') ?? new Map(),
    mustBeApproved: here.mustBeApproved,
    maySeeCommissions: here.maySeeCommissions,
    books: {
      folder: over ?? environment.dataDir,
      business: () => readBusiness(settings),
      tipUnit: () => readSettings(settings).tipUnit,
    },
    sheet: () => sheetOf(readPrinter(settings)),
    ...(paper ? { print: (page: PrintPage) => paper.printPage(page, null) } : {}),
  })
  return {
    ...reports,
    async close() {
      await reports.close()
      registers?.close()
    },
  }
}
