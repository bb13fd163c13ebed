import { Failure } from '../../../shared/errors.ts'
import type { Database } from './db.ts'

/** The same database, and `onDamage` hears whenever a statement of it met damage: what it threw goes on as it was. */
export function watched(db: Database, onDamage: () => void): Database {
  function telling<T>(operation: () => T): T {
    try {
      return operation()
    } catch (caught) {
      if (caught instanceof Failure && caught.error.code === 'JOURNAL_DAMAGED') onDamage()
      throw caught
    }
  }

  return {
    path: db.path,
    all: (row, sql, ...params) => telling(() => db.all(row, sql, ...params)),
    get: (row, sql, ...params) => telling(() => db.get(row, sql, ...params)),
    run: (sql, ...params) => telling(() => db.run(sql, ...params)),
    arrays: (sql, ...params) => telling(() => db.arrays(sql, ...params)),
    exec: (sql) => telling(() => db.exec(sql)),
    transaction: (work) => telling(() => db.transaction(work)),
    *iterate(sql, ...params) {
      const rows = telling(() => db.iterate(sql, ...params)[Symbol.iterator]())
      for (;;) {
        const next = telling(() => rows.next())
        if (next.done) return
        yield next.value
      }
    },
    close: () => db.close(),
  }
}
