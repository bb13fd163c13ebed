import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { inMemory, makeFolder } from '../../tests/folders.ts'
import { journalMigrations, openJournal } from '../store/journal/open-journal.ts'
import { openDatabase } from '../store/sqlite/db.ts'
import { migrate } from '../store/sqlite/migrate.ts'
import { run } from './run.ts'

let service: Sandbox
beforeAll(async () => {
  service = await startSandbox()
})
afterAll(() => service.close())

/** What a command that writes says of its journal, on each of its streams. */
async function resolved(folder: string): Promise<{ out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await run(
    ['resolve', '--json', '--wait', '0', '--base-url', service.url, '--data-dir', folder],
    { LANG: 'es_CO', MOSTRADOR_TOKEN: service.token },
    { out: (text) => void (said.out += text), err: (text) => void (said.err += text) },
  )
  expect(code).toBe(0)
  return said
}

function large(migrations = journalMigrations): string {
  const folder = makeFolder('cli-opening', inMemory)
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'NORMAL' })
  migrate(db, migrations)
  db.exec('create table padding (bytes blob); insert into padding values (zeroblob(17000000))')
  db.close()
  return folder
}

test('what takes long of a large journal is said on standard error, and of a small one nothing', async () => {
  const folder = large(journalMigrations.slice(0, 4))
  const { out, err } = await resolved(folder)
  expect(JSON.parse(out)).toEqual([])
  const lines = err.trim().split('\n')
  expect(lines.map((line) => line.split('…')[0])).toEqual(
    expect.arrayContaining([
      'Comprobando que el registro de ventas esté completo',
      'Haciendo una copia del registro de ventas',
      'Poniendo el registro de ventas al día con esta versión',
    ]),
  )
  expect(lines.filter((line) => /Haciendo.* 50 %$/.test(line))).toHaveLength(1)
  // Closed well by then.
  expect((await resolved(folder)).err).toBe('')
  const small = makeFolder('cli-opening', inMemory)
  openJournal(small).close()
  expect((await resolved(small)).err).toBe('')
})
