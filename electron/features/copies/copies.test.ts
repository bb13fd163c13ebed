import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import type { ChildProgram } from '../../async/child-program.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { saveAfterRestore, writeAfterRestore } from '../../store/elsewhere/after-restore.ts'
import { openArchive } from '../../store/elsewhere/archive.ts'
import { answerCopier } from '../../store/elsewhere/copier.ts'
import { copiesIn, copyName, placesIn } from '../../store/elsewhere/copy-names.ts'
import { readHolder, writeHolder } from '../../store/elsewhere/holder.ts'
import { makeBackup } from '../../store/recovery/backups.ts'
import { readRecovery } from '../../store/recovery/recovery-note.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { createCopies, type CopiesDeps } from './copies.ts'
import { createCopiesGate } from './gate.ts'

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** The program without a process of its own: tests/real has it. */
function copierHere(): ChildProgram {
  const listeners: ((message: unknown) => void)[] = []
  return {
    post: (request) =>
      void answerCopier(request, (told) => listeners.forEach((hear) => hear(told))),
    hear: (listener) => void listeners.push(listener),
    answer: new Promise(() => undefined),
    ended: new Promise(() => undefined),
    kill: () => undefined,
  }
}

/** A register that is open, with one sale and a local copy of it. */
function register(dataDir = makeFolder('register'), changes: Partial<CopiesDeps> = {}) {
  const journal = openJournal(dataDir)
  closing.push(() => journal.close())
  if (!journal.hasSales()) journal.prepare(intentSample())
  makeBackup(dataDir, 'hourly')
  const gate = createCopiesGate({
    dataDir,
    profileId: () => 'p1',
    serviceNow: () => Date.now(),
    language: () => 'es',
  })
  const copies = createCopies({
    dataDir,
    gate,
    journal: writtenJournal(journal),
    emit: () => undefined,
    now: () => Date.now(),
    onProblem: () => undefined,
    service: () => {
      throw new Failure('NO_TOKEN')
    },
    profileId: () => 'p1',
    forkCopier: copierHere,
    shop: () => 'Tienda La 14',
    registerId: () => 'r-1',
    checkPlace: async (path) => path,
    look: async () => undefined,
    isSelling: () => false,
    copyHere: async () => makeBackup(dataDir, 'hourly'),
    clockSkewMs: () => null,
    language: () => 'es',
    business: () => {
      throw new Error('not printed')
    },
    printer: { print: async () => ({ jobId: '1' }), savePdf: async () => undefined },
    ...changes,
  })
  closing.push(() => copies.stop())
  return { ...copies.handlers, copies, gate, dataDir, journal }
}

const codeOf = (work: () => unknown) => {
  try {
    return work()
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : caught
  }
}

test('a folder that was chosen gets copies, one that is gone is said, and a computer that took over is heeded', async () => {
  const here = register()
  const folder = makeFolder('stick')
  const { recipient, words, identity } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  const copied = await here['copies.now']({})
  expect(copied).toMatchObject({ folder, error: null, takenOver: null })
  const [place = ''] = placesIn(folder)
  expect(copiesIn(place)).toHaveLength(1)
  expect(copied.last?.bytes).toBeGreaterThan(1000)
  // What opens it is kept nowhere here.
  const files = readdirSync(here.dataDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(3)
  renameSync(folder, `${folder}-away`)
  expect((await here['copies.now']({})).error?.code).toBe('COPY_FOLDER_GONE')
  // An empty mount point in its place.
  mkdirSync(folder)
  expect((await here['copies.now']({})).error?.code).toBe('COPY_FOLDER_CHANGED')
  expect(codeOf(here.gate.mayBegin)).toBeUndefined()
  renameSync(folder, `${folder}-empty`)
  renameSync(`${folder}-away`, folder)
  expect((await here['copies.now']({})).error).toBeNull()
  const holder = readHolder(place)
  if (holder) writeHolder(place, { ...holder, writer: 'other', computer: 'CAJA-2' })
  expect(await here['copies.now']({})).toMatchObject({ takenOver: { computer: 'CAJA-2' } })
  expect(codeOf(here.gate.mayBegin)).toBe('REGISTER_TAKEN_OVER')
  // Also where the folder is gone by the next start.
  expect(await here['copies.takeBack']({})).toMatchObject({
    takenOver: null,
    restored: { marked: true },
  })
  expect(codeOf(here.gate.mayBegin)).toBe('RESTORE_UNCHECKED')
  expect(readHolder(place)?.writer).not.toBe('other')
  const other = register()
  const unasked = other['copies.restore']({
    path: join(place, copiesIn(place)[0]?.name ?? ''),
    key: words.join(' '),
    oldSells: true,
    replace: false,
  })
  // Its one sale has no end yet: nobody would look it up any more.
  await expect(unasked).rejects.toMatchObject({
    error: { code: 'RESTORE_OVER_OPEN', params: { count: 1 } },
  })
  const brought = await other['copies.restore']({
    path: join(place, copiesIn(place)[0]?.name ?? ''),
    key: identity,
    oldSells: true,
    replace: true,
  })
  expect(brought).toMatchObject({ shop: 'Tienda La 14', marked: true, openAside: 1 })
  expect(codeOf(other.gate.mayBegin)).toBe('RESTORE_WAITS')
  expect(existsSync(join(other.dataDir, 'restoring'))).toBe(true)
  expect((await here['copies.now']({})).takenOver).not.toBeNull()
})

test('copying now takes along what was sold since the last hour', async () => {
  const { journal, ...here } = register()
  const folder = makeFolder('stick')
  const { recipient, identity } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  await here['copies.now']({})
  journal.prepare(intentSample({ id: 'sale-of-now', draftId: 'draft-of-now' }))
  await here['copies.now']({})
  const [place = ''] = placesIn(folder)
  let held = Buffer.alloc(0)
  const hear = (name: string) =>
    name === 'journal.db'
      ? {
          write: (part: Uint8Array) => void (held = Buffer.concat([held, part])),
          end: () => undefined,
        }
      : null
  await openArchive(join(place, copiesIn(place)[0]?.name ?? ''), identity, hear)
  expect(held.includes('sale-of-now')).toBe(true)
})

test('a drawer that was open as the copy was made is to be counted once', async () => {
  const dataDir = makeFolder('register')
  const now = Date.now()
  const draft = { profileId: 'p1', cashierId: null, cashier: null, base: [], follows: null }
  const before = openJournal(dataDir)
  before.shifts.begin({ id: 's1', ...draft, openedAt: now - 9_000 })
  before.shifts.addCount('s1', { at: now - 8_000, counts: [], due: [] })
  before.close()
  const note = writeAfterRestore(dataDir, { at: now - 5_000, since: now - 7_000, marked: true })
  saveAfterRestore(dataDir, { ...note, caughtUp: { p1: now } })
  const { journal, ...here } = register(dataDir)
  const left = async () => (await here['copies.state']({})).restored
  expect(await left()).toMatchObject({ isCaughtUp: true, isCountDue: true })
  journal.shifts.addCount('s1', { at: now, counts: [], due: [] })
  expect(await left()).toBeNull()
})

test('a folder is chosen, and chosen again, without taking the register from who has it', async () => {
  const here = register()
  const folder = makeFolder('stick')
  const { recipient } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  const { last } = await here['copies.now']({})
  const [place = ''] = placesIn(folder)
  // Somebody restored it elsewhere while the folder was away from here.
  const own = readHolder(place)
  if (own) writeHolder(place, { ...own, writer: 'other', computer: 'CAJA-2' })
  // Nobody looked at it since. A new key there would stop the other one.
  const newer = (await here['copies.newKey']({})).recipient
  const chosen = await codeOfLater(here['copies.begin']({ folder, recipient: newer }))
  expect(chosen).toBe('REGISTER_TAKEN_OVER')
  expect(placesIn(folder)).toEqual([place])
  expect(await here['copies.state']({})).toMatchObject({ takenOver: { computer: 'CAJA-2' } })
  expect(readHolder(place)?.writer).toBe('other')
  const elsewhere = makeFolder('stick')
  for (const [chosen, key] of [
    [folder, null],
    [elsewhere, recipient],
  ] as const) {
    const again = here['copies.begin']({ folder: chosen, recipient: key })
    expect(await codeOfLater(again)).toBe('REGISTER_TAKEN_OVER')
  }
  expect(placesIn(elsewhere)).toEqual([])
  expect(readHolder(place)?.writer).toBe('other')
  expect(last).not.toBeNull()
})

test('one that takes the register back from a copied folder asks for all that was sold since its own last copy', async () => {
  const here = register()
  const folder = makeFolder('stick')
  const { recipient } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  const { last } = await here['copies.now']({})
  const [place = ''] = placesIn(folder)
  const own = readHolder(place)
  if (own) writeHolder(place, { ...own, ticket: 'theirs', computer: 'CAJA-2' })
  // It copied for days.
  const late = copyName({ turn: 9, at: Date.now() + 86_400_000, erasures: 0 })
  writeFileSync(join(place, late.name), '')
  expect(await here['copies.now']({})).toMatchObject({ takenOver: { since: late.at } })
  expect((await here['copies.takeBack']({})).restored?.since).toBe(last?.at)
})

test('while a copy is brought no sale begins, and what comes of it is heeded', async () => {
  const here = register()
  const folder = makeFolder('stick')
  const { recipient, identity } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  await here['copies.now']({})
  const [place = ''] = placesIn(folder)
  const path = join(place, copiesIn(place)[0]?.name ?? '')
  const meanwhile: unknown[] = []
  const forkCopier = (): ChildProgram => {
    meanwhile.push(codeOf(other.gate.mayBegin))
    return copierHere()
  }
  let isSelling = true
  const other = register(makeFolder('other'), { forkCopier, isSelling: () => isSelling })
  const brought = (key: string, replace = true) =>
    other['copies.restore']({ path, key, oldSells: false, replace })
  // A sale that is out would be put aside with its outcome.
  expect(await codeOfLater(brought(identity))).toBe('RESTORE_DURING_SALE')
  expect(codeOf(other.gate.mayBegin)).toBeUndefined()
  isSelling = false
  expect(await codeOfLater(brought('no key'))).toBe('COPY_KEY_WORD')
  expect(codeOf(other.gate.mayBegin)).toBeUndefined()
  await brought(identity)
  expect(codeOf(other.gate.mayBegin)).toBe('RESTORE_WAITS')
  // One that did not begin leaves what waits as it is.
  expect(await codeOfLater(brought(identity, false))).toBe('RESTORE_OVER_OPEN')
  expect(codeOf(other.gate.mayBegin)).toBe('RESTORE_WAITS')
  expect(meanwhile).toEqual(['RESTORE_WAITS', 'RESTORE_WAITS'])
})

test('a journal that cannot be read may hold sales: it is not replaced unasked, and what it may hold is said', async () => {
  const here = register()
  const folder = makeFolder('stick')
  const { recipient, identity } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  await here['copies.now']({})
  const [place = ''] = placesIn(folder)
  const path = join(place, copiesIn(place)[0]?.name ?? '')
  const into = makeFolder('unread')
  const other = register(makeFolder('register'), {
    dataDir: into,
    journal: {
      isWriter: false,
      read: () => null,
      write: (): never => {
        throw new Failure('STORE_FAILED')
      },
    },
  })
  const brought = (replace: boolean) =>
    other['copies.restore']({ path, key: identity, oldSells: false, replace })
  expect(await codeOfLater(brought(false))).toBe('RESTORE_OVER_SALES')
  // How many nobody knows: that is not none.
  expect(await brought(true)).toMatchObject({ openAside: null })
  openJournal(into).close()
  expect(readRecovery(into)).toMatchObject({ phase: 'done', openAside: null })
})

test('where no local copy can be made, what was copied last goes elsewhere all the same, and it is said', async () => {
  let isFull = true
  const copyHere = async () => {
    if (isFull) throw new Failure('DISK_FULL')
  }
  const said: unknown[] = []
  const emit: CopiesDeps['emit'] = (_, state) => void said.push(state)
  const { journal, dataDir, ...here } = register(makeFolder('register'), { copyHere, emit })
  const folder = makeFolder('stick')
  const { recipient } = await here['copies.newKey']({})
  await here['copies.begin']({ folder, recipient })
  const full = { folder, error: { code: 'DISK_FULL' } }
  await expect.poll(() => said.at(-1)).toMatchObject(full)
  const [place = ''] = placesIn(folder)
  expect(copiesIn(place)).toHaveLength(1)
  journal.prepare(intentSample({ id: 'sale-of-now', draftId: 'draft-of-now' }))
  makeBackup(dataDir, 'hourly')
  expect(await codeOfLater(here['copies.now']({}))).toBe('DISK_FULL')
  expect(copiesIn(place)[0]?.turn).toBe(2)
  expect(await here['copies.state']({})).toMatchObject(full)
  isFull = false
  expect(await here['copies.now']({})).toMatchObject({ error: null })
})

async function codeOfLater(work: Promise<unknown>) {
  const caught: unknown = await work.catch((error: unknown) => error)
  return caught instanceof Failure ? caught.error.code : caught
}
