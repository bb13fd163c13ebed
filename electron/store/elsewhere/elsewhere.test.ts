import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { Failure } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { openJournal } from '../journal/open-journal.ts'
import { makeBackup } from '../recovery/backups.ts'
import { readRecovery } from '../recovery/recovery-note.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { readAfterRestore } from './after-restore.ts'
import { copiesIn, copyName, parseCopyName, placeOf } from './copy-names.ts'
import { readCopiesNote } from './copies-note.ts'
import { newTicket, readHolder, writeHolder, type Holder } from './holder.ts'
import { newKey, readKey, type CopyKey } from './key.ts'
import { beginPlace, makeCopy, type CopyOrder } from './make-copy.ts'
import { stagingFolder } from './put-in-place.ts'
import { findCopies, stageRestore } from './stage-restore.ts'

let key: CopyKey
/** A shop with a sale whose request is out, and its copy in a folder. */
let dataDir: string
let copied: Awaited<ReturnType<typeof begun>>
const at = Date.parse('2026-11-23T10:00:00Z')
const none = () => undefined

beforeAll(async () => {
  key = await newKey('es')
  dataDir = shop()
  copied = await begun()
  await makeCopy(copied.order, none)
})

const code = async (work: Promise<unknown>) => {
  const caught: unknown = await work.catch((error: unknown) => error)
  return caught instanceof Failure ? caught.error.code : caught
}

function shop(): string {
  const folder = makeFolder('shop')
  const journal = openJournal(folder)
  const prepared = journal.prepare(intentSample())
  const facts = nextSale(prepared, { kind: 'sending' }, 2000)
  if (facts) journal.advance(prepared, { facts }, { kind: 'sending', at: 2000, error: null })
  journal.close()
  makeBackup(folder, 'hourly')
  return folder
}

const holder = (changes: Partial<Holder> = {}): Holder => ({
  writtenBy: 'Mostrador',
  shop: 'La 14',
  writer: 'pc-1',
  since: 1,
  computer: 'CAJA-1',
  ticket: newTicket(),
  ...changes,
})

async function begun(folder = makeFolder('stick')) {
  const own = holder()
  const { recipient } = key
  await beginPlace(folder, recipient, own)
  const order: CopyOrder = {
    ...{ dataDir, folder, recipient, writer: own.writer, last: null, shop: 'La 14', now: at },
    ...{ tickets: [own.ticket], ticket: newTicket() },
  }
  return { order, folder, place: placeOf(folder, recipient) }
}

const newestIn = (place: string) => join(place, copiesIn(place)[0]?.name ?? '')

function restore(
  into: string,
  path = newestIn(copied.place),
  changes: { identity?: string; mustMark?: boolean } = {},
) {
  const { writer, since, computer, ticket } = holder({
    writer: 'pc-2',
    since: at,
    computer: 'CAJA-2',
  })
  const { identity = key.identity, mustMark = false } = changes
  const order = { dataDir: into, path, identity, recipient: key.recipient, mustMark, openAside: 2 }
  return stageRestore({ ...order, holder: { writer, since, computer, ticket } }, none)
}

/** A copy that lies alone. */
function alone(change: (path: string) => void = none): string {
  const path = join(makeFolder('alone'), 'mostrador-000001-20261123T100000000Z-0.tar.gz.age')
  writeFileSync(path, readFileSync(newestIn(copied.place)))
  change(path)
  return path
}

describe('the key', () => {
  test('is read as words in either language, however written, and as its own text', async () => {
    const { words, identity, recipient } = await newKey('en')
    expect([words.length, identity.slice(0, 16), recipient.slice(0, 4)]).toEqual([
      24,
      'AGE-SECRET-KEY-1',
      'age1',
    ])
    expect(readKey(words.join(' '))).toBe(identity)
    const numbered = key.words
      .map((word, index) => `${index + 1}. ${word.toUpperCase()}`)
      .join('\n')
    expect(readKey(numbered.normalize('NFD'))).toBe(key.identity)
    expect(readKey(` ${key.identity.toLowerCase()}\n`)).toBe(key.identity)
  })

  test('says which word is none, and that words changed places', () => {
    const reason = (typed: string) => {
      try {
        return readKey(typed)
      } catch (caught) {
        return caught instanceof Failure ? caught.error : caught
      }
    }
    const wrong = key.words.map((word, index) => (index === 6 ? 'xyz' : word)).join(' ')
    expect(reason(wrong)).toMatchObject({ code: 'COPY_KEY_WORD', params: { place: 7 } })
    for (const other of [
      '',
      key.words.slice(1).join(' '),
      // Whatever its last letter is, another one.
      key.identity.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q')),
      'AGE-SECRET-KEY-1',
    ]) {
      // No word of it is called wrong where none is: it once said "word 0".
      expect(reason(other)).toEqual({ code: 'COPY_KEY_WRONG' })
    }
  })
})

describe('a copy', () => {
  test('says by its name what orders it and how long it is kept', () => {
    const made = copyName({ turn: 7, at, erasures: 2 })
    expect(parseCopyName(made.name)).toEqual(made)
    expect(parseCopyName(`${made.name}.partial`)).toBeNull()
  })

  test('is not made again while nothing changed, unless it is gone', async () => {
    const { order, place } = await begun()
    const made = await makeCopy(order, none)
    if (made.kind !== 'made') throw new Error(made.kind)
    const next = { ...order, tickets: [order.ticket], last: made }
    expect(await makeCopy(next, none)).toEqual({ kind: 'same' })
    rmSync(join(place, made.name))
    expect(await makeCopy(next, none)).toMatchObject({ kind: 'made' })
    expect(readdirSync(place).toSorted()).toEqual(['caja.json', copiesIn(place)[0]?.name])
  })

  test('is thinned as the local ones are, by turn and not by a clock that was a year ahead', async () => {
    const { order, place } = await begun()
    const early = copyName({ turn: 3, at: at + 365 * 86_400_000, erasures: 0 }).name
    for (let turn = 4; turn < 40; turn += 1) {
      const { name } = copyName({ turn, at: at - (40 - turn) * 60_000, erasures: 0 })
      writeFileSync(join(place, name), 'x')
    }
    writeFileSync(join(place, early), 'x')
    writeFileSync(join(place, 'foto.jpg'), 'x')
    writeFileSync(join(place, `${early}.partial`), 'x')
    const made = await makeCopy(order, none)
    const [newest] = copiesIn(place)
    expect(made).toMatchObject({ kind: 'made', name: newest?.name })
    expect(newest?.turn).toBe(40)
    const left = readdirSync(place)
    // The newest 24, and of the day of the wrong clock the one that it has.
    expect(left.filter((name) => name.endsWith('.age'))).toHaveLength(25)
    expect(left).toContain('foto.jpg')
    expect(left.some((name) => name.endsWith('.partial'))).toBe(false)
  })

  test('that holds somebody who was erased goes when the local ones do', async () => {
    const { order, place } = await begun()
    const day = 86_400_000
    for (let turn = 1; turn <= 40; turn += 1) {
      const name = copyName({ turn, at: at - (41 - turn) * day, erasures: turn < 5 ? 0 : 1 }).name
      writeFileSync(join(place, name), 'x')
    }
    await makeCopy(order, none)
    expect(copiesIn(place).filter(({ erasures, turn }) => erasures === 0 && turn < 40)).toEqual([])
  })

  test('goes nowhere where its folder is gone, another one, or holds another computer', async () => {
    const { order, folder, place } = await begun()
    expect(await code(makeCopy({ ...order, tickets: ['of a clone'] }, none))).toBe(
      'COPY_TWO_WRITERS',
    )
    writeHolder(place, holder({ writer: 'pc-2', computer: 'CAJA-2', since: 9 }))
    expect(await makeCopy(order, none)).toEqual({
      kind: 'taken-over',
      since: 9,
      computer: 'CAJA-2',
    })
    // The mount point of a stick that is not plugged in, and a stick of another shop.
    rmSync(place, { recursive: true })
    mkdirSync(join(folder, 'Mostrador-00000000'))
    expect(await code(makeCopy(order, none))).toBe('COPY_FOLDER_CHANGED')
    rmSync(folder, { recursive: true })
    expect(await code(makeCopy(order, none))).toBe('COPY_FOLDER_GONE')
    expect(await code(beginPlace(folder, key.recipient, holder()))).toBe('COPY_FOLDER_GONE')
    expect(existsSync(folder)).toBe(false)
  })

  test('goes nowhere, and says so, where the same register copies at another computer', async () => {
    const { order, folder, place } = await begun()
    const self = { register: 'r-1', computer: 'CAJA-1' }
    const mine = { ...order, self }
    expect(await makeCopy(mine, none)).toMatchObject({ kind: 'made' })
    // The data folder was copied whole: the other one knows the same tickets, and comes first.
    const theirs = { ...mine, self: { ...self, computer: 'CAJA-2' }, last: null }
    const cloned = { ...theirs, tickets: [order.ticket], ticket: newTicket() }
    expect(await makeCopy(cloned, none)).toMatchObject({ kind: 'made' })
    const next = { ...mine, tickets: [order.ticket], ticket: newTicket() }
    expect(await makeCopy(next, none)).toMatchObject({ kind: 'taken-over', computer: 'CAJA-2' })
    // One that only went back to its own data of before is not another computer.
    const itself = { ...next, self: { ...self, computer: 'CAJA-2' } }
    expect(await code(makeCopy(itself, none))).toBe('COPY_TWO_WRITERS')

    // Copied before copies were made: each has a key of its own.
    rmSync(place, { recursive: true })
    await beginPlace(folder, order.recipient, holder())
    const { recipient } = await newKey('en')
    const later = holder({ writer: 'pc-2', computer: 'CAJA-2', since: 9, register: 'r-1' })
    await beginPlace(folder, recipient, later)
    const fresh = { ...mine, tickets: [readHolder(place)?.ticket ?? ''] }
    const taken = { kind: 'taken-over', since: 9, computer: 'CAJA-2' }
    expect(await makeCopy(fresh, none)).toEqual(taken)
    // Another register, an older one, and an older key of this computer keep out of its way.
    for (const change of [{ register: 'r-2' }, { since: 0 }, { computer: 'CAJA-1' }]) {
      await beginPlace(folder, recipient, { ...later, ...change })
      const now = { ...fresh, tickets: [readHolder(place)?.ticket ?? ''] }
      expect((await makeCopy(now, none)).kind).not.toBe('taken-over')
    }
  })

  test('has its own place beside another register’s, on the same stick', async () => {
    const { order, folder } = await begun()
    const other = await newKey('en')
    const own = holder()
    await beginPlace(folder, other.recipient, own)
    await makeCopy(order, none)
    await makeCopy({ ...order, recipient: other.recipient, tickets: [own.ticket] }, none)
    expect(await findCopies(folder)).toHaveLength(2)
    // A neighbour's that this computer may not read keeps nothing from what it may.
    const theirs = placeOf(folder, other.recipient)
    rmSync(join(theirs, 'caja.json'))
    mkdirSync(join(theirs, 'caja.json'))
    symlinkSync('Mostrador-00000000', join(folder, 'Mostrador-00000000'))
    const self = { register: 'r-1', computer: 'CAJA-1' }
    const next = { ...order, self, tickets: [order.ticket] }
    expect(await makeCopy(next, none)).toMatchObject({ kind: 'made' })
    expect(await findCopies(folder)).toHaveLength(3)
  })
})

describe('a restore', () => {
  test('takes the place of what is there, which is kept, and stops the computer before', async () => {
    const { order, folder } = await begun()
    await makeCopy(order, none)
    const [found] = await findCopies(folder)
    expect(found).toMatchObject({ at, shop: 'La 14', computer: 'CAJA-1' })
    const into = makeFolder('new-pc')
    const before = openJournal(into)
    before.prepare(intentSample({ id: 'sale-of-before' }))
    before.close()
    expect(await restore(into, found?.path, { mustMark: true })).toMatchObject({
      marked: true,
      shop: 'La 14',
    })
    const journal = openJournal(into)
    // It was out: whether it was made is not known.
    expect(journal.open()).toMatchObject([{ id: 'sale-0001', state: 'SENDING' }])
    expect(readRecovery(into)).toMatchObject({ phase: 'done', openAside: 2 })
    const [restored] = journal.trail.notices(0, 1)
    expect(restored?.action).toBe('journal.restored')
    journal.close()
    const aside = join(into, 'damaged', readdirSync(join(into, 'damaged'))[0] ?? '')
    expect(readFileSync(join(aside, 'intents.log'), 'utf8')).toContain('sale-of-before')
    expect(existsSync(stagingFolder(into))).toBe(false)
    expect(readAfterRestore(into)).toMatchObject({ since: at, marked: true, caughtUp: {} })
    expect(readCopiesNote(into)).toMatchObject({ folder, writer: 'pc-2', takenOver: null })
    expect(await makeCopy(order, none)).toMatchObject({ kind: 'taken-over', computer: 'CAJA-2' })
    // The next opening takes nothing anew.
    openJournal(into).close()
    expect(readdirSync(join(into, 'damaged'))).toHaveLength(1)
  })

  test('knows the sales that intents.log had beyond the journal', async () => {
    const folder = shop()
    const journal = openJournal(folder)
    journal.prepare(intentSample({ id: 'sale-later', draftId: 'draft-later' }))
    journal.close()
    const { order, place } = await begun()
    await makeCopy({ ...order, dataDir: folder }, none)
    const into = makeFolder('new-pc')
    await restore(into, newestIn(place))
    const restored = openJournal(into)
    expect(restored.sale('sale-later')?.state).toBe('UNKNOWN')
    restored.close()
  })

  test('changes nothing with another key, of a copy that is cut, changed, not there, or of a newer program', async () => {
    const into = makeFolder('new-pc')
    openJournal(into).close()
    const before = readdirSync(into)
    const other = await newKey('es')
    expect(await code(restore(into, alone(), { identity: other.identity }))).toBe('COPY_KEY_OTHER')
    const bytes = readFileSync(newestIn(copied.place))
    for (const length of [0, 10, 100, 400, bytes.length - 1, bytes.length >> 1]) {
      const cut = alone((path) => truncateSync(path, length))
      expect(await code(restore(into, cut)), String(length)).toBe('COPY_DAMAGED')
    }
    const changed = alone((path) => {
      const spoilt = Buffer.from(bytes)
      spoilt[bytes.length - 40] = (spoilt[bytes.length - 40] ?? 0) ^ 1
      writeFileSync(path, spoilt)
    })
    expect(await code(restore(into, changed))).toBe('COPY_DAMAGED')
    expect(await code(restore(into, join(into, 'none.age')))).toBe('COPY_FOLDER_GONE')
    expect(await code(restore(into, alone(), { mustMark: true }))).toBe('COPY_NOT_MARKED')
    expect(await code(restore(into, await ofNewerProgram()))).toBe('COPY_NEWER')
    expect(readdirSync(into)).toEqual(before)
    expect(await code(findCopies(into))).toBe('COPY_NOT_FOUND')
  })

  test('that was cut off is begun anew, and one that was ready is gone on with at each step', async () => {
    const into = makeFolder('new-pc')
    mkdirSync(stagingFolder(into))
    writeFileSync(join(stagingFolder(into), 'journal.db'), 'half')
    openJournal(into).close()
    expect(existsSync(stagingFolder(into))).toBe(false)
    await restore(into, alone())
    // Ended after the first thing was moved aside.
    const aside = join(into, 'damaged', 'replaced-20261123T100000000Z')
    mkdirSync(aside, { recursive: true })
    renameSync(join(into, 'journal.db'), join(aside, 'journal.db'))
    openJournal(into).close()
    await restore(into, alone())
    // Ended in the middle of what is brought.
    const note = join(stagingFolder(into), 'ready.json')
    writeFileSync(note, readFileSync(note, 'utf8').replace('"ready"', '"cleared"'))
    for (const name of readdirSync(into))
      if (/^(journal\.|intents|recovery)/.test(name)) rmSync(join(into, name), { recursive: true })
    renameSync(join(stagingFolder(into), 'journal.db'), join(into, 'journal.db'))
    const journal = openJournal(into)
    expect(journal.open()).toHaveLength(1)
    journal.close()
  })
})

async function ofNewerProgram(): Promise<string> {
  const folder = shop()
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
  db.run("insert into migrations (id, applied_at) values ('99991231T2359-later', 1)")
  db.close()
  rmSync(join(folder, 'backups'), { recursive: true })
  makeBackup(folder, 'hourly')
  const { order, place } = await begun()
  await makeCopy({ ...order, dataDir: folder }, none)
  return newestIn(place)
}
