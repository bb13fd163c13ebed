import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { openDatabase, type Database } from '../../electron/store/sqlite/db.ts'
import { openIntentsLog } from '../../electron/store/journal/intents-log.ts'
import { intentSample } from '../../electron/store/testing/journal-samples.ts'
import { createJournal, type Journal } from '../../electron/store/journal/journal.ts'
import { migrate } from '../../electron/store/sqlite/migrate.ts'
import { journalMigrations, openJournal } from '../../electron/store/journal/open-journal.ts'
import { readRecovery } from '../../electron/store/recovery/recovery-note.ts'
import type { SaleRecord } from '../../electron/store/sales/sale-row.ts'
import { nextSale, type SaleEvidence } from '../../shared/domain/sale/sale-machine.ts'
import { Failure } from '../../shared/errors.ts'
import { inMemory, makeFolder } from '../folders.ts'
import { createRandom, type Random } from './random.ts'

const sales = 40
/** Written into the main file before the WAL that is cut begins, so that both hold sales. */
const checkpointedAt = 10

/** The files of a journal at one moment, as a power cut would find them. */
interface Files {
  main: Buffer
  wal: Buffer
}

/** What was committed, one entry for each commit, and the ids that were in intents.log by then. */
interface Commit {
  digest: string
  states: ReadonlyMap<string, string>
}

let root = ''
let files: Files
/** Pages of the main file as a checkpoint of the whole WAL would leave it. */
let checkpointed: Buffer
let log = ''
const commits: Commit[] = []
let firstInWal = 0

const saleRow = z.object({ id: z.string(), state: z.string(), revision: z.int() })
const eventRow = z.object({
  sale_id: z.string(),
  seq: z.int(),
  kind: z.string(),
  state: z.string(),
})

/** All that a journal holds, as one hash: a torn sale has another than every commit. */
function contentOf(db: Database): Commit {
  const rows = db.all(saleRow, 'select id, state, revision from sale order by id')
  const events = db.all(eventRow, 'select sale_id, seq, kind, state from sale_event order by seq')
  const digest = createHash('sha256')
    .update(JSON.stringify([rows, events]))
    .digest('hex')
  return { digest, states: new Map(rows.map(({ id, state }) => [id, state])) }
}

function step(
  journal: Journal,
  record: SaleRecord,
  evidence: SaleEvidence,
  at: number,
): SaleRecord {
  const facts = nextSale(record, evidence, at)
  const raw = 'x'.repeat((at % 7) * 150)
  const after =
    facts && journal.advance(record, { facts }, { kind: 'outcome', at, error: facts.error, raw })
  if (!after) throw new Error(`${evidence.kind} does not apply in ${record.state}`)
  return after
}

/** Writes the journal that is spoilt, and keeps its files and what was committed. */
function writeOriginal(): void {
  // What is tried is what the bytes say, not the disk: in memory, where there is such a folder.
  root = makeFolder('wal', inMemory)
  const folder = join(root, 'original')
  mkdirSync(folder)
  const path = join(folder, 'journal.db')
  const db = openDatabase(path, { synchronous: 'FULL' })
  // Nothing is checkpointed by itself: the WAL keeps every commit, in order.
  db.exec('pragma wal_autocheckpoint = 0')
  migrate(db, journalMigrations)
  const journal = createJournal(db, openIntentsLog(join(folder, 'intents.log')))
  const committed = () => commits.push(contentOf(db))
  committed()
  for (let n = 0; n < sales; n += 1) {
    if (n === checkpointedAt) {
      db.exec('pragma wal_checkpoint(truncate)')
      firstInWal = commits.length - 1
    }
    const at = 1_000_000 + n * 1000
    const names = { id: `sale-${n}`, draftId: `draft-${n}`, createdAt: at }
    const prepared = journal.prepare(intentSample({ ...names, reference: `300${n}` }))
    committed()
    const sent = step(journal, prepared, { kind: 'sending' }, at + 1)
    committed()
    if (n % 3 === 0) step(journal, sent, { kind: 'accepted', skewMs: null }, at + 2)
    else if (n % 3 === 1) step(journal, sent, { kind: 'interrupted' }, at + 2)
    else step(journal, sent, { kind: 'not-sent', error: { code: 'CONNECTION_REFUSED' } }, at + 2)
    committed()
  }
  files = { main: readFileSync(path), wal: readFileSync(`${path}-wal`) }
  log = readFileSync(join(folder, 'intents.log'), 'utf8')
  db.exec('pragma wal_checkpoint(full)')
  checkpointed = readFileSync(path)
  journal.close()
}

/** What was done to the files; `mayBeDamaged`: the main file itself lost what no WAL has. */
interface Variation {
  name: string
  files: Files
  mayBeDamaged: boolean
  /** Nothing of the WAL was touched: everything must be there. */
  isWhole?: boolean
}

function vary(random: Random): Variation {
  const { main, wal } = files
  const at = random.int(0, wal.length)
  const tail = () =>
    Buffer.from(Array.from({ length: random.int(1, 9000) }, () => random.int(0, 255)))
  const name = random.weighted({
    cut: 30,
    garbage: 20,
    flipped: 20,
    zeros: 10,
    checkpoint: 15,
    main: 5,
  })
  switch (name) {
    case 'cut':
      return { name, files: { main, wal: wal.subarray(0, at) }, mayBeDamaged: false }
    case 'garbage':
      return {
        name,
        files: { main, wal: Buffer.concat([wal.subarray(0, at), tail()]) },
        mayBeDamaged: false,
      }
    case 'flipped': {
      const flipped = Buffer.from(wal)
      for (let left = random.int(1, 20); left > 0; left -= 1) {
        const where = random.int(Math.min(at, wal.length - 1), wal.length - 1)
        flipped[where] = (flipped[where] ?? 0) ^ random.int(1, 255)
      }
      return { name, files: { main, wal: flipped }, mayBeDamaged: false }
    }
    case 'zeros':
      return { name, files: { main, wal: Buffer.from(wal).fill(0, at) }, mayBeDamaged: false }
    case 'checkpoint':
      // The WAL was synced before any of its pages went into the main file: it is whole.
      return {
        name,
        files: { main: midCheckpoint(random), wal },
        mayBeDamaged: false,
        isWhole: true,
      }
    case 'main': {
      const cut = midCheckpoint(random).subarray(0, random.int(0, main.length - 1))
      return { name, files: { main: cut, wal }, mayBeDamaged: true }
    }
  }
}

/** The main file while a checkpoint was being written: some pages new, some old, one of them torn. */
function midCheckpoint(random: Random): Buffer {
  const page = 4096
  const between = Buffer.alloc(Math.max(files.main.length, checkpointed.length))
  files.main.copy(between)
  for (let start = 0; start < checkpointed.length; start += page) {
    if (random.chance(0.5)) checkpointed.copy(between, start, start, start + page)
  }
  const torn = random.int(0, checkpointed.length / page - 1) * page
  checkpointed.copy(between, torn, torn, torn + random.int(1, page))
  return between
}

function lay(folder: string, { main, wal }: Files): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, 'journal.db'), main)
  writeFileSync(join(folder, 'journal.db-wal'), wal)
  writeFileSync(join(folder, 'intents.log'), log)
}

/** The content as SQLite opens it; null: it says that the file is damaged. */
function opens(path: string): Commit | null {
  try {
    const db = openDatabase(path, { synchronous: 'FULL', quickCheck: true })
    try {
      return contentOf(db)
    } finally {
      db.close()
    }
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'JOURNAL_DAMAGED') return null
    throw caught
  }
}

/** The journal as the register opens it: every intent there, what was lost in doubt. How many were put back. */
function recovers(folder: string, before: Map<string, string>, wasDamaged: boolean, what: string) {
  const journal = openJournal(folder)
  let lost = 0
  try {
    for (let n = 0; n < sales; n += 1) {
      const id = `sale-${n}`
      const had = before.get(id)
      if (had === undefined) lost += 1
      const expected = had === undefined || had === 'PREPARED' ? 'UNKNOWN' : had
      const sale = journal.sale(id)
      expect(sale?.state, `${what}: ${id}`).toBe(expected)
      if (expected === 'UNKNOWN') expect(sale?.nextLookAt, `${what}: ${id}`).not.toBeNull()
    }
  } finally {
    journal.close()
  }
  const recovery = readRecovery(folder)
  expect(recovery?.replayed ?? 0, what).toBe(lost)
  expect((recovery?.setAside.length ?? 0) > 0, what).toBe(wasDamaged)
  if (wasDamaged) expect(existsSync(join(folder, 'damaged')), what).toBe(true)
  return lost
}

/**
 * Spoils copies of a journal in so many ways, and expects that each opens to a whole prefix of what was committed, and
 * that intents.log brings the rest.
 */
export function spoilWals(seed: number, variations: number): void {
  writeOriginal()
  const random = createRandom(seed)
  const folder = join(root, 'copy')
  const kinds = new Map<string, number>()
  const prefixes = new Set<number>()
  let replayed = 0
  let damaged = 0
  let recoveries = 0
  for (let n = 0; n < variations; n += 1) {
    const variation = vary(random)
    const what = `variation ${n}, ${variation.name}`
    kinds.set(variation.name, (kinds.get(variation.name) ?? 0) + 1)
    lay(folder, variation.files)
    // An empty main file is never shown to SQLite: beside it, it would delete the WAL.
    const found = variation.files.main.length < 512 ? null : opens(join(folder, 'journal.db'))
    let before = new Map<string, string>()
    if (found === null) {
      expect(variation.mayBeDamaged, what).toBe(true)
      damaged += 1
    } else {
      const at = commits.findIndex(({ digest }) => digest === found.digest)
      expect(at, `${what}: a state that was never committed`).toBeGreaterThanOrEqual(firstInWal)
      if (variation.isWhole) expect(at, what).toBe(commits.length - 1)
      prefixes.add(at)
      before = new Map(found.states)
    }
    // Whole recoveries are four fifths of the time: every damaged file, and every fourth of the others.
    if (found !== null && n % 4 > 0) continue
    lay(folder, variation.files)
    replayed += recovers(folder, before, found === null, what)
    recoveries += 1
  }
  expect(kinds.size).toBe(6)
  expect(damaged).toBeGreaterThan(0)
  expect(recoveries).toBeGreaterThanOrEqual(variations / 4)
  expect(replayed).toBeGreaterThan(recoveries)
  // Nearly every commit was the last one left of some variation.
  expect(prefixes.size).toBeGreaterThan((commits.length - firstInWal) * 0.8)
}
