import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../shared/errors.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { eraseAgain } from '../erasure/erase-again.ts'
import { eraseIntents } from '../erasure/erased-intents.ts'
import { openErasureLog } from '../erasure/erasure-log.ts'
import { segmentBytes } from './intent-segments.ts'
import { openIntentsLog, type IntentsLog } from './intents-log.ts'
import { createJournalReader, type JournalReader } from './journal-reader.ts'
import { createJournal, type Journal } from './journal.ts'
import { releaseFile } from '../files/held-file.ts'
import { claimWriter, type WriterLock } from '../files/lock.ts'
import { assertMigrated, isMigrated, type Migration } from '../sqlite/migrate.ts'
import { sales } from '../migrations/20261121T1040-sales.ts'
import { closings } from '../migrations/20261121T1130-closings.ts'
import { productSettings } from '../migrations/20261121T1328-product-settings.ts'
import { people } from '../migrations/20261121T1334-people.ts'
import { payees } from '../migrations/20261121T1340-payees.ts'
import { shifts } from '../migrations/20261121T1345-shifts.ts'
import { receipts } from '../migrations/20261121T1350-receipts.ts'
import { claims } from '../migrations/20261121T1408-claims.ts'
import { erasures } from '../migrations/20261121T1425-erasures.ts'
import { drawerSums } from '../migrations/20261121T1441-drawer-sums.ts'
import { unerased } from '../migrations/20261121T1537-unerased.ts'
import { customers } from '../migrations/20261121T1642-customers.ts'
import { snapshotSkew } from '../migrations/20261121T1804-snapshot-skew.ts'
import { customerKeys } from '../migrations/20261121T1812-customer-keys.ts'
import { saleByTotal } from '../migrations/20261121T1815-sale-by-total.ts'
import { trailChain } from '../migrations/20261122T0510-trail-chain.ts'
import { journalOfYears } from '../migrations/20261122T1432-journal-of-years.ts'
import { packedSales } from '../migrations/20261122T1455-packed-sales.ts'
import { search } from '../migrations/20261122T1515-search.ts'
import { endedIndexes } from '../migrations/20261122T1540-ended-indexes.ts'
import { transfers } from '../migrations/20261122T2100-transfers.ts'
import { afterClose } from '../migrations/20261122T2120-after-close.ts'
import { packedWaiting } from '../migrations/20261123T0005-packed-waiting.ts'
import { unprinted } from '../migrations/20261123T0010-unprinted.ts'
import { owedParts } from '../migrations/20261123T0325-owed-parts.ts'
import { identity } from '../migrations/20261123T0409-identity.ts'
import { books } from '../migrations/20261123T0345-books.ts'
import { creditBook } from '../migrations/20261123T0710-credit.ts'
import { typedEntries } from '../migrations/20261123T0720-typed-entries.ts'
import { hubOutbox } from '../migrations/20261123T0830-hub-outbox.ts'
import { hubErasedReports } from '../migrations/20261123T1205-hub-erased-reports.ts'
import { debtShares } from '../migrations/20261123T1224-debt-shares.ts'
import { hubErasedDebtors } from '../migrations/20261123T1436-hub-erased-debtors.ts'
import { splitTenders } from '../migrations/20261123T1700-split-tenders.ts'
import { cashLimits } from '../migrations/20261123T1712-cash-limits.ts'
import { hubDebts } from '../migrations/20261123T1735-hub-debts.ts'
import { hubShared } from '../migrations/20261123T2140-hub-shared.ts'
import { erasureOrders } from '../migrations/20261124T0340-erasure-orders.ts'
import { closesTold } from '../migrations/20261124T0345-closes-told.ts'
import { debtsShared } from '../migrations/20261124T0350-debts-shared.ts'
import { putInPlace } from '../elsewhere/put-in-place.ts'
import { makeOwnFolder } from '../files/own-folder.ts'
import { openOrRestore, type TellStep } from '../recovery/recovery.ts'
import { beginWholeness, type Wholeness } from '../check/wholeness.ts'
import { guarded, unlessFailed } from '../sqlite/sqlite-errors.ts'
import { watched } from '../sqlite/watched-db.ts'

/** The journal's shape, step by step. */
export const journalMigrations: readonly Migration[] = [
  sales,
  closings,
  productSettings,
  people,
  payees,
  shifts,
  receipts,
  claims,
  erasures,
  drawerSums,
  unerased,
  customers,
  snapshotSkew,
  customerKeys,
  saleByTotal,
  trailChain,
  journalOfYears,
  packedSales,
  search,
  endedIndexes,
  transfers,
  afterClose,
  packedWaiting,
  unprinted,
  owedParts,
  books,
  identity,
  creditBook,
  typedEntries,
  hubOutbox,
  hubErasedReports,
  debtShares,
  hubErasedDebtors,
  splitTenders,
  cashLimits,
  hubDebts,
  hubShared,
  erasureOrders,
  closesTold,
  debtsShared,
]

const databaseFile = 'journal.db'

/** A journal in the hands of its one writer, with what is known of its wholeness. */
export interface OpenJournal extends Journal {
  readonly wholeness: Wholeness
}

/** How a journal is opened where it is not as by itself. */
export interface JournalOpening {
  /** The claim on its folder, where it is held already. */
  lock?: WriterLock
  /** All of it was just checked, and found whole. */
  isChecked?: boolean
  /** Hears what takes long. */
  tell?: TellStep
}

/** Claims a data folder for its one writer; a copy that was brought to be restored takes its place. Errors: DISK_FULL, REGISTER_ALREADY_OPEN, STORE_FAILED. */
export function claimJournal(folder: string): WriterLock {
  guarded(() => makeOwnFolder(folder))
  const lock = claimWriter(join(folder, 'lock.db'))
  try {
    putInPlace(folder)
    return lock
  } catch (caught) {
    lock.release()
    throw caught
  }
}

/**
 * Opens the journal of a data folder as its one writer (docs/architecture.md, What is on the disk). One that was closed well opens at
 * once, any other is checked first. One that is damaged is restored: readRecovery then tells of it.
 * Errors: REGISTER_ALREADY_OPEN, JOURNAL_NEWER, DISK_FULL, STORE_FAILED.
 */
export function openJournal(
  folder: string,
  migrations = journalMigrations,
  { lock = claimJournal(folder), isChecked = false, tell }: JournalOpening = {},
): OpenJournal {
  const open = (isSure: boolean) =>
    openClaimed(folder, migrations, { lock, isChecked: isSure, tell })
  try {
    return open(isChecked)
  } catch (caught) {
    try {
      if (!(caught instanceof Failure) || caught.error.code !== 'JOURNAL_DAMAGED') throw caught
      // It was trusted, and its first statements met damage: nothing vouches for it now, so it is checked, and restored.
      return open(false)
    } catch (last) {
      lock.release()
      throw last
    }
  }
}

function openClaimed(
  folder: string,
  migrations: readonly Migration[],
  { lock, isChecked, tell }: { lock: WriterLock; isChecked: boolean; tell: TellStep | undefined },
): OpenJournal {
  let db: Database | null = null
  let intents: IntentsLog | null = null
  try {
    const wholeness = beginWholeness(folder, isChecked)
    const { isTrusted } = wholeness
    const opened = openOrRestore(folder, migrations, Date.now(), { isTrusted, tell })
    db = watched(opened, wholeness.doubt)
    if (!isTrusted) wholeness.passEnded('whole')
    const log = join(folder, 'intents.log')
    const erasures = join(folder, 'erasures.log')
    eraseAgain(db, erasures)
    eraseIntents(db, log)
    intents = openIntentsLog(log, segmentBytes)
    const journal = createJournal(db, intents, openErasureLog(erasures))
    return {
      ...journal,
      wholeness,
      close: () => {
        journal.close()
        releaseFile(join(folder, databaseFile))
        wholeness.closed()
        lock.release()
      },
    }
  } catch (caught) {
    intents?.close()
    db?.close()
    releaseFile(join(folder, databaseFile))
    throw caught
  }
}

/**
 * Opens the journal of a data folder to look only, also while the register is open. Null where
 * nothing has been sold yet. Errors as openJournal, save the lock.
 */
export function openJournalReader(folder: string): JournalReader | null {
  const db = openJournalReadOnly(folder)
  return db && createJournalReader(db)
}

/** The same as a bare connection, for what reads more than the reader tells. */
export function openJournalReadOnly(folder: string): Database | null {
  const path = join(folder, databaseFile)
  if (!existsSync(path) || statSync(path).size === 0) return null
  const db = openDatabase(path, { synchronous: 'FULL', readOnly: true })
  try {
    assertMigrated(db, journalMigrations)
    return db
  } catch (caught) {
    db.close()
    throw caught
  }
}

/** Whether a journal is of this program's shape; a newer one, and one that does not open, say so where it is opened. */
export function hasItsShape(folder: string): boolean {
  const isOfThisShape = unlessFailed(() => {
    const path = join(folder, databaseFile)
    const db = openDatabase(path, { synchronous: 'FULL', readOnly: true })
    try {
      return isMigrated(db, journalMigrations)
    } finally {
      db.close()
    }
  })
  return isOfThisShape ?? true
}
