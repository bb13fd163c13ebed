import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { Failure } from '../../../shared/errors.ts'
import { forkNodeUpdate } from '../../host/programs/node-programs.ts'
import type { SettingsStore } from '../../host/host.ts'
import { openJournal, type OpenJournal } from '../../store/journal/open-journal.ts'
import {
  createPublisher,
  makeVersionFolder,
  placesIn,
  type Publisher,
} from '../../update/testing/publisher.ts'
import type { Offer } from '../../update/offers.ts'
import { readCurrent, reachedWindow, writeCurrent } from '../../versions/current.ts'
import { isSeason, takeable } from './kept.ts'
import { createUpdates, type Updates, type UpdatesDeps } from './updates.ts'

let folder = ''
let publisher: Publisher
let journal: OpenJournal
let updates: Updates
let isSelling = false
const noted: string[] = []
/** Opens the copy that it is given. */
const main = `import { DatabaseSync } from 'node:sqlite'
new DatabaseSync(process.argv[3] + '/journal.db').prepare('select count(*) from sale').get()`

beforeEach(() => {
  folder = makeFolder('updates', inMemory)
  publisher = createPublisher(join(folder, 'publisher'))
  publisher.root()
  const places = placesIn(folder)
  makeVersionFolder(join(places.installed, '0.1.0'), '0.1.0')
  writeCurrent(places, reachedWindow(readCurrent(places), '0.1.0'))
  mkdirSync(join(folder, 'data'))
  journal = openJournal(join(folder, 'data'))
  isSelling = false
  noted.length = 0
})
afterEach(async () => {
  await updates.stop()
  journal.close()
})

function begin(changes: Partial<UpdatesDeps> = {}): Updates['handlers'] {
  const kept = new Map<string, unknown>()
  const store: SettingsStore = {
    get: (key) => kept.get(key),
    set: (key, value) => kept.set(key, value),
  }
  updates = createUpdates({
    store,
    dataDir: join(folder, 'data'),
    version: '0.1.0',
    launch: { places: placesIn(folder), version: '0.1.0', root: publisher.rootText() },
    fork: forkNodeUpdate,
    proxyFor: async () => null,
    clockSkewMs: () => null,
    isWriter: true,
    isSelling: () => isSelling,
    emit: () => undefined,
    // In no season.
    now: () => Date.now(),
    note: (action, version) => void noted.push(`${action} ${version}`),
    onProblem: () => undefined,
    ...changes,
  })
  return updates.handlers
}

describe('updates', () => {
  it('are looked for, brought and proven behind, chosen after a Z, and gone back from', async () => {
    await publisher.version('0.2.0', { main, isSecurity: true })
    const calls = begin()
    await calls['updates.set']({ from: publisher.feed, isOn: true })
    isSelling = true
    await updates.byItself()
    expect(await calls['updates.state']({})).toMatchObject({ lookedAt: null, ready: null })
    isSelling = false
    await calls['updates.set']({ from: publisher.feed, isOn: false })
    await updates.byItself()
    expect(await calls['updates.state']({})).toMatchObject({ lookedAt: null })
    await calls['updates.set']({ from: publisher.feed, isOn: true })
    await updates.byItself()
    expect(await calls['updates.state']({})).toMatchObject({
      offers: [{ version: '0.2.0' }],
      ready: '0.2.0',
      chosen: null,
      before: null,
      doing: null,
      problem: null,
    })
    await updates.afterClose()
    expect(await calls['updates.state']({})).toMatchObject({
      ready: null,
      chosen: '0.2.0',
      before: '0.1.0',
    })
    expect(noted).toEqual(['updates.install 0.2.0'])
    expect(await calls['updates.back']({})).toMatchObject({ chosen: null, ready: '0.2.0' })
  })

  it('one that cannot open the journal is not chosen, and not brought again', async () => {
    await publisher.version('0.2.0', {
      main: 'throw new Error("no such column")',
      isSecurity: true,
    })
    const calls = begin()
    await calls['updates.set']({ from: publisher.feed, isOn: true })
    await calls['updates.look']({})
    await expect(calls['updates.install']({ version: '0.2.0' })).rejects.toThrow(Failure)
    const { problem, chosen, ready } = await calls['updates.state']({})
    expect({ code: problem?.code, chosen, ready }).toEqual({
      code: 'VERSION_UNPROVEN',
      chosen: null,
      ready: null,
    })
    await updates.afterClose()
    expect(readCurrent(placesIn(folder))).toMatchObject({
      version: null,
      bad: { '0.2.0': 'proof' },
    })
  })

  it('ask nobody where no place was named, and say so where they are not this program’s to make', async () => {
    const fork = () => {
      throw new Error('asked')
    }
    begin({ fork })
    await updates.byItself()
    await updates.stop()
    const calls = begin({ fork, launch: null })
    expect(await calls['updates.state']({})).toMatchObject({ unavailable: 'elsewhere', from: '' })
    await expect(calls['updates.back']({})).rejects.toThrow(Failure)
  })

  it('begin without what a proof left that was killed, unless another has the register', () => {
    const proving = join(folder, 'data', 'proving')
    mkdirSync(proving)
    writeFileSync(join(proving, 'journal.db'), 'customers')
    begin({ isWriter: false })
    updates.start()
    expect(existsSync(proving)).toBe(true)
    begin()
    updates.start()
    expect(existsSync(proving)).toBe(false)
  })

  it('are not judged by a clock that is not the service’s', async () => {
    const calls = begin({ clockSkewMs: () => 3 * 86_400_000 })
    await calls['updates.set']({ from: publisher.feed, isOn: true })
    expect((await calls['updates.look']({})).problem?.code).toBe('CLOCK_WRONG')
    rmSync(publisher.feed, { recursive: true })
  })
})

describe('what may be taken', () => {
  const offer = (version: string, isSecurity: boolean, node = 24): Offer => ({
    ...{ version, isSecurity, node },
    ...{ notes: { es: '', en: '' }, bytes: 1, unpackedBytes: 1 },
  })
  const offers = [
    offer('0.2.0', true),
    offer('0.10.0', false),
    offer('0.11.0', true, 99),
    offer('0.0.9', true),
  ]
  const on = (day: string) =>
    takeable(offers, '0.1.0', new Date(`${day}T12:00:00`)).map(({ version }) => version)

  it('is what is newer and runs here, the newest first', () => {
    expect(on('2026-11-23')).toEqual(['0.10.0', '0.2.0'])
  })

  it('is in the season only what mends security', () => {
    expect(on('2026-12-10')).toEqual(['0.2.0'])
    expect(on('2027-01-07')).toEqual(['0.2.0'])
    expect(on('2027-01-08')).toEqual(['0.10.0', '0.2.0'])
    const days = [
      '2026-12-09',
      '2026-12-10',
      '2026-12-31',
      '2027-01-01',
      '2027-01-07',
      '2027-01-08',
    ]
    expect(days.map((day) => isSeason(new Date(`${day}T12:00:00`)))).toEqual([
      ...[false, true, true],
      ...[true, true, false],
    ])
  })
})
