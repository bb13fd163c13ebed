import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { inMemory, makeFolder } from '../../tests/folders.ts'
import { claimJournal, openJournal } from '../store/journal/open-journal.ts'
import { makeFetchedFolder, makeVersionFolder, placesIn } from '../update/testing/publisher.ts'
import {
  choose,
  currentSchema,
  goBack,
  reachedWindow,
  readCurrent,
  writeCurrent,
  type Current,
} from './current.ts'
import { tellFailed } from './launch.ts'
import { pickVersion } from './pick.ts'
import type { VersionPlaces } from './places.ts'
import { isProven, noteProven } from './prove.ts'
import { compareVersions, versionSchema } from './version-name.ts'

let dataDir = ''
let places: VersionPlaces
const said: string[] = []
/** A version's program that opens a copy of the journal, and one that does not. */
const good = `import { readdirSync } from 'node:fs'
process.exit(readdirSync(process.argv[3]).includes('journal.db') ? 0 : 1)`
const bad = `process.stderr.write('no such column'); process.exit(1)`

beforeEach(() => {
  const folder = makeFolder('versions', inMemory)
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  places = placesIn(folder)
  said.length = 0
  install('0.1.0')
})

const install = (version: string, main = good) =>
  makeVersionFolder(join(places.installed, version), version, main)
const fetchIt = (version: string, main = good) =>
  makeFetchedFolder(join(places.fetched, version), version, main)
const now = (change: (current: Current) => Current) =>
  writeCurrent(places, change(readCurrent(places)))

/** Which version a start takes. */
async function start(isWindow = true): Promise<string | null> {
  const say = (text: string) => void said.push(text)
  return (await pickVersion({ places, dataDir, isWindow, say }))?.version ?? null
}

function sellOnce(): void {
  openJournal(dataDir).close()
  noteProven(dataDir, '0.1.0')
}

describe('which version starts', () => {
  it('what was installed, until another was chosen', async () => {
    expect(await start()).toBe('0.1.0')
    fetchIt('0.2.0')
    expect(await start()).toBe('0.1.0')
    now((current) => choose(current, '0.2.0'))
    expect(await start()).toBe('0.2.0')
  })

  it('a newer one that an installer brought, over one that was chosen before', async () => {
    fetchIt('0.2.0')
    now((current) => choose(current, '0.2.0'))
    install('0.3.0')
    expect(await start()).toBe('0.3.0')
  })

  it('none that lacks a file, is another than it says, or needs a newer Node', async () => {
    for (const [version, spoil] of [
      ['0.2.0', (folder: string) => rmSync(join(folder, 'main.js'))],
      ['0.3.0', (folder: string) => writeFileSync(join(folder, 'mostrador.json'), '{"version":')],
      [
        '0.4.0',
        (folder: string) =>
          writeFileSync(
            join(folder, 'mostrador.json'),
            '{"version":"0.9.0","node":24,"journal":""}',
          ),
      ],
      [
        '0.5.0',
        (folder: string) =>
          writeFileSync(
            join(folder, 'mostrador.json'),
            '{"version":"0.5.0","node":99,"journal":""}',
          ),
      ],
      [
        '0.6.0',
        (folder: string) =>
          writeFileSync(join(folder, 'files.json'), '{"renderer/index.html":{"bytes":1}}'),
      ],
      // Removed in part: what names the rest went first.
      ['0.7.0', (folder: string) => rmSync(join(folder, 'files.json'))],
    ] as const) {
      fetchIt(version)
      spoil(join(places.fetched, version))
      now((current) => choose(current, version))
      expect(await start(), version).toBe('0.1.0')
    }
  })

  it('whatever the note of it says, and where none can be written', async () => {
    fetchIt('0.2.0')
    mkdirSync(places.fetched, { recursive: true })
    for (const text of ['', '{', 'null', '{"version":"../../x"}', '{"bad":[]}']) {
      writeFileSync(join(places.fetched, 'current.json'), text)
      expect(await start(), text).toBe('0.1.0')
    }
    rmSync(join(places.fetched, 'current.json'))
    mkdirSync(join(places.fetched, 'current.json.new'), { recursive: true })
    expect(await start()).toBe('0.1.0')
    expect(said).toHaveLength(1)
  })
})

describe('something starts', () => {
  it('where what was chosen cannot be read, which is not written over', async () => {
    mkdirSync(join(places.fetched, 'current.json'), { recursive: true })
    expect(await start()).toBe('0.1.0')
    expect(said).toHaveLength(1)
  })

  it('where what was fetched is no folder', async () => {
    rmSync(places.fetched, { recursive: true, force: true })
    mkdirSync(join(places.fetched, '..'), { recursive: true })
    writeFileSync(places.fetched, '')
    expect(await start()).toBe('0.1.0')
  })

  it('where the disk does not give the journal: whoever opens it restores it', async () => {
    openJournal(dataDir).close()
    rmSync(join(dataDir, 'journal.db-wal'), { force: true })
    mkdirSync(join(dataDir, 'journal.db-wal'))
    expect(await start()).toBe('0.1.0')
    expect(said).toHaveLength(1)
    expect(readCurrent(places).bad).toEqual({})
  })

  it('and a proof that was ended with the session says nothing of its version', async () => {
    sellOnce()
    install('0.2.0', "process.kill(process.pid, 'SIGTERM')")
    expect(await start()).toBe('0.1.0')
    expect(readCurrent(places).bad).toEqual({})
  })
})

describe('a version that does not reach its window', () => {
  it('is left after two starts, and the one before starts by itself', async () => {
    now((current) => reachedWindow(current, '0.1.0'))
    fetchIt('0.2.0')
    now((current) => choose(current, '0.2.0'))
    expect([await start(), await start(), await start(), await start()]).toEqual([
      ...['0.2.0', '0.2.0'],
      ...['0.1.0', '0.1.0'],
    ])
    expect(readCurrent(places).bad).toEqual({ '0.2.0': 'window' })
  })

  it('goes back to one that was fetched before and ran', async () => {
    fetchIt('0.2.0')
    now((current) => reachedWindow(choose(current, '0.2.0'), '0.2.0'))
    fetchIt('0.3.0')
    now((current) => choose(current, '0.3.0'))
    expect([await start(), await start(), await start()]).toEqual(['0.3.0', '0.3.0', '0.2.0'])
  })

  it('is not left once it did, however often it ends later', async () => {
    fetchIt('0.2.0')
    now((current) => reachedWindow(choose(current, '0.2.0'), '0.2.0'))
    for (let times = 0; times < 5; times += 1) expect(await start()).toBe('0.2.0')
  })

  it('is taken back into favour where its first start was only slow', async () => {
    fetchIt('0.2.0')
    now((current) => choose(current, '0.2.0'))
    await start()
    await start()
    expect(await start()).toBe('0.1.0')
    now((current) => reachedWindow(current, '0.2.0'))
    expect(await start()).toBe('0.2.0')
  })

  it('is not left for what no version can help: an open register, no browser, no screen', async () => {
    fetchIt('0.2.0')
    now((current) => choose(current, '0.2.0'))
    const launch = { places, version: '0.2.0', root: null }
    for (const code of ['REGISTER_ALREADY_OPEN', 'NO_BROWSER', 'NO_DISPLAY'] as const) {
      expect([await start(), await start()]).toEqual(['0.2.0', '0.2.0'])
      tellFailed(launch, code)
    }
    await start()
    await start()
    tellFailed(launch, 'UNEXPECTED')
    expect(await start()).toBe('0.1.0')
  })

  it('does not count for the command line', async () => {
    fetchIt('0.2.0')
    now((current) => choose(current, '0.2.0'))
    for (let times = 0; times < 5; times += 1) expect(await start(false)).toBe('0.2.0')
  })

  it('starts all the same where there is no other', async () => {
    for (let times = 0; times < 6; times += 1) expect(await start()).toBe('0.1.0')
  })
})

describe('before a version touches the journal', () => {
  it('it opens a copy, of which nothing stays', async () => {
    sellOnce()
    install('0.2.0')
    expect(isProven(dataDir, '0.2.0')).toBe(false)
    const before = readFileSync(join(dataDir, 'journal.db'))
    expect(await start()).toBe('0.2.0')
    expect(isProven(dataDir, '0.2.0')).toBe(true)
    expect(readFileSync(join(dataDir, 'journal.db')).equals(before)).toBe(true)
    expect(existsSync(join(dataDir, 'proving'))).toBe(false)
  })

  it('one that cannot is passed over, and says why', async () => {
    sellOnce()
    install('0.2.0', bad)
    expect(await start()).toBe('0.1.0')
    expect(said).toEqual(['0.2.0: no such column'])
    expect(readCurrent(places).bad).toEqual({ '0.2.0': 'proof' })
    expect(readdirSync(dataDir)).not.toContain('proving')
  })

  it('while the register is open, nothing is proven: the version will say that it is open', async () => {
    sellOnce()
    install('0.2.0', bad)
    const lock = claimJournal(dataDir)
    expect(await start()).toBe('0.2.0')
    lock.release()
  })
})

describe('going back', () => {
  it('starts the version before, until the next newer one is chosen', async () => {
    fetchIt('0.2.0')
    now((current) => reachedWindow(choose(current, '0.2.0'), '0.2.0'))
    now((current) => goBack(current, '0.2.0', '0.1.0'))
    expect(await start()).toBe('0.1.0')
    now((current) => reachedWindow(current, '0.2.0'))
    expect(await start()).toBe('0.1.0')
    fetchIt('0.3.0')
    now((current) => choose(current, '0.3.0'))
    expect(await start()).toBe('0.3.0')
  })
})

it('orders versions by their numbers', () => {
  const sorted = ['0.10.0', '0.9.1', '1.0.0', '0.9.10', '0.9.2'].sort(compareVersions)
  expect(sorted).toEqual(['0.9.1', '0.9.2', '0.9.10', '0.10.0', '1.0.0'])
  for (const none of ['1.0', '01.0.0', '1.0.0-rc', '../1.0.0', '1.0.0.0', '']) {
    expect(versionSchema.safeParse(none).success, none).toBe(false)
  }
  expect(currentSchema.parse({}).version).toBeNull()
})
