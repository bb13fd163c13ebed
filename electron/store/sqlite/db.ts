import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { makePrivate } from '../files/own-folder.ts'
import { definePackFunctions } from '../slim/pack-functions.ts'
import { guarded, storeFailure, type DamageCode } from './sqlite-errors.ts'

/** The oldest SQLite whose WAL mode is free of the corruption fixed in it. */
const oldestSqlite = [3, 51, 3] as const

/** Values by the names that stand for them in SQL, as `:name`. */
export type Named = Readonly<Record<string, SQLInputValue>>

/** What fills a statement: one object of all its names, or a value for each `?` in order. */
export type Params = readonly [Named] | readonly SQLInputValue[]

export interface OpenOptions {
  /** FULL: a commit survives a power cut (journal). NORMAL: it survives a crash (cache). */
  synchronous: 'FULL' | 'NORMAL'
  readOnly?: boolean
  /** After how many pages of the WAL a commit also brings them into the file, which waits for the disk. */
  checkpointPages?: number
  /** How long to wait for another connection's lock, in milliseconds. */
  busyTimeout?: number
  /** Runs quick_check and fails with `damage` unless it answers "ok". */
  quickCheck?: boolean
  /** What damage of this file is called; JOURNAL_DAMAGED unless said. */
  damage?: DamageCode
  /** Overwrites what is deleted or replaced: else its bytes stay in the file until something else needs their place. */
  secureDelete?: boolean
}

/**
 * One SQLite file behind errors of the closed list (DISK_FULL, its damage, STORE_FAILED) and
 * rows that are unknown until a schema parsed them. Statements are prepared once and kept.
 */
export interface Database {
  readonly path: string
  /** Every row, parsed. */
  all<S extends z.ZodType>(row: S, sql: string, ...params: Params): z.output<S>[]
  /** The first row, parsed, or null. */
  get<S extends z.ZodType>(row: S, sql: string, ...params: Params): z.output<S> | null
  /** Changes rows; answers how many. */
  run(sql: string, ...params: Params): number
  /** Rows as arrays of columns, one at a time and unparsed, for long reads. */
  iterate(sql: string, ...params: Params): Iterable<unknown>
  /** The same all at once: thousands of rows take half the time of one at a time. */
  arrays(sql: string, ...params: Params): readonly (readonly unknown[])[]
  /** Runs statements without parameters. */
  exec(sql: string): void
  /** BEGIN IMMEDIATE ... COMMIT, or ROLLBACK when `work` throws. Inside another it joins that one. */
  transaction<T>(work: () => T): T
  close(): void
}

/** Opens (and creates, unless readOnly) a database in WAL mode. `:memory:` is understood. */
export function openDatabase(path: string, options: OpenOptions): Database {
  const { damage = 'JOURNAL_DAMAGED' } = options
  const { readOnly = false } = options
  const db = guarded(() => {
    if (!readOnly && path !== ':memory:') makePrivate(path)
    const opened = new DatabaseSync(path, { readOnly, timeout: options.busyTimeout ?? 5000 })
    definePackFunctions(opened)
    return opened
  }, damage)
  try {
    prepareConnection(db, options)
  } catch (caught) {
    db.close()
    throw storeFailure(caught, damage)
  }
  return wrap(db, path, damage)
}

function prepareConnection(db: DatabaseSync, options: OpenOptions): void {
  assertVersion(firstText(db, 'select sqlite_version()'))
  if (!options.readOnly) {
    // A place that cannot hold a WAL (some network folders) answers another mode instead of an error.
    const mode = firstText(db, 'pragma journal_mode = WAL')
    if (mode !== 'wal' && mode !== 'memory') {
      throw new Failure('STORE_FAILED', { reason: `journal_mode ${mode}` })
    }
  }
  // fullfsync: on macOS an fsync alone does not reach the disk; elsewhere it means nothing.
  db.exec(
    `pragma synchronous = ${options.synchronous}; pragma foreign_keys = ON; pragma fullfsync = ON`,
  )
  if (options.secureDelete) db.exec('pragma secure_delete = ON')
  if (options.checkpointPages !== undefined) {
    db.exec(`pragma wal_autocheckpoint = ${options.checkpointPages}`)
  }
  if (options.quickCheck && firstText(db, 'pragma quick_check(1)') !== 'ok') {
    throw new Failure(options.damage ?? 'JOURNAL_DAMAGED')
  }
}

/** Refuses a SQLite older than the one this program was made for. */
export function assertVersion(version: string): void {
  const parts = version.split('.').map(Number)
  for (const [index, least] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least) {
      throw new Failure('STORE_FAILED', { reason: `SQLite ${version} < ${oldestSqlite.join('.')}` })
    }
  }
}

function firstText(db: DatabaseSync, sql: string): string {
  return String(Object.values(db.prepare(sql).get() ?? {})[0])
}

function wrap(db: DatabaseSync, path: string, damage: DamageCode): Database {
  const guard = <T>(operation: () => T) => guarded(operation, damage)
  const objects = new Map<string, StatementSync>()
  const arrays = new Map<string, StatementSync>()

  function prepared(sql: string, as = objects): StatementSync {
    const known = as.get(sql)
    if (known) return known
    const statement = guard(() => db.prepare(sql))
    statement.setReturnArrays(as === arrays)
    as.set(sql, statement)
    return statement
  }

  return {
    path,
    all: (row, sql, ...params) =>
      guard(() => prepared(sql).all(...filling(sql, params))).map((found) => parseRow(row, found)),
    get: (row, sql, ...params) => {
      const found = guard(() => prepared(sql).get(...filling(sql, params)))
      return found === undefined ? null : parseRow(row, found)
    },
    run: (sql, ...params) =>
      guard(() => Number(prepared(sql).run(...filling(sql, params)).changes)),
    iterate: (sql, ...params) =>
      iterateGuarded(prepared(sql, arrays), filling(sql, params), damage),
    arrays: (sql, ...params) =>
      guard(() =>
        prepared(sql, arrays)
          .all(...filling(sql, params))
          .map(columnsOf),
      ),
    exec: (sql) => guard(() => db.exec(sql)),
    transaction: (work) => {
      if (db.isTransaction) return work()
      guard(() => prepared('begin immediate').run())
      try {
        const result = work()
        prepared('commit').run()
        return result
      } catch (caught) {
        // SQLite may already have rolled back by itself, for example when the disk is full.
        if (db.isTransaction) db.exec('rollback')
        throw caught instanceof Failure || !isSqliteError(caught)
          ? caught
          : storeFailure(caught, damage)
      }
    },
    close: () => {
      objects.clear()
      arrays.clear()
      if (db.isOpen) db.close()
    },
  }
}

/** node's own types know nothing of setReturnArrays. */
function columnsOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : []
}

type Filling = [names: Record<string, SQLInputValue>, ...values: SQLInputValue[]]

/** As node's statements take it. A name without a value would be null in silence. */
function filling(sql: string, params: Params): Filling {
  if (!isNamed(params)) return [{}, ...params]
  const [named] = params
  for (const name of namesIn(sql)) {
    if (!(name in named)) throw new RangeError(`no value for :${name} in ${sql}`)
  }
  return [named]
}

/** The names that each statement asks for, read once. */
const namesOf = new Map<string, readonly string[]>()

function namesIn(sql: string): readonly string[] {
  const known = namesOf.get(sql)
  if (known) return known
  const names = Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name)
  namesOf.set(sql, names)
  return names
}

function isNamed(params: Params): params is readonly [Named] {
  const [first] = params
  return typeof first === 'object' && first !== null && !ArrayBuffer.isView(first)
}

/** A row of another shape than this program writes is not guessed at. */
function parseRow<S extends z.ZodType>(row: S, found: unknown): z.output<S> {
  const result = row.safeParse(found)
  if (result.success) return result.data
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Failure('STORE_FAILED', { reason: where.join('; ') }, { cause: result.error })
}

function* iterateGuarded(
  statement: StatementSync,
  params: Filling,
  damage: DamageCode,
): Iterable<unknown> {
  try {
    yield* statement.iterate(...params)
  } catch (caught) {
    throw isSqliteError(caught) ? storeFailure(caught, damage) : caught
  }
}

function isSqliteError(caught: unknown): boolean {
  return caught instanceof Error && 'errcode' in caught
}
