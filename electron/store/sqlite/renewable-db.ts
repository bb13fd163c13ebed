import { Failure } from '../../../shared/errors.ts'
import type { Database } from './db.ts'

/**
 * A database that can be lost: when it shows itself damaged it is closed and `renew` opens another in
 * its place. A single statement is then tried once more on the new one; a transaction or a long read, whose
 * earlier steps are gone, throws CACHE_DAMAGED.
 */
export function renewable(first: Database, renew: () => Database): Database {
  let db = first
  let inTransaction = false

  function renewed(caught: unknown): boolean {
    if (!isDamaged(caught) || inTransaction) return false
    db.close()
    db = renew()
    return true
  }

  function once<T>(operation: () => T): T {
    try {
      return operation()
    } catch (caught) {
      if (!renewed(caught)) throw caught
      return operation()
    }
  }

  return {
    path: db.path,
    all: (row, sql, ...params) => once(() => db.all(row, sql, ...params)),
    get: (row, sql, ...params) => once(() => db.get(row, sql, ...params)),
    run: (sql, ...params) => once(() => db.run(sql, ...params)),
    arrays: (sql, ...params) => once(() => db.arrays(sql, ...params)),
    exec: (sql) => once(() => db.exec(sql)),
    *iterate(sql, ...params) {
      try {
        yield* db.iterate(sql, ...params)
      } catch (caught) {
        renewed(caught)
        throw caught
      }
    },
    transaction(work) {
      if (inTransaction) return work()
      inTransaction = true
      try {
        return db.transaction(work)
      } catch (caught) {
        inTransaction = false
        renewed(caught)
        throw caught
      } finally {
        inTransaction = false
      }
    },
    close: () => db.close(),
  }
}

function isDamaged(caught: unknown): boolean {
  return caught instanceof Failure && caught.error.code === 'CACHE_DAMAGED'
}
