import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { noticeWords } from '../../../shared/domain/people/trail-words.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createTrailCheck, type TrailCheck } from './trail-check.ts'
import type { TrailSeal } from './trail-seal.ts'

let folder: string
let journal: Journal
let check: TrailCheck
/** What the keyring holds; `refuses` makes it one that does not answer. */
let kept: string | null
let refuses: boolean
const now = Date.UTC(2026, 10, 22, 15)

const seal: TrailSeal = {
  read: async () => (refuses ? Promise.reject(new Error('locked')) : kept),
  write: async (text) => {
    kept = text
  },
  isUsed: () => true,
}

function open(): void {
  journal = openJournal(folder)
  check = createTrailCheck({
    journal: writtenJournal(journal),
    seal,
    now: () => now,
    onProblem: (error) => expect(error).toBeNull(),
  })
}

/** The register runs until it has looked, and is closed. */
async function run(): Promise<void> {
  open()
  check.start()
  await vi.advanceTimersByTimeAsync(3_000)
  await check.stop()
  journal.close()
}

/** Somebody opens the file outside, and takes away what keeps it as it is. */
function tamper(...sql: string[]): void {
  const db = new DatabaseSync(join(folder, 'journal.db'))
  for (const table of ['trail', 'person']) {
    const triggers = db
      .prepare("select name from sqlite_schema where type = 'trigger' and tbl_name = ?")
      .all(table)
    for (const { name } of triggers) db.exec(`drop trigger ${String(name)}`)
  }
  for (const one of sql) db.exec(one)
  db.close()
}

const said = (at: number) => ({ at, person: null, action: 'settings.set', subject: `${at}` })
const found = () => journal.trail.notices(0, 9).map((notice) => noticeWords(notice, 'es'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = makeFolder('trail-check')
  kept = null
  refuses = false
  open()
  const ana = { id: 'ana', name: 'Ana', role: 'administrator', rights: [], active: true } as const
  const made = { at: 1, person: null, action: 'people.created', subject: 'Ana' }
  journal.people.put({ ...ana, limits: noCashLimits, pinHash: 'scrypt', createdAt: 1 }, made)
  for (let line = 2; line <= 9; line += 1) journal.trail.add(said(line))
  journal.close()
})
afterEach(() => {
  journal.close()
  vi.useRealTimers()
})

it('finds nothing where nothing was changed, and tells the keyring how far the trail goes', async () => {
  await run()
  open()
  expect(found()).toEqual([])
  expect(await check.state(true)).toMatchObject({ lines: 9, checked: 9, notices: [] })
  expect(JSON.parse(kept ?? '')).toMatchObject({ lines: 9, head: journal.trail.head().head })
})

it('tells which line is not as it was written, once', async () => {
  tamper("update trail set detail = 'x' where seq = 4", 'delete from trail where seq = 7')
  await run()
  await run()
  open()
  expect(found().toReversed()).toEqual([
    'La línea 4 del rastro no es la que se escribió, o no está.',
    'La línea 7 del rastro no es la que se escribió, o no está.',
  ])
  expect((await check.state(false)).notices).toHaveLength(2)
})

it('tells of an emptied trail, of one that is shorter, and of another', async () => {
  await run()
  const before = kept
  tamper('delete from trail where seq > 6')
  await run()
  open()
  expect(found()).toEqual([
    'Faltan líneas del rastro desde la 7: el almacén de claves del sistema había visto 9.',
  ])
  journal.close()
  kept = before
  tamper('delete from trail')
  await run()
  open()
  expect(found()).toContain(
    'Faltan líneas del rastro desde la 1: el almacén de claves del sistema había visto 9.',
  )
  for (let line = 0; line < 9; line += 1) journal.trail.add(said(line))
  journal.close()
  kept = before
  await run()
  open()
  expect(found()).toContain(
    'La línea 9 del rastro no es la que vio el almacén de claves del sistema.',
  )
})

it('tells of people who were changed, added or taken away past the trail', async () => {
  tamper("update person set active = 0 where id = 'ana'")
  await run()
  open()
  expect(found()).toEqual(['No están como dice el rastro: Ana.'])
  journal.people.setTries('ana', 3, 5)
  const [ana] = journal.people.all()
  if (ana)
    journal.people.put(ana, { at: 2, person: null, action: 'people.changed', subject: 'Ana' })
  journal.close()
  tamper(
    "insert into person select 'b', 'Beto', role, rights, 1, pin_hash, 2, 0, 0, null from person",
    "delete from person where id = 'ana'",
  )
  await run()
  open()
  expect(found()[0]).toBe('No están como dice el rastro: Beto, Ana.')
})

describe('the keyring', () => {
  it('may lag behind a killed process, and is written over by none that it was not compared with', async () => {
    await run()
    const lagging = kept
    open()
    for (let line = 0; line < 5; line += 1) journal.trail.add(said(line))
    journal.close()
    refuses = true
    await run()
    expect(kept).toBe(lagging)
    refuses = false
    await run()
    open()
    expect(found()).toEqual([])
    expect(JSON.parse(kept ?? '')).toMatchObject({ lines: 14 })
  })

  it('is waited for by nobody', async () => {
    const never = { ...seal, read: () => new Promise<never>(() => undefined) }
    journal = openJournal(folder)
    check = createTrailCheck({
      ...{ journal: writtenJournal(journal), seal: never, now: () => now },
      onProblem: () => undefined,
    })
    check.start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(check.standing(0)).toMatchObject({ lines: 9, checked: 9 })
    expect(await check.state(true)).toMatchObject({ keyring: 'asked' })
    await check.stop()
  })

  it('is explained by a journal that came from a copy since, once', async () => {
    await run()
    tamper('delete from trail where seq > 6')
    open()
    const restored = { at: 20, person: null, action: 'journal.restored', subject: 'copy.db' }
    journal.trail.add(restored)
    journal.close()
    await run()
    open()
    expect(found()).toEqual([
      'El registro se recuperó de la copia copy.db: lo que el rastro tenía después de ella no está.',
    ])
    for (let line = 0; line < 5; line += 1) journal.trail.add(said(line))
    journal.close()
    await run()
    tamper('delete from trail where seq > 8')
    await run()
    open()
    expect(found()[0]).toBe(
      'Faltan líneas del rastro desde la 9: el almacén de claves del sistema había visto 12.',
    )
  })
})
