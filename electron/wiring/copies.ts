import type { Connection } from '../features/connection/connection.ts'
import { createCopies, type Copies } from '../features/copies/copies.ts'
import { createCopiesGate, type CopiesGate } from '../features/copies/gate.ts'
import type { JournalMaintenance } from '../features/journal/journal.ts'
import type { Receipts } from '../features/receipts/receipts.ts'
import { readBusiness } from '../features/settings/business.ts'
import { readSettings } from '../features/settings/index.ts'
import { serviceTime } from '../../shared/domain/time/service-time.ts'
import { Failure } from '../../shared/errors.ts'
import type { AccountDeps } from '../deps.ts'
import type { FeaturesDeps } from './common.ts'
import type { WiredSelling } from './selling.ts'

/** What selling asks before it sells: it knows of copies without a disk elsewhere. */
export function wireCopiesGate(
  { environment }: FeaturesDeps,
  { profileId, settings, now }: AccountDeps,
  connection: Connection,
): CopiesGate {
  return createCopiesGate({
    dataDir: environment.dataDir,
    profileId,
    serviceNow: () => serviceTime(now(), connection.state().clockSkewMs),
    language: () => readSettings(settings).language,
  })
}

/** Copies elsewhere, made of the local ones. */
export function wireCopies(
  { environment, checkPlace }: FeaturesDeps,
  account: AccountDeps,
  parts: {
    connection: Connection
    gate: CopiesGate
    selling: WiredSelling
    receipts: Receipts
    maintenance: JournalMaintenance
  },
): Copies {
  const { connection, gate, selling, receipts, maintenance } = parts
  const { settings, profile } = account
  const copies = createCopies({
    ...account,
    dataDir: environment.dataDir,
    forkCopier: () => environment.forkCopier(),
    checkPlace:
      checkPlace ?? ((folder) => Promise.reject(new Failure('FOLDER_NOT_ALLOWED', { folder }))),
    registerId: () => account.journal.read()?.registerId() ?? null,
    shop: () => readBusiness(settings).name || (profile()?.name ?? ''),
    isSelling: () => selling.isSelling(),
    look: (saleId) => selling.handlers['selling.look']({ saleId }),
    clockSkewMs: () => connection.state().clockSkewMs,
    language: () => readSettings(settings).language,
    business: () => readBusiness(settings),
    printer: receipts.slips,
    copyHere: () => maintenance.backup('hourly'),
    gate,
  })
  maintenance.onCopied(copies.copySoon)
  return copies
}
