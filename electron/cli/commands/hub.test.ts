import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { run } from '../run.ts'

// The rest of `hub` is tried with a real PostgreSQL (tests/real/hub*.test.ts).

test('a journal that the disk does not give is told, and never opened to be written', async () => {
  const folder = makeFolder('cli-hub', inMemory)
  mkdirSync(join(folder, 'journal.db'))
  for (const command of ['status', 'push', 'verify']) {
    let said = ''
    const streams = { out: (text: string) => void (said += text), err: () => undefined }
    const code = await run(['hub', command, '--data-dir', folder, '--json'], {}, streams)
    expect([code, JSON.parse(said)]).toMatchObject([1, { error: { code: 'STORE_FAILED' } }])
  }
  expect(readdirSync(folder)).toEqual(['journal.db'])
})
