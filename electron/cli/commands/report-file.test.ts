import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../sandbox/http/server.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { run } from '../run.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox({ token: 't' })
})
afterAll(() => sandbox.close())

let base: string
let dataDir: string
beforeEach(() => {
  base = makeFolder('report-file')
  dataDir = join(base, 'caja')
  openJournal(dataDir).close()
  for (const name of ['intents.log', 'cache.csv']) writeFileSync(join(dataDir, name), 'ours')
})

/** What `report` of one day's sales answers and says when it is to write there. */
async function reportTo(option: '--csv' | '--xlsx', path: string) {
  let said = ''
  const streams = { out: () => undefined, err: (text: string) => void (said += text) }
  const days = ['--from', '2026-10-01', '--to', '2026-10-01']
  const at = ['--base-url', sandbox.url, '--data-dir', dataDir]
  const code = await run(
    ['report', 'sales', ...days, option, path, ...at],
    { LANG: 'en_US', MOSTRADOR_TOKEN: 't' },
    streams,
  )
  return { code, said }
}

/** Refused, and before anything was fetched. */
async function expectRefused(option: '--csv' | '--xlsx', path: string, words: string) {
  const { code, said } = await reportTo(option, path)
  expect([code, said.includes(words)], said).toEqual([1, true])
  expect(said).not.toContain('Fetching')
}

describe('never in the data folder', () => {
  test.each(['cache.csv', 'intents.txt', 'new.csv', 'backups/x.csv'])(
    '%s, named or through a link',
    async (name) => {
      const link = join(base, 'link')
      symlinkSync(dataDir, link)
      mkdirSync(join(dataDir, 'backups'), { recursive: true })
      const bytes = () =>
        ['journal.db', 'intents.log'].map((one) => readFileSync(join(dataDir, one)))
      const before = bytes()
      for (const folder of [dataDir, link]) {
        await expectRefused('--csv', join(folder, name), 'Files cannot be saved in')
      }
      expect(bytes()).toEqual(before)
      expect(readFileSync(join(dataDir, 'cache.csv'), 'utf8')).toBe('ours')
      expect(readdirSync(dataDir)).not.toContain('new.csv')
    },
  )

  test('where a register is open on it', async () => {
    const journal = openJournal(dataDir)
    await expectRefused('--csv', join(dataDir, 'new.csv'), 'Files cannot be saved in')
    journal.close()
  })
})

test.each(['journal.db', 'intents.log', 'settings.json', 'book.xlsx'])(
  'a CSV is not written to %s',
  async (name) => {
    const { code, said } = await reportTo('--csv', join(dataDir, name))
    expect([code, said.includes('.csv, .txt, .tsv')], said).toEqual([2, true])
  },
)

describe('what stands there already', () => {
  test.skipIf(process.platform === 'win32')('a pipe or a device is not replaced', async () => {
    const pipe = join(base, 'pipe.xlsx')
    execFileSync('mkfifo', [pipe])
    await expectRefused('--xlsx', pipe, 'not Mostrador’s')
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  test('a folder, a link or another program’s file is not', async () => {
    const [settings, link, folder] = ['a.conf', 'a.csv', 'b.csv'].map((name) => join(base, name))
    writeFileSync(settings ?? '', 'theirs')
    symlinkSync(join(dataDir, 'journal.db'), link ?? '')
    mkdirSync(folder ?? '')
    await expectRefused('--csv', link ?? '', 'not Mostrador’s')
    await expectRefused('--csv', folder ?? '', 'There is already a folder called')
    expect(readFileSync(settings ?? '', 'utf8')).toBe('theirs')
  })

  test('an older report is, in any folder', async () => {
    const folder = join(base, '.cron')
    mkdirSync(folder)
    writeFileSync(join(folder, 'v.csv'), 'older')
    for (const name of ['v.csv', 'v.tsv']) {
      expect(await reportTo('--csv', join(folder, name))).toMatchObject({ code: 0 })
      expect(readFileSync(join(folder, name), 'utf8')).toContain('Product')
    }
  })
})
