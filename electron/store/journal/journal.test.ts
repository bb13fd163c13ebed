import { spawn } from 'node:child_process'
import {
  appendFileSync,
  linkSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { knownAtClosing } from '../../../shared/domain/sale/closing.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { appError, Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { newestCopies } from '../recovery/copies.ts'
import { restoreCopy } from '../recovery/restore-copy.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from './journal.ts'
import type { Intent } from '../sales/intent.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { journalMigrations, openJournal, openJournalReader } from './open-journal.ts'
import type { SaleRecord } from '../sales/sale-row.ts'
import type { SaleFilter } from '../sales/sale-search.ts'

let folder = ''
const opened: { close(): void }[] = []

beforeEach(() => {
  folder = makeFolder('journal', inMemory)
})
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close()
})

function open(): Journal {
  const journal = openJournal(folder)
  opened.push(journal)
  return journal
}

function close(journal: Journal): void {
  opened.splice(opened.indexOf(journal), 1)
  journal.close()
}

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
  return 'nothing thrown'
}

/** Applies evidence as the selling feature does. */
function apply(
  journal: Journal,
  record: SaleRecord,
  evidence: SaleEvidence,
  now = 2000,
): SaleRecord {
  const facts = nextSale(record, evidence, now)
  if (!facts) throw new Error(`${evidence.kind} does not apply in ${record.state}`)
  const change = {
    facts,
    ...(evidence.kind === 'found' ? { transaction: evidence.transaction } : {}),
    ...(evidence.kind === 'accepted' ? { transactionId: 'tx-1' } : {}),
  }
  const next = journal.advance(record, change, { kind: 'outcome', at: now, error: facts.error })
  if (!next) throw new Error('the sale was changed by somebody else')
  return next
}

function sold(journal: Journal, changes: Partial<Intent> = {}): SaleRecord {
  const sent = apply(journal, journal.prepare(intentSample(changes)), { kind: 'sending' })
  return apply(journal, sent, { kind: 'accepted', skewMs: null })
}

const everything: SaleFilter = { limit: 100 }

describe('the journal', () => {
  it('keeps an intent whole, with its exact body and its line in intents.log', () => {
    const journal = open()
    const intent = intentSample()
    journal.prepare(intent)
    const reader = openJournalReader(folder)
    const record = reader?.sale(intent.id)
    reader?.close()
    expect(record).toMatchObject({ ...intent, state: 'PREPARED', sentAt: null, attempts: 0 })
    expect(record?.bodySha256).toMatch(/^[0-9a-f]{64}$/)
    const line: unknown = JSON.parse(readFileSync(join(folder, 'intents.log'), 'utf8'))
    expect(line).toEqual({ ...intent, bodySha256: record?.bodySha256 })
  })

  it('takes a draft once', () => {
    const journal = open()
    journal.prepare(intentSample({ id: 'a', draftId: 'draft-one' }))
    expect(codeOf(() => journal.prepare(intentSample({ id: 'b', draftId: 'draft-one' })))).toBe(
      'STORE_FAILED',
    )
    expect(journal.saleOfDraft('draft-one')?.id).toBe('a')
    expect(journal.sale('b')).toBeNull()
    expect(readFileSync(join(folder, 'intents.log'), 'utf8').trim().split('\n')).toHaveLength(1)
  })

  it('changes a sale only as it was read', () => {
    const journal = open()
    const prepared = journal.prepare(intentSample())
    const facts = nextSale(prepared, { kind: 'sending' }, 2000)
    if (!facts) throw new Error('a prepared sale can be sent')
    const event = { kind: 'sending', at: 2000, error: null } as const
    expect(journal.advance(prepared, { facts }, event)?.state).toBe('SENDING')
    expect(journal.advance(prepared, { facts }, event)).toBeNull()
    expect(journal.history(prepared.id).map(({ kind }) => kind)).toEqual(['prepared', 'sending'])
  })

  it('brings back everything that find said', () => {
    const journal = open()
    const found = transactionSample()
    apply(journal, sold(journal), { kind: 'found', transaction: found, skewMs: 5 })
    close(journal)
    const [sale] = open().list('p1', everything).sales
    expect(sale).toMatchObject({
      state: 'APPROVED',
      transactionId: 'tx-1',
      serviceId: found.id,
      transaction: found,
      seen: true,
      settledAt: 2000,
    })
  })

  it('answers each write with what it would read back, cut as the disk keeps it', () => {
    const journal = open()
    const check = (record: SaleRecord) => {
      expect(journal.sale(record.id)).toEqual(record)
      return record
    }
    const card = '4111 1111 1111 1111'
    const found = transactionSample()
    const person = { document: card, cellphone: '3001234567' }
    const prepared = check(journal.prepare(intentSample()))
    const sent = check(apply(journal, prepared, { kind: 'sending' }))
    const error = appError('SERVICE_REFUSED', { message: `tarjeta ${card}` })
    const refused = check(apply(journal, sent, { kind: 'refused', error, skewMs: 7 }))
    const transaction = { ...found, amount: { ...found.amount, minor: 1 }, person }
    const review = check(apply(journal, refused, { kind: 'found', transaction, skewMs: 5 }))
    const closing = { as: 'approved', at: 3000, reason: card, candidateId: null } as const
    const closed = journal.advance(
      review,
      { facts: review, closing: { ...closing, ...knownAtClosing(review) } },
      { kind: 'closed', at: 3000, error: null },
    )
    expect(closed && JSON.stringify(check(closed))).not.toContain(card)
  })

  it('refuses to change or delete what was written, whoever asks', () => {
    const journal = open()
    const { id } = sold(journal)
    const raw = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
    opened.push(raw)
    for (const sql of [
      'delete from sale',
      'delete from sale_event',
      "update sale_event set raw = 'x'",
      "update sale set body = 'x'",
      'update sale set amount = amount + 1',
    ]) {
      expect(codeOf(() => raw.exec(sql))).toBe('STORE_FAILED')
    }
    expect(journal.history(id)).toHaveLength(3)
  })

  it('cuts card numbers and secrets from answers and errors', () => {
    const journal = open()
    const record = journal.prepare(intentSample())
    const facts = nextSale(record, { kind: 'sending' }, 2000)
    if (!facts) throw new Error('a prepared sale can be sent')
    journal.advance(
      record,
      {
        facts: { ...facts, error: appError('SERVICE_REFUSED', { message: 'no 4111111111111111' }) },
      },
      {
        kind: 'sending',
        at: 2000,
        error: null,
        raw: '{"card":"4111 1111 1111 1111","access_token":"abc","h":"Bearer x.y-z"}',
      },
    )
    expect(journal.history(record.id)[1]?.raw).toBe(
      '{"card":"411111******1111","access_token":"***","h":"Bearer ***"}',
    )
    expect(journal.sale(record.id)?.error?.params).toEqual({ message: 'no 411111******1111' })
  })

  it('reads a sale whose error another version wrote', () => {
    const { journal, db } = openMemoryJournal()
    opened.push(journal)
    const { id } = journal.prepare(intentSample())
    db.run('update sale set error = ? where id = ?', '{"code":"NEW_CODE","params":{"a":[1]}}', id)
    expect(journal.sale(id)?.error).toEqual({ code: 'UNEXPECTED', params: { reason: 'NEW_CODE' } })
    expect(journal.open('p1')).toHaveLength(1)
  })

  it('begins a damaged lock anew', () => {
    close(open())
    const lock = join(folder, 'lock.db')
    writeFileSync(lock, 'not a database '.repeat(100))
    linkSync(lock, join(folder, 'same'))
    open()
    // In its place: whoever finds the damage at the same moment takes no file away from whoever has claimed it by then.
    expect(statSync(lock).nlink).toBe(2)
    expect(codeOf(() => openJournal(folder))).toBe('REGISTER_ALREADY_OPEN')
  })

  it('keeps of an endless answer its beginning and its length', () => {
    const journal = open()
    const record = journal.prepare(intentSample())
    const facts = nextSale(record, { kind: 'sending' }, 2000)
    if (!facts) throw new Error('a prepared sale can be sent')
    const raw = 'x'.repeat(1_000_000)
    journal.advance(record, { facts }, { kind: 'sending', at: 2000, error: null, raw })
    const kept = journal.history(record.id)[1]?.raw ?? ''
    expect(kept).toHaveLength(65_536 + '… (1000000)'.length)
    expect(kept).toMatch(/x… \(1000000\)$/)
  })

  it('finds sales by id, transaction, phone, reference, amount, day and state', () => {
    const journal = open()
    const day = Date.UTC(2026, 10, 21, 15)
    const changes = { reference: 'FACT-001 ñ', phone: '3009998877', createdAt: day }
    const wanted = sold(journal, { id: 'aa-1', draftId: 'draft-aa', ...changes })
    const done = apply(journal, wanted, {
      kind: 'found',
      transaction: transactionSample({ id: '777' }),
      skewMs: null,
    })
    sold(journal, { id: 'bb-2', draftId: 'draft-bb', createdAt: day + 86_400_000 })
    const ids = (filter: Partial<SaleFilter>) =>
      journal.list('p1', { ...everything, ...filter }).sales.map(({ id }) => id)
    expect(done.serviceId).toBe('777')
    const texts = [
      'AA-1',
      '777',
      '3009',
      '300999',
      '8877',
      '+57 300 999 88 77',
      'fact001',
      'FACT-001 Ñ',
    ]
    for (const text of texts) {
      expect(ids({ text })).toEqual(['aa-1'])
    }
    for (const text of ['tx-1', '5000', '$ 5.000']) expect(ids({ text })).toEqual(['bb-2', 'aa-1'])
    expect(ids({ text: 'nothing' })).toEqual([])
    expect(ids({ day: '2026-11-21' })).toEqual(['aa-1'])
    expect(ids({ states: ['ACCEPTED'] })).toEqual(['bb-2'])
    expect(journal.list('p1', { ...everything, limit: 1 })).toMatchObject({ count: 2 })
    expect(journal.list('other', everything).count).toBe(0)
    expect(journal.open('p1').map(({ id }) => id)).toEqual(['bb-2'])
    expect(journal.dayTotals('p1', '2026-11-21')).toEqual([
      {
        state: 'APPROVED',
        direction: 'in',
        count: 1,
        total: { minor: 520_000, currency: 'COP' },
      },
    ])
    expect(journal.soldCounts('p1')).toEqual(new Map([['10000', 2]]))
  })

  it('remembers the balance as it was', () => {
    const journal = open()
    const money = (minor: number) => ({ minor, currency: 'COP' })
    const snapshot = { at: 5, reason: 'opening', balance: money(7), profits: money(8) } as const
    journal.recordBalance('p1', { ...snapshot, skewMs: -86_400_000 })
    journal.recordBalance('p1', snapshot)
    expect(journal.snapshots('p1')).toEqual([
      { ...snapshot, skewMs: -86_400_000 },
      { ...snapshot, skewMs: null },
    ])
  })
})

describe('its files', () => {
  it('lets one writer in, any number of readers, and the next writer after the first', () => {
    const journal = open()
    const { id } = sold(journal)
    expect(codeOf(() => openJournal(folder))).toBe('REGISTER_ALREADY_OPEN')
    const reader = openJournalReader(folder)
    if (!reader) throw new Error('there is a journal to read')
    opened.push(reader)
    expect(reader.sale(id)?.state).toBe('ACCEPTED')
    close(journal)
    expect(open().sale(id)?.state).toBe('ACCEPTED')
  })

  it('has an identity that is drawn once, comes with its copies and cannot be changed', () => {
    const journal = open()
    const id = journal.registerId()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    close(journal)
    expect(open().registerId()).toBe(id)
    const other = openMemoryJournal()
    expect(other.journal.registerId()).not.toBe(id)
    expect(codeOf(() => other.db.run('update register set id = 1'))).toBe('STORE_FAILED')
    expect(codeOf(() => other.db.run('delete from register'))).toBe('STORE_FAILED')
    const sale = other.journal.prepare(intentSample({ cashier: 'Ana', cashierId: 'p-ana' }))
    expect(other.journal.sale(sale.id)).toMatchObject({ cashier: 'Ana', cashierId: 'p-ana' })
    const change = "update sale set cashier_id = 'p-luis'"
    expect(codeOf(() => other.db.run(change))).toBe('STORE_FAILED')
  })

  it('is free again after the process that held it was killed, with all it had written', async () => {
    const program = join(import.meta.dirname, '../testing/journal-holder.ts')
    // Its collector has run: the claim is the process's, whoever still names the journal.
    const holder = spawn(process.execPath, ['--expose-gc', program, folder])
    await new Promise<void>((resolve, reject) => {
      holder.stdout.once('data', () => resolve())
      holder.once('exit', (code) => reject(new Error(`the holder ended with ${code}`)))
    })
    expect(codeOf(() => openJournal(folder))).toBe('REGISTER_ALREADY_OPEN')
    const gone = new Promise((resolve) => holder.once('close', resolve))
    holder.kill('SIGKILL')
    await gone
    expect(
      open()
        .list('p1', everything)
        .sales.map(({ state }) => state),
    ).toEqual(['SENDING'])
  })

  it('has nothing to read before the first sale', () => {
    expect(openJournalReader(folder)).toBeNull()
  })

  it('refuses a newer journal, and leaves it as it is', () => {
    close(open())
    const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
    db.run("insert into migrations (id, applied_at) values ('29991231T0000-later', 1)")
    db.close()
    expect(codeOf(() => open())).toBe('JOURNAL_NEWER')
    expect(codeOf(() => openJournalReader(folder))).toBe('JOURNAL_NEWER')
  })

  it('closes a line that a crash tore, so that the next intent is whole', () => {
    close(open())
    appendFileSync(join(folder, 'intents.log'), '{"id":"torn')
    open().prepare(intentSample())
    const lines = readFileSync(join(folder, 'intents.log'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[1] ?? '')).toHaveProperty('id', 'sale-0001')
  })

  it('copies the journal aside before it takes another shape, and checks the copy', () => {
    const journal = open()
    const { id } = sold(journal)
    close(journal)
    const later = {
      id: '29990101T0000-later',
      up: (db: Database) => db.exec('create table later (n)'),
    }
    opened.push(openJournal(folder, [...journalMigrations, later]))
    const [copy, ...others] = newestCopies(folder)
    expect(others).toEqual([])
    const path = join(folder, 'restored.db')
    expect(copy && restoreCopy(copy, path)).toBe(true)
    const backup = openDatabase(path, { synchronous: 'FULL' })
    opened.push(backup)
    const shape = backup.all(z.object({ name: z.string() }), 'select name from sqlite_schema')
    expect(shape.map(({ name }) => name)).not.toContain('later')
    expect(backup.all(z.object({ id: z.string() }), 'select id from sale')).toEqual([{ id }])
  })

  it('is for its owner alone', () => {
    open()
    if (process.platform === 'win32') return
    for (const file of ['journal.db', 'journal.db-wal', 'intents.log']) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    }
  })

  it('makes no backup when there is nothing to migrate', () => {
    close(open())
    close(open())
    expect(readdirSync(folder)).not.toContain('backups')
  })
})
