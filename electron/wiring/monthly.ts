import { checkFolder, saveRoots } from '../features/files/target.ts'
import type { Connection } from '../features/connection/connection.ts'
import { createMonthly, type Monthly } from '../features/monthly/monthly.ts'
import type { PeopleFeature } from '../features/people/people.ts'
import type { ReportsFeature } from '../features/reports/reports.ts'
import { readSettings } from '../features/settings/index.ts'
import type { AccountDeps } from '../deps.ts'
import { serviceTime } from '../../shared/domain/time/service-time.ts'
import type { FeaturesDeps } from './common.ts'

/** The month's file by itself, in nobody's name. */
export function wireMonthly(
  { environment }: FeaturesDeps,
  account: AccountDeps,
  parts: { connection: Connection; people: PeopleFeature; reports: ReportsFeature },
): Monthly {
  const { connection, people, reports } = parts
  const { settings, now } = account
  return createMonthly({
    ...account,
    clock() {
      const { clockSkewMs } = connection.state()
      return { now: serviceTime(now(), clockSkewMs), isTold: clockSkewMs !== null }
    },
    language: () => readSettings(settings).language,
    checkFolder: (folder) => checkFolder(saveRoots(environment.dataDir), folder),
    write: reports.writeMonth,
    note: (action, said) => people.note(action, said, null),
  })
}
