import { expect, it } from 'vitest'
import { z } from 'zod'
import { journalMigrations } from '../journal/open-journal.ts'
import { afterClose } from '../migrations/20261122T2120-after-close.ts'
import { openDatabase } from '../sqlite/db.ts'
import { migrate } from '../sqlite/migrate.ts'

it('keeps what a shift of before was, and says of its drawer that nobody knows what was left', () => {
  const db = openDatabase(':memory:', { synchronous: 'FULL' })
  migrate(db, journalMigrations.slice(0, journalMigrations.indexOf(afterClose)))
  db.exec(`
    insert into shift values ('s1', 'p1', null, null, 1, '[]'), ('s2', 'p1', null, null, 4, '[]');
    insert into shift_movement values ('m1', 's1', 2, 'out', 'expense', 'COP', 500, 'Bolsas', null);
    insert into shift_close values ('s1', 'p1', 1, 3, '{}');
  `)
  migrate(db, journalMigrations)
  const names = (sql: string) => db.all(z.object({ name: z.string() }), sql).map(({ name }) => name)
  expect(names('select shift_id as name from left_before')).toEqual(['s1'])
  expect(names('select note as name from shift_movement where after_close = 0')).toEqual(['Bolsas'])
  const add = (id: string, shift: string, after: number) => () =>
    db.exec(`insert into shift_movement values
      ('${id}', '${shift}', 5, 'out', 'safe', 'COP', 1, '', null, ${after})`)
  expect(add('m2', 's1', 0)).toThrow()
  expect(add('m3', 's2', 1)).toThrow()
  add('m4', 's2', 0)()
  expect(() => db.exec("update shift_movement set after_close = 1 where id = 'm4'")).toThrow()
  expect(() => db.exec("update shift set follows = '{}' where id = 's2'")).toThrow()
  db.close()
})
