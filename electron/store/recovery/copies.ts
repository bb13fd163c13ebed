import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { parseBackupName, type BackupName } from './backup-names.ts'
import { readSeal, type Seal } from './page-file.ts'

/** What a copy, or the journal itself, says of how much it holds. */
export interface Growth {
  /** Lines of all that only grows. */
  content: number
  /** The last line of sale_event. */
  saleEvents: number
  /** How many sales and notes had been erased. */
  erasures: number
}

/** A copy of the journal, as it lies in `backups/`. */
export interface Copy extends BackupName, Growth {
  path: string
  bytes: number
  /** How many were made before it; 0: an earlier version made it. */
  turn: number
  /** Null for a whole database, and for what cannot be read. */
  seal: Seal | null
  /** The files that it takes to restore it, the whole one first, itself last; empty: it cannot be restored. */
  chain: readonly Copy[]
}

const nothing: Growth = { content: -1, saleEvents: 0, erasures: 0 }

/** Where a data folder keeps the copies of its journal. */
export function backupsFolder(folder: string): string {
  return join(folder, 'backups')
}

/** The copies of a data folder's journal by their names alone, in no order. */
export function listBackups(folder: string): BackupName[] {
  return guarded(() => namesIn(backupsFolder(folder))).flatMap(
    (name) => parseBackupName(name) ?? [],
  )
}

/**
 * The copies of a data folder's journal, newest first by what they hold: a clock that was wrong named its copies
 * wrongly. Those of the same content come in the order that they were made in, those of earlier versions by their
 * names, what is named after `now` last; those that cannot be restored come after all others.
 */
export function newestCopies(folder: string, now = Date.now()): Copy[] {
  const moment = ({ at }: Copy) => (at > now ? -Infinity : at)
  return readCopies(folder).sort(
    (one, other) =>
      rank(other) - rank(one) ||
      other.turn - one.turn ||
      descending(moment(one), moment(other)) ||
      descending(one.at, other.at),
  )
}

const rank = ({ content, chain }: Copy) => (chain.length === 0 ? -1 : content)

function descending(one: number, other: number): number {
  return one === other ? 0 : other > one ? 1 : -1
}

/** Of all copies the one that was made last, if it can be restored; null: there is none to go on from. */
export function lastMade(copies: readonly Copy[]): Copy | null {
  const sealed = copies.filter(({ seal, chain }) => seal !== null && chain.length > 0)
  return sealed.reduce<Copy | null>(
    (last, copy) => (copy.turn > (last?.turn ?? 0) ? copy : last),
    null,
  )
}

/** The copies that stand and fall together: by the whole file that they begin with. */
export const wholeCopyNameOf = (copy: Copy): string => copy.chain[0]?.name ?? copy.name

function readCopies(folder: string): Copy[] {
  const copies = listBackups(folder).map((backup) => readCopy(folder, backup))
  const byRoot = new Map<string, Copy>()
  for (const copy of copies) {
    const { root, parent } = copy.seal ?? {}
    // Of two of one state the whole one is enough.
    if (root !== undefined && (parent === null || !byRoot.has(root))) byRoot.set(root, copy)
  }
  for (const copy of copies) if (copy.seal !== null) copy.chain = chainOf(copy, byRoot)
  return copies
}

function readCopy(folder: string, backup: BackupName): Copy {
  const path = join(backupsFolder(folder), backup.name)
  const bytes = guarded(() => statSync(path, { throwIfNoEntry: false }))?.size ?? 0
  const blank = { ...backup, ...nothing, path, bytes, turn: 0, seal: null, chain: [] }
  try {
    if (backup.name.endsWith('.pages')) {
      const seal = guarded(() => readSeal(path))
      const { content, saleEvents, erasures, turn } = seal
      return { ...blank, content, saleEvents, erasures, turn, seal }
    }
    const whole: Copy = { ...blank, ...growthOf(path) }
    whole.chain = [whole]
    return whole
  } catch (caught) {
    // One that lies on a bad place of the disk keeps nobody from the others.
    if (caught instanceof Failure) return blank
    throw caught
  }
}

function chainOf(copy: Copy, byRoot: ReadonlyMap<string, Copy>): Copy[] {
  const chain: Copy[] = []
  for (let one: Copy | undefined = copy; one?.seal; one = byRoot.get(one.seal.parent)) {
    if (chain.includes(one)) return []
    chain.unshift(one)
    if (one.seal.parent === null) return chain
  }
  return []
}

/** How much a database holds. @throws Failure */
export function growthOf(path: string): Growth {
  const db = openDatabase(path, { synchronous: 'FULL', readOnly: true })
  try {
    return growthIn(db)
  } finally {
    db.close()
  }
}

/** What a journal only ever adds to, each line with the next number. */
const growing = [
  ...['sale_event', 'trail', 'balance_snapshot', 'tender', 'shift_count', 'receipt_print'],
  'claim_event',
]
const erasing = ['erasure', 'note_erasure']

/** The same of an open one. */
export function growthIn(db: Database): Growth {
  const tables = db.all(
    z.object({ name: z.string() }),
    "select name from sqlite_schema where type = 'table'",
  )
  const has = (name: string) => tables.some((table) => table.name === name)
  const sum = (terms: string[]) => ['0', ...terms].join(' + ')
  const lines = (names: string[]) =>
    sum(names.filter(has).map((name) => `(select ifnull(max(seq), 0) from ${name})`))
  const rows = sum(erasing.filter(has).map((name) => `(select count(*) from ${name})`))
  const growth = db.get(
    z.object({ content: z.int(), saleEvents: z.int(), erasures: z.int() }),
    `select ${lines(growing)} as content, ${lines(['sale_event'])} as saleEvents, ${rows} as erasures`,
  )
  return growth ?? nothing
}

/** What is not finished yet. */
export const partial = '.partial'

/** Removes what an earlier run began and did not end. */
export function removePartials(folder: string): void {
  const backups = backupsFolder(folder)
  guarded(() => {
    for (const name of namesIn(backups)) {
      if (name.includes(partial)) rmSync(join(backups, name), { force: true })
    }
  })
}

function namesIn(backups: string): string[] {
  if (!statSync(backups, { throwIfNoEntry: false })) return []
  const entries = readdirSync(backups, { withFileTypes: true })
  // A link leads to another disk, perhaps; whoever opens a pipe waits for somebody to write in it.
  return entries.filter((entry) => entry.isFile() || entry.isSymbolicLink()).map(({ name }) => name)
}
