import { once } from 'node:events'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  forkNodeCopier,
  forkNodeJournalCheck,
  forkNodeKeyring,
} from '../../electron/host/programs/node-programs.ts'
import { openSettingsFile } from '../../electron/host/system/settings-file.ts'
import { openRegister } from '../../electron/register.ts'
import { openArchive } from '../../electron/store/elsewhere/archive.ts'
import { copiesIn, placeOf } from '../../electron/store/elsewhere/copy-names.ts'
import { askCopier, type CopyRequest } from '../../electron/store/elsewhere/copy-request.ts'
import { readHolder } from '../../electron/store/elsewhere/holder.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { intentSample } from '../../electron/store/testing/journal-samples.ts'
import { createFeatures } from '../../electron/wiring.ts'
import { copyKeySchema, type CopyKey } from '../../shared/contract/journal.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'
import { Failure } from '../../shared/errors.ts'
import { makeFolder } from '../folders.ts'
import { openSmallDisk } from '../simulation/small-disk.ts'

const token = 'token-that-must-not-leave-1234567890'

function run(program: string, args: string[], input?: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...(input && { input }),
    maxBuffer: 1 << 28,
  })
  expect(status, stderr.toString()).toBe(0)
  return stdout
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A register with so many sales and a local copy of them. */
function shop(sales: number): string {
  const dataDir = makeFolder('register')
  const journal = openJournal(dataDir)
  for (let count = 0; count < sales; count += 1) {
    journal.prepare(intentSample({ id: `sale-${count}`, draftId: `draft-${count}` }))
  }
  journal.close()
  makeBackup(dataDir, 'hourly')
  return dataDir
}

/** The features over a data folder, with a token as a person has typed it. */
function features(dataDir: string) {
  const profile = profileSample({ id: 'p1', name: 'La 14', baseUrl: 'http://127.0.0.1:1' })
  return createFeatures({
    environment: {
      dataDir,
      settings: openSettingsFile(dataDir),
      startSandbox: () => Promise.reject(new Failure('NO_PROFILE')),
      forkKeyring: forkNodeKeyring,
      forkJournalCheck: forkNodeJournalCheck,
      forkCopier: forkNodeCopier,
      onResume: () => () => undefined,
      proxyFor: () => Promise.resolve(null),
    },
    register: openRegister(dataDir),
    emit: () => undefined,
    log: { info: () => undefined, error: () => undefined },
    given: { profile, token },
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    checkPlace: async (path) => path,
    may: () => true,
  })
}

test('Debian’s age opens a copy, sqlite3 reads the journal in it, and no secret is in either', async () => {
  const dataDir = shop(300)
  const folder = makeFolder('stick')
  const register = features(dataDir)
  let key: CopyKey
  try {
    await register.connection.ready
    key = await register.handlers['copies.newKey']({})
    await register.handlers['copies.begin']({ folder, recipient: key.recipient })
    expect(await register.handlers['copies.now']({})).toMatchObject({ error: null })
  } finally {
    await register.close()
  }
  const place = placeOf(folder, key.recipient)
  const path = join(place, copiesIn(place)[0]?.name ?? '')

  const opened = makeFolder('opened')
  const keyFile = join(opened, 'key.txt')
  writeFileSync(keyFile, `${key.identity}\n`)
  const inside = join(opened, 'inside')
  mkdirSync(inside)
  run('tar', ['xz', '-C', inside], run('age', ['-d', '-i', keyFile, path]))
  const sql = 'select count(*) from sale; pragma integrity_check;'
  expect(run('sqlite3', [join(inside, 'journal.db'), sql]).toString()).toBe('300\nok\n')
  expect(readdirSync(inside)).toEqual(
    expect.arrayContaining(['intents.log', 'journal.db', 'manifest.json']),
  )
  for (const file of [...filesUnder(inside), ...filesUnder(dataDir), ...filesUnder(folder)]) {
    const bytes = readFileSync(file)
    const secrets = [token, key.identity, key.identity.toLowerCase(), key.words.join(' ')]
    for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false)
  }
})

/** A folder made ready for copies of a register, and what asks for one. */
async function begun(dataDir: string, folder: string) {
  const key = await askCopier(forkNodeCopier, { do: 'newKey', language: 'es' }, copyKeySchema)
  const { recipient } = key
  const own = { writer: 'pc-1', since: 1, computer: 'CAJA-1', ticket: 'first' }
  const holder = { writtenBy: 'Mostrador' as const, shop: 'La 14', ...own }
  await askCopier(
    forkNodeCopier,
    { do: 'begin', folder, recipient, holder, takes: false },
    z.null(),
  )
  const place = placeOf(folder, recipient)
  const order = () => ({
    ...{ dataDir, folder, recipient, writer: 'pc-1', last: null, shop: 'La 14', now: Date.now() },
    ...{ tickets: [readHolder(place)?.ticket ?? ''], ticket: `ticket-${Math.random()}` },
  })
  return { key, place, order }
}

/** Asks, and kills the program after so many milliseconds; whether it had answered. */
async function killedAfter(ms: number, request: CopyRequest): Promise<boolean> {
  const child = forkNodeCopier()
  let answered = false
  child.hear((told) => {
    answered ||= z.object({ kind: z.string() }).parse(told).kind !== 'goesOn'
  })
  child.post(request)
  await wait(ms)
  child.kill()
  await child.ended
  return answered
}

const program = fileURLToPath(new URL('open-and-close.ts', import.meta.url))

test('a program that is killed at any moment of a copy or of a restore leaves a whole one or none', async () => {
  const dataDir = shop(3000)
  const { key, place, order } = await begun(dataDir, makeFolder('stick'))
  await askCopier(forkNodeCopier, { do: 'copy', order: order() }, z.unknown())
  const into = makeFolder('new-pc')
  const before = openJournal(into)
  before.prepare(intentSample({ id: 'sale-of-before' }))
  before.close()
  const holder = { writer: 'pc-1', since: 1, computer: 'CAJA-1', ticket: 'x' }
  const found = { killed: 0, ready: 0, opened: 0 }
  for (let round = 0; round < 24; round += 1) {
    const ms = 150 + round * 40
    if (!(await killedAfter(ms, { do: 'copy', order: order() }))) found.killed += 1
    for (const { name } of copiesIn(place)) {
      await openArchive(join(place, name), key.identity, () => null)
    }
    const path = join(place, copiesIn(place)[0]?.name ?? '')
    const restore = { dataDir: into, path, key: key.identity, mustMark: true, openAside: 1, holder }
    if (!(await killedAfter(ms, { do: 'restore', ...restore }))) found.killed += 1
    found.ready += Number(existsSync(join(into, 'restoring', 'ready.json')))
    // The opening that puts it in its place is killed as well, and gone on with.
    const opening = spawn(process.execPath, [program, into], { stdio: 'ignore' })
    const ended = once(opening, 'exit')
    await wait(60 + round * 15)
    opening.kill('SIGKILL')
    await ended
    const journal = openJournal(into)
    const ids = journal.open().map(({ id }) => id)
    expect([1, 3000]).toContain(ids.length)
    expect(ids.includes('sale-of-before')).toBe(ids.length === 1)
    found.opened += Number(ids.length === 3000)
    journal.close()
    // In the journal, or in the one that was put aside: intents.log lets go of what a whole copy holds.
    const kept = filesUnder(into).some(
      (file) =>
        /^(journal.*\.db(-wal)?|intents\.log)$/.test(basename(file)) &&
        readFileSync(file).includes('sale-of-before'),
    )
    expect(kept).toBe(true)
  }
  expect(found.killed).toBeGreaterThan(0)
})

test('a disk that fills up takes no half copy, and the oldest gives way to the next', async (context) => {
  const disk = openSmallDisk(12)
  if (disk === null) return context.skip('needs to mount')
  try {
    const { place, order } = await begun(shop(3000), disk.folder)
    const copy = () => askCopier(forkNodeCopier, { do: 'copy', order: order() }, z.unknown())
    await copy()
    const whole = readdirSync(place)
    disk.fill()
    const caught: unknown = await copy().catch((error: unknown) => error)
    expect(caught).toMatchObject({ error: { code: 'COPY_FOLDER_FULL' } })
    expect(readdirSync(place).filter((name) => !name.endsWith('.partial'))).toEqual(whole)
    disk.free()
    await copy()
    expect(copiesIn(place)).toHaveLength(2)
  } finally {
    disk.dispose()
  }
})
