import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { backupName } from './backup-names.ts'
import { changedSinceBackup, makeBackup } from './backups.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { openJournal } from '../journal/open-journal.ts'
import { acknowledgeRecovery, readRecovery, writeRecovery } from './recovery-note.ts'
import type { SaleRecord } from '../sales/sale-row.ts'

let folder = ''
let opened: Journal[] = []

beforeEach(() => {
  folder = makeFolder('recovery', inMemory)
})
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close()
})

const file = (name: string) => join(folder, name)

function open(): Journal {
  const journal = openJournal(folder)
  opened.push(journal)
  return journal
}

function close(journal: Journal): void {
  opened = opened.filter((one) => one !== journal)
  journal.close()
}

function step(journal: Journal, record: SaleRecord, evidence: SaleEvidence, at = 2000): SaleRecord {
  const facts = nextSale(record, evidence, at)
  const event = { kind: 'outcome', at, error: null } as const
  const after = facts && journal.advance(record, { facts }, event)
  if (!after) throw new Error(`${evidence.kind} does not apply in ${record.state}`)
  return after
}

function sell(journal: Journal, name: string, createdAt = 1000): SaleRecord {
  const intent = intentSample({ id: `sale-${name}`, draftId: `draft-${name}`, createdAt })
  const sent = step(journal, journal.prepare(intent), { kind: 'sending' })
  return step(journal, sent, { kind: 'accepted', skewMs: null })
}

const stateOf = (journal: Journal, name: string) => journal.sale(`sale-${name}`)?.state

/** A journal with sale a in the newest backup, b only after it, and everything closed. */
function shop(): void {
  const journal = open()
  sell(journal, 'a')
  makeBackup(folder, 'hourly')
  sell(journal, 'b')
  close(journal)
}

const damages: Record<string, () => void> = {
  'not a database': () => writeFileSync(file('journal.db'), 'nothing of this is a database'),
  'a header of garbage': () => {
    const bytes = readFileSync(file('journal.db'))
    writeFileSync(file('journal.db'), bytes.fill(0xa5, 0, 100))
  },
  'pages torn': () => {
    const bytes = readFileSync(file('journal.db'))
    writeFileSync(file('journal.db'), bytes.fill(7, 4096 * 2 + 1000, 4096 * 6))
  },
  'cut in the middle of a page': () => truncateSync(file('journal.db'), 4096 * 5 + 77),
  'cut to nothing': () => truncateSync(file('journal.db'), 0),
  gone: () => rmSync(file('journal.db')),
  emptied: () => {
    rmSync(file('journal.db'))
    openDatabase(file('journal.db'), { synchronous: 'FULL' }).close()
  },
}

describe('a journal that cannot be used', () => {
  it.each(Object.keys(damages))('%s: restored from the newest copy, then intents.log', (name) => {
    shop()
    damages[name]?.()
    const before = existsSync(file('journal.db')) ? readFileSync(file('journal.db')) : null
    const journal = open()
    expect(stateOf(journal, 'a')).toBe('ACCEPTED')
    expect(journal.sale('sale-b')).toMatchObject({
      state: 'UNKNOWN',
      sentAt: 1000,
      outcome: 'unknown',
      error: { code: 'SALE_INTERRUPTED' },
    })
    expect(journal.sale('sale-b')?.nextLookAt).not.toBeNull()
    expect(journal.history('sale-b').map(({ kind, state }) => [kind, state])).toEqual([
      ['prepared', 'PREPARED'],
      ['crash-recovery', 'SENDING'],
      ['crash-recovery', 'UNKNOWN'],
    ])
    const recovery = readRecovery(folder)
    expect(recovery).toMatchObject({ phase: 'done', replayed: 1, unreadable: 0 })
    expect(recovery?.restoredFrom).toMatch(/-hourly\.pages$/)
    const [aside] = recovery?.setAside ?? []
    if (before && before.length > 0 && aside) {
      expect(readFileSync(join(folder, 'damaged', aside)).equals(before)).toBe(true)
    }
    // It goes on as any other: sold, closed, opened again without another recovery.
    sell(journal, 'c')
    close(journal)
    const again = open()
    expect(['a', 'b', 'c'].map((one) => stateOf(again, one))).toEqual([
      'ACCEPTED',
      'UNKNOWN',
      'ACCEPTED',
    ])
    expect(readRecovery(folder)).toEqual(recovery)
  })

  it('is filled from intents.log alone where there is no copy', () => {
    const journal = open()
    sell(journal, 'a')
    sell(journal, 'b')
    close(journal)
    writeFileSync(file('journal.db'), 'x'.repeat(5000))
    const recovered = open()
    expect(['a', 'b'].map((one) => stateOf(recovered, one))).toEqual(['UNKNOWN', 'UNKNOWN'])
    expect(readRecovery(folder)).toMatchObject({ restoredFrom: null, replayed: 2 })
  })

  it('passes over copies that are damaged themselves', () => {
    const journal = open()
    sell(journal, 'a')
    makeBackup(folder, 'shift', Date.now() - 2000)
    sell(journal, 'b')
    const { name } = makeBackup(folder, 'hourly')
    close(journal)
    truncateSync(join(folder, 'backups', name), 4096 * 3)
    writeFileSync(file('journal.db'), 'x')
    const recovered = open()
    expect(['a', 'b'].map((one) => stateOf(recovered, one))).toEqual(['ACCEPTED', 'UNKNOWN'])
    expect(readRecovery(folder)?.restoredFrom).toMatch(/-shift\.pages$/)
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(2)
  })

  it('passes over what cannot be read at all among the copies, and goes on making them', () => {
    const journal = open()
    sell(journal, 'a')
    const folders = backupName(Date.now() - 3000, 'hourly').name
    const gone = backupName(Date.now() - 2000, 'hourly').name
    mkdirSync(join(folder, 'backups', folders), { recursive: true })
    symlinkSync(file('nowhere'), join(folder, 'backups', gone))
    const { name } = makeBackup(folder, 'shift')
    sell(journal, 'b')
    expect(changedSinceBackup(folder)).toBe(true)
    close(journal)
    writeFileSync(file('journal.db'), 'x')
    const recovered = open()
    expect(['a', 'b'].map((one) => stateOf(recovered, one))).toEqual(['ACCEPTED', 'UNKNOWN'])
    expect(readRecovery(folder)?.restoredFrom).toBe(name)
  })

  it('is restored from the copy that holds most, not from one that a wrong clock named later', () => {
    const journal = open()
    sell(journal, 'a')
    makeBackup(folder, 'hourly', Date.now() + 365 * 24 * 3_600_000)
    sell(journal, 'b')
    const { name } = makeBackup(folder, 'shift')
    close(journal)
    writeFileSync(file('journal.db'), 'x')
    const recovered = open()
    expect(['a', 'b'].map((one) => stateOf(recovered, one))).toEqual(['ACCEPTED', 'ACCEPTED'])
    expect(readRecovery(folder)).toMatchObject({ restoredFrom: name, replayed: 0 })
  })

  it('is set aside whole, with its -wal and -shm, and never beside another WAL', () => {
    const journal = open()
    makeBackup(folder, 'hourly')
    sell(journal, 'a')
    for (const ending of ['', '-wal', '-shm'])
      copyFileSync(file(`journal.db${ending}`), file(`kept${ending}`))
    close(journal)
    for (const ending of ['', '-wal', '-shm'])
      renameSync(file(`kept${ending}`), file(`journal.db${ending}`))
    const wal = readFileSync(file('journal.db-wal'))
    truncateSync(file('journal.db'), 0)
    open()
    const [aside = ''] = readRecovery(folder)?.setAside ?? []
    expect(
      readdirSync(file('damaged'))
        .filter((name) => name.startsWith(aside))
        .sort(),
    ).toEqual([aside, `${aside}-shm`, `${aside}-wal`])
    expect(readFileSync(join(file('damaged'), `${aside}-wal`)).equals(wal)).toBe(true)
  })

  it('goes on where a crash ended a recovery', () => {
    shop()
    const note = { at: 1, setAside: [], restoredFrom: null, replayed: 0, unreadable: 0 }
    // The WAL was moved already, the database not yet.
    writeRecovery(folder, { ...note, phase: 'begun' })
    const begun = open()
    expect(stateOf(begun, 'b')).toBe('UNKNOWN')
    expect(readRecovery(folder)?.setAside).toHaveLength(1)
    close(begun)
    // The copy was in place, intents.log not yet read.
    rmSync(file('journal.db'))
    const [copy = ''] = readdirSync(file('backups'))
    copyFileSync(join(file('backups'), copy), file('journal.db'))
    writeRecovery(folder, { ...note, phase: 'restored', restoredFrom: copy })
    const restored = open()
    expect(stateOf(restored, 'b')).toBe('UNKNOWN')
    expect(readRecovery(folder)).toMatchObject({ phase: 'done', restoredFrom: copy, replayed: 1 })
  })

  it('is acknowledged once, and the note is kept', () => {
    shop()
    writeFileSync(file('journal.db'), 'x')
    close(open())
    acknowledgeRecovery(folder)
    expect(readRecovery(folder)).toBeNull()
    expect(readdirSync(file('damaged')).filter((name) => name.endsWith('.json'))).toHaveLength(1)
    open()
    expect(readRecovery(folder)).toBeNull()
  })

  it('of a newer version stays as it is', () => {
    shop()
    const db = openDatabase(file('journal.db'), { synchronous: 'FULL' })
    db.run("insert into migrations (id, applied_at) values ('29991231T0000-later', 1)")
    db.close()
    expect(() => open()).toThrow(expect.objectContaining({ error: { code: 'JOURNAL_NEWER' } }))
    expect(existsSync(file('damaged'))).toBe(false)
    expect(readRecovery(folder)).toBeNull()
  })
})

describe('intents.log at every start', () => {
  it('brings back what the newest commits lost, and says so', () => {
    const journal = open()
    sell(journal, 'a')
    close(journal)
    copyFileSync(file('journal.db'), file('earlier.db'))
    const later = open()
    sell(later, 'b')
    close(later)
    renameSync(file('earlier.db'), file('journal.db'))
    const short = open()
    expect(['a', 'b'].map((one) => stateOf(short, one))).toEqual(['ACCEPTED', 'UNKNOWN'])
    expect(readRecovery(folder)).toMatchObject({ phase: 'done', setAside: [], replayed: 1 })
  })

  it('brings back all that a much older one lacks, which somebody put in its place', () => {
    const journal = open()
    sell(journal, 'a')
    close(journal)
    copyFileSync(file('journal.db'), file('earlier.db'))
    const later = open()
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h']
    const body = `{"note":"${'x'.repeat(300_000)}"}`
    for (const name of names) {
      later.prepare(intentSample({ id: `sale-${name}`, draftId: `draft-${name}`, body }))
    }
    close(later)
    renameSync(file('earlier.db'), file('journal.db'))
    const short = open()
    expect(names.map((one) => stateOf(short, one))).toEqual(names.map(() => 'UNKNOWN'))
    expect(readRecovery(folder)).toMatchObject({ replayed: 7 })
  })

  it('holds a sale that is only PREPARED, and has its line, for one that may have been sent', () => {
    const journal = open()
    journal.prepare(intentSample())
    close(journal)
    expect(open().sale('sale-0001')?.state).toBe('UNKNOWN')
    // An ordinary crash: there is nothing that a person has to read.
    expect(readRecovery(folder)).toBeNull()
  })

  it('leaves a PREPARED sale without a line as it is: nothing of it was sent', () => {
    const journal = open()
    journal.prepare(intentSample())
    close(journal)
    writeFileSync(file('intents.log'), '')
    expect(open().sale('sale-0001')?.state).toBe('PREPARED')
  })

  it('passes over lines that are torn, foreign or changed, and keeps two sales of one draft apart', () => {
    const journal = open()
    sell(journal, 'a')
    close(journal)
    const whole = readFileSync(file('intents.log'), 'utf8').trim()
    const changed = whole.replaceAll('sale-a', 'sale-x').replaceAll('10000', '10001')
    const twin = whole.replace('sale-a', 'sale-z')
    appendFileSync(file('intents.log'), `{"id":"torn\n\nnull\n${changed}\n${twin}\n`)
    writeFileSync(file('journal.db'), 'x')
    const recovered = open()
    expect(['a', 'z', 'x'].map((one) => stateOf(recovered, one))).toEqual([
      'UNKNOWN',
      'UNKNOWN',
      undefined,
    ])
    expect(recovered.sale('sale-z')?.draftId).toBe('draft-a:sale-z')
    expect(readRecovery(folder)).toMatchObject({ replayed: 2, unreadable: 3 })
  })
})

it('says that the disk is full, and moves nothing, when not even the note can be written', () => {
  shop()
  writeFileSync(file('journal.db'), 'x')
  // A name that is taken by a folder stands for a disk that takes no file.
  writeRecoveryBlocked()
  expect(() => open()).toThrow(Failure)
  expect(readFileSync(file('journal.db'), 'utf8')).toBe('x')
})

function writeRecoveryBlocked(): void {
  rmSync(file('recovery.json.new'), { force: true })
  openDatabase(file('unused.db'), { synchronous: 'FULL' }).close()
  rmSync(file('unused.db'))
  renameSync(file('backups'), file('recovery.json.new'))
}
