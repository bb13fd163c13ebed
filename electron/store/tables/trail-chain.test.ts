import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { appError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { makeBackup } from '../recovery/backups.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { openDatabase } from '../sqlite/db.ts'
import { migrate } from '../sqlite/migrate.ts'
import { journalMigrations, openJournal, openJournalReader } from '../journal/open-journal.ts'
import { trailChain } from '../migrations/20261122T0510-trail-chain.ts'
import { trailStart } from './trail-chain.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder('trail-chain')
})

const ana = { id: 'ana', name: 'Ana', role: 'cashier', rights: [], active: true } as const
const person = { ...ana, limits: noCashLimits, pinHash: 'scrypt', createdAt: 5 }
const made = { at: 5, person: null, action: 'people.created', subject: 'Ana' }

it('brings a trail from before into the chain, the same way each time, with who is there', () => {
  const links = [1, 2].map((round) => {
    const place = join(folder, String(round))
    const before = journalMigrations.slice(0, journalMigrations.indexOf(trailChain))
    mkdirSync(place, { recursive: true })
    const first = openDatabase(join(place, 'journal.db'), { synchronous: 'FULL' })
    migrate(first, before)
    first.close()
    const old = new DatabaseSync(join(place, 'journal.db'))
    old.exec("insert into person values ('ana', 'Ana', 'cashier', '[]', 1, 'scrypt', 5, 0, 0)")
    const insert = old.prepare(
      "insert into trail (at, action, detail) values (?, 'settings.set', ?)",
    )
    for (let line = 0; line < 25; line += 1) insert.run(line, `ñ "${line}" \u0000`)
    old.close()
    const { trail, close } = openJournal(place)
    const walked = trail.walk(trailStart, 100)
    expect(walked).toEqual({ to: trail.head(), broken: [] })
    expect(trail.peopleUnlike()).toEqual([])
    close()
    return walked.to
  })
  expect(links[0]).toMatchObject({ lines: 26 })
  expect(links[0]).toEqual(links[1])
})

it('changes nobody without a line, nor writes a line of what was not done', () => {
  const journal = openJournal(folder)
  const broken = { ...made, at: 0.5 }
  expect(() => journal.people.put(person, broken)).toThrow()
  expect([journal.people.all(), journal.trail.head()]).toEqual([[], trailStart])
  journal.people.put(person, { ...made, subject: 'A\ud800' })
  journal.people.setTries('ana', 4, 9)
  expect(journal.trail.walk(trailStart, 9)).toMatchObject({ to: { lines: 1 }, broken: [] })
  expect(journal.trail.peopleUnlike()).toEqual([])
  const reader = openJournalReader(folder)
  expect(reader?.trail.walk(trailStart, 9).broken).toEqual([])
  reader?.close()
  journal.close()
})

it('stays whole when a customer is erased', () => {
  const journal = openJournal(folder)
  const sale = journal.prepare(intentSample({ createdAt: 1 }))
  const error = appError('CONNECTION_LOST')
  const facts = nextSale(sale, { kind: 'not-sent', error }, 2)
  if (!facts) throw new Error('not-sent')
  journal.advance(sale, { facts }, { kind: 'outcome', at: 2, error })
  const before = journal.trail.head()
  const now = Date.now()
  const line = { at: now, person: null, action: 'privacy.erase', subject: '••• 4567' }
  journal.personal.ask({ sales: [sale.id], notes: [] }, { at: now, why: 'request', by: null }, line)
  expect(journal.personal.eraseDue(now, 9)).toBe(1)
  expect(journal.personal.isErased(sale.id)).toBe(true)
  expect(journal.trail.walk(trailStart, 9)).toMatchObject({
    to: { lines: before.lines + 1 },
    broken: [],
  })
  journal.close()
})

it('says that the journal came from a copy, and from which', () => {
  const journal = openJournal(folder)
  journal.people.put(person, made)
  const { name: copy } = makeBackup(folder, 'hourly')
  journal.trail.add({ at: 6, person: null, action: 'settings.set' })
  journal.close()
  writeFileSync(join(folder, 'journal.db'), 'x'.repeat(5000))
  openJournal(folder).close()
  const restored = openJournal(folder)
  expect(restored.trail.notices(0, 9)).toMatchObject([
    { seq: 2, action: 'journal.restored', subject: copy },
  ])
  expect(restored.trail.lastRestore()).toMatchObject({ lines: 2 })
  expect(restored.trail.walk(trailStart, 9)).toMatchObject({ to: { lines: 2 }, broken: [] })
  restored.close()
})
