import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { openJournal, openJournalReader } from '../../electron/store/journal/open-journal.ts'
import { intentSample } from '../../electron/store/testing/journal-samples.ts'
import { createFetcher } from '../../electron/update/fetcher.ts'
import { fetchVersion } from '../../electron/update/feed.ts'
import {
  createPublisher,
  makeVersionFolder,
  placesIn,
  type Publisher,
} from '../../electron/update/testing/publisher.ts'
import {
  choose,
  readCurrent,
  reachedWindow,
  writeCurrent,
} from '../../electron/versions/current.ts'
import { pickVersion } from '../../electron/versions/pick.ts'
import { noteProven } from '../../electron/versions/prove.ts'
import { makeFolder } from '../folders.ts'
import { openSmallDisk } from '../simulation/small-disk.ts'

const child = fileURLToPath(new URL('./update-child.ts', import.meta.url))
const kills = 100

/** Opens the copy of the journal that it is given, or says that it started. */
const main = `import { DatabaseSync } from 'node:sqlite'
import { readFileSync } from 'node:fs'
if (process.argv[2] === '--prove') {
  new DatabaseSync(process.argv[3] + '/journal.db').prepare('select count(*) from sale').get()
} else {
  if (readFileSync(new URL('./renderer/large.js', import.meta.url)).length !== 2000000) process.exit(3)
  process.stdout.write('started')
}`
const files = { 'renderer/large.js': '0123456789'.repeat(200_000) }

let folder = ''
let dataDir = ''
let publisher: Publisher
let sale = ''

beforeEach(async () => {
  folder = makeFolder('update-killed')
  dataDir = join(folder, 'data')
  publisher = createPublisher(join(folder, 'publisher'))
  publisher.root()
  await publisher.version('0.2.0', { main, files })
  const places = placesIn(folder)
  makeVersionFolder(join(places.installed, '0.1.0'), '0.1.0', main, files)
  mkdirSync(dataDir)
  const journal = openJournal(dataDir)
  sale = journal.prepare(intentSample()).id
  journal.close()
  noteProven(dataDir, '0.1.0')
})

function begin() {
  const asked = {
    from: publisher.feed,
    root: publisher.rootText(),
    places: placesIn(folder),
    dataDir,
    version: '0.2.0',
  }
  return spawn(process.execPath, [child, JSON.stringify(asked)], { stdio: 'ignore' })
}

/** Its exit code; null: a signal ended it. */
const endOf = (running: ChildProcess) =>
  new Promise<number | null>((resolve) => running.once('exit', resolve))

/** What a start finds now: a version that starts, and the journal with its sale. Answers which one. */
async function mustStart(): Promise<string> {
  const say = () => undefined
  const picked = await pickVersion({ places: placesIn(folder), dataDir, isWindow: false, say })
  const { stdout } = spawnSync(process.execPath, [join(picked?.folder ?? '', 'main.js')])
  expect(stdout.toString(), picked?.version).toBe('started')
  const reader = openJournalReader(dataDir)
  expect(reader?.sale(sale)?.id).toBe(sale)
  reader?.close()
  return picked?.version ?? ''
}

it(
  `a program starts and the journal is there, wherever an update was ended (${kills} kills)`,
  { timeout: 20 * 60_000 },
  async () => {
    const began = performance.now()
    const code = await endOf(begin())
    const whole = performance.now() - began
    expect({ code, starts: await mustStart() }).toEqual({ code: 0, starts: '0.2.0' })
    const ended: Record<string, number> = {}
    for (let at = 0; at < kills; at += 1) {
      // Of five, four begin anew and one goes on from what the kill before left.
      if (at % 5 !== 4) rmSync(join(folder, 'user'), { recursive: true, force: true })
      const running = begin()
      const gone = endOf(running)
      await Promise.race([wait((whole * at) / kills), gone])
      running.kill('SIGKILL')
      await gone
      const starts = await mustStart()
      ended[starts] = (ended[starts] ?? 0) + 1
    }
    process.stderr.write(`killed ${kills} times, then started: ${JSON.stringify(ended)}\n`)
    const last = await endOf(begin())
    expect({ code: last, starts: await mustStart() }).toEqual({ code: 0, starts: '0.2.0' })
  },
)

it('a full disk ends an update, and nothing else', async () => {
  const disk = openSmallDisk(12)
  if (!disk) {
    process.stderr.write('NOT RUN: a small disk could not be mounted (needs root)\n')
    return
  }
  try {
    const large = join(folder, 'large.bin')
    writeFileSync(large, '')
    truncateSync(large, 40_000_000)
    // While a file comes.
    const fetcher = createFetcher({ folder: disk.folder, proxy: null })
    const came = fetcher.downloadFile(pathToFileURL(large).href, 50_000_000, async () => 'came')
    await expect(came).rejects.toThrow(expect.objectContaining({ error: { code: 'DISK_FULL' } }))
    // Before it does; and where not even a note of what was chosen can be written.
    const places = { ...placesIn(folder), fetched: join(disk.folder, 'versions') }
    const asked = { from: publisher.feed, root: publisher.rootText(), places, proxy: null }
    await expect(fetchVersion(asked, '0.2.0')).rejects.toThrow(Failure)
    writeCurrent(places, reachedWindow(readCurrent(places), '0.1.0'))
    const before = readFileSync(join(places.fetched, 'current.json'), 'utf8')
    disk.fill()
    expect(() => writeCurrent(places, choose(readCurrent(places), '0.2.0'))).toThrow(Failure)
    expect(readFileSync(join(places.fetched, 'current.json'), 'utf8')).toBe(before)
    await expect(fetchVersion(asked, '0.2.0')).rejects.toThrow(Failure)
    const picked = await pickVersion({ places, dataDir, isWindow: true, say: () => undefined })
    expect(picked?.version).toBe('0.1.0')
    disk.free()
  } finally {
    disk.dispose()
  }
})
