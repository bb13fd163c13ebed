import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { keysOfCustomer } from '../sales/sale-customer.ts'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { openDatabase } from '../sqlite/db.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { sellSample } from '../testing/sell-sample.ts'
import { erasedDoc, eraseMirrored } from './erase-mirrored.ts'
import { beginMirror } from './mirror.ts'
import { printOf } from './orders.ts'

const now = 10_000_000_000
const salt = 'a'.repeat(64)
const orderOf = (text: string) =>
  new Map([
    [
      randomUUID(),
      { at: now, salt, prints: keysOfCustomer(text).map((key) => printOf(salt, key)) },
    ],
  ])

/** What a register sent, in a mirror. */
function mirrored(sent: ReadonlyMap<string, object>) {
  const mirror = beginMirror(makeFolder('erase-mirrored', inMemory), 'any')
  mirror.take(
    'sale',
    [...sent].map(([id, doc]) => ({ code: 'C1', id, doc })),
  )
  mirror.finish({ at: now, only: null, account: '', registers: [] })
  return openDatabase(join(mirror.folder, 'journal.db'), { synchronous: 'NORMAL' })
}

const tender = { kind: 'credit', name: 'Luz Téllez' } as const
const sales = {
  phone: { reference: '3019998877', phone: '3019998877' },
  owed: { reference: 'x', phone: null, tender },
  other: { reference: '3010000000', phone: '3010000000' },
  later: { reference: '3019998877', phone: '3019998877', createdAt: now + 7_200_000 },
}

test.each([
  ['301 999 8877', ['phone']],
  ['luz tellez', ['owed']],
  // Whom the service named.
  ['79123456', ['other', 'owed', 'phone']],
])('%s is erased as the journal of its register does it', (text, named) => {
  const { journal } = openMemoryJournal()
  for (const [id, of] of Object.entries(sales))
    sellSample(journal, id, { createdAt: 1_000, values: {}, ...of })
  const imageOf = (id: string) => journal.outbox.image('sale', id) ?? {}
  const sent = new Map(Object.keys(sales).map((id) => [id, { ...imageOf(id), future: [{ a: 1 }] }]))
  const { changed, waiting, done } = eraseMirrored(mirrored(sent), orderOf(text), {
    now,
    keptSince: null,
  })
  expect(changed.map(({ id }) => id).toSorted()).toEqual(named)
  expect([waiting, done.length]).toEqual([[], 1])
  journal.personal.ask({ sales: named, notes: [] }, { at: now, why: 'request', by: null })
  journal.personal.eraseDue(now, 10)
  for (const one of changed)
    expect(erasedDoc(sent.get(one.id), one)).toEqual({ ...imageOf(one.id), future: [{ a: 1 }] })
})

test('what has no end stays; what was sent anew meanwhile, and what is no order, changes nothing', () => {
  const { journal } = openMemoryJournal()
  const of = { createdAt: 1_000, values: {}, ...sales.phone }
  const record = journal.prepare(intentSample({ id: 'phone', draftId: 'phone', ...of }))
  const sent = new Map([['phone', journal.outbox.image('sale', 'phone') ?? {}]])
  const open = eraseMirrored(mirrored(sent), orderOf('3019998877'), { now, keptSince: null })
  expect(open).toEqual({ changed: [], waiting: ['phone'], newer: [], done: [] })
  const error = { code: 'CONNECTION_REFUSED' } as const
  const facts = nextSale(record, { kind: 'not-sent', error }, 2_000)
  if (facts) journal.advance(record, { facts }, { kind: 'outcome', at: 2_000, error })
  const ended = journal.outbox.image('sale', 'phone')
  const { changed } = eraseMirrored(
    mirrored(new Map([['phone', ended ?? {}]])),
    orderOf('3019998877'),
    { now, keptSince: null },
  )
  const [one] = changed
  if (!one) throw new Error('nothing was erased')
  expect(erasedDoc(sent.get('phone'), one)).toBeNull()
  expect(erasedDoc(null, one)).toBeNull()
  const later = new Map<string, unknown>([
    ['x', {}],
    [randomUUID(), { at: 'x' }],
  ])
  const none = eraseMirrored(mirrored(sent), later, { now, keptSince: null })
  expect(none).toEqual({ changed: [], waiting: [], newer: [...later.keys()], done: [] })
})

test('what is too old is erased as the journal of its register does it, once it has an end', () => {
  const { journal } = openMemoryJournal()
  const of = { values: {}, ...sales.phone }
  const moment = 5_000_000_000
  for (const [id, createdAt] of [
    ['old', 1_000],
    ['young', moment],
  ] as const)
    sellSample(journal, id, { ...of, createdAt })
  journal.prepare(intentSample({ id: 'open', draftId: 'open', ...of, createdAt: 2_000 }))
  const ids = ['old', 'young', 'open']
  const sent = new Map(ids.map((id) => [id, journal.outbox.image('sale', id) ?? {}]))
  const { changed } = eraseMirrored(mirrored(sent), new Map(), { now, keptSince: moment })
  expect(changed.map(({ id }) => id)).toEqual(journal.personal.olderThan(moment, 10))
  const [one] = changed
  if (!one) throw new Error('nothing was erased')
  journal.personal.ask({ sales: ['old'], notes: [] }, { at: now, why: 'age', by: null })
  journal.personal.eraseDue(now, 10)
  expect(erasedDoc(sent.get('old'), one)).toEqual(journal.outbox.image('sale', 'old'))
})
