import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openJournalReadOnly } from '../journal/open-journal.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { sellSample } from '../testing/sell-sample.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { readImage, type Image } from './images.ts'
import { beginMirror, type MirrorWriter, type ReadImage } from './mirror.ts'
import { registersOf } from './mirrored.ts'

const cop = (minor: number) => ({ minor, currency: 'COP' })
const tenders: readonly Tender[] = [
  { kind: 'cash', received: null },
  { kind: 'transfer', via: 'Nequi', note: '77', seen: false },
  { kind: 'credit', name: 'Luz' },
  { kind: 'cash', received: null, first: { kind: 'credit', name: 'Luz', amount: cop(120_000) } },
]
const none = { sales: [], movements: [], payouts: [], credits: [], unconfirmed: [], owed: [] }

/** What a register does, one thing after the other; all its names begin with its own. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), tender: fc.nat(3), at: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constant('begin' as const), at: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constant('erase' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('claim' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('print' as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant('shift' as const), isClosed: fc.boolean() }),
  fc.record({ kind: fc.constant('balance' as const), at: fc.nat(1_000_000) }),
)
const many = { minLength: 30, maxLength: 60 }
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The images of a register that did this, by their kind and name. */
function imagesOf(code: string, steps: readonly Step[]): Map<string, Image> {
  const { journal, db } = openMemoryJournal()
  const sales: string[] = []
  steps.forEach((one, at) => {
    const id = `${code}-${at}`
    const sale = 'which' in one ? sales[one.which % Math.max(1, sales.length)] : undefined
    switch (one.kind) {
      case 'sell':
        sellSample(journal, id, { createdAt: one.at, tender: tenders[one.tender] })
        return void sales.push(id)
      case 'begin':
        return void journal.prepare(intentSample({ id, draftId: id, createdAt: one.at }))
      case 'erase':
        if (sale === undefined || journal.personal.isErased(sale)) return
        journal.personal.ask({ sales: [sale], notes: [] }, { at: 1, why: 'request', by: null })
        return void journal.personal.eraseDue(Number.MAX_SAFE_INTEGER, 9)
      case 'claim':
        if (sale === undefined) return
        return void db.run(
          `insert into claim_event (sale_id, at, step, happened_on, text) values (?, 1, 'opened', '', 'x')`,
          sale,
        )
      case 'print': {
        if (sale === undefined) return
        const columns = `(sale_id, kind, number, at, printer) values (?, 'receipt', ?, 1, '')`
        db.run(`insert into receipt_print ${columns}`, sale, at + 1)
        return void db.run(
          `insert into receipt_print_end select max(seq), 'done', 2 from receipt_print`,
        )
      }
      case 'shift': {
        const who = { cashierId: null, cashier: 'Ana', follows: null }
        if (journal.shifts.open('p1').length > 0) return
        const base = [{ currency: 'COP', pieces: [], other: at }]
        const shift = journal.shifts.begin({ id, profileId: 'p1', openedAt: at, base, ...who })
        journal.shifts.addCount(id, { at, counts: base, due: [] })
        if (!one.isClosed) return
        journal.shifts.close(shift, at, (number) => ({
          ...{ ...none, transfers: [], owedElse: [], drawers: [], counts: [], register: null },
          ...{ shift: { ...shift, closedAt: at, number }, at, note: '', prepaid: null },
          ...{ trail: null, closedBy: null },
        }))
        return
      }
      case 'balance':
        return journal.recordBalance('p1', {
          ...{ at: one.at, reason: 'opening', balance: cop(at), profits: cop(0) },
        })
    }
  })
  journal.outbox.begin({
    ...{ id: code, code, name: code, login: code, url: '', ca: null, begunAt: 1 },
  })
  const images = new Map<string, Image>()
  for (const { kind, ref } of journal.outbox.after(0, 10_000)) {
    const image = journal.outbox.image(kind, ref)
    if (image && ['sale', 'shift', 'balance'].includes(kind)) images.set(`${kind} ${ref}`, image)
  }
  return images
}

/** As they are but for what each journal names by itself. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const own = ['seq', 'print_seq', 'draft_id', 'profile_id', 'register', 'stage', 'by']
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => (own.includes(name) ? [] : [[name, bare(of)]])),
  )
}

const read = (mirror: MirrorWriter, codes: readonly string[]) => ({
  ...{ at: 5, only: null, account: 'Tienda' },
  registers: codes.map((code) => ({
    ...{ code, name: code, branch: null, retired: null, complete: 5, isForked: false, unplaced: 0 },
    ...{ ...mirror.taken(code), stream: 'a', seq: 1, tip: 'b' },
  })),
})

/** As the hub gives them: through JSON, of any order of registers. */
function taken(mirror: MirrorWriter, code: string, images: ReadonlyMap<string, Image>): void {
  for (const [name, image] of images) {
    const [kind = '', id = ''] = name.split(' ')
    const doc: unknown = JSON.parse(JSON.stringify(image))
    if (kind === 'sale' || kind === 'shift' || kind === 'balance')
      mirror.take(kind, [{ code, id: kind === 'balance' ? `${code} ${id}` : id, doc }])
  }
}

test('images of several journals are in the mirror what they were, and their sums are the same', () => {
  const folder = makeFolder('mirror', inMemory)
  fc.assert(
    fc.property(fc.tuple(fc.array(step, many), fc.array(step, many)), (all) => {
      const registers = all.map((steps, at) => [`C${at + 1}`, steps] as const)
      const mirror = beginMirror(folder, 'here')
      try {
        const sent = registers.map(([code, steps]) => [code, imagesOf(code, steps)] as const)
        for (const [code, images] of sent) taken(mirror, code, images)
        mirror.finish(
          read(
            mirror,
            registers.map(([code]) => code),
          ),
        )
        const db = openJournalReadOnly(mirror.folder)
        if (!db) throw new Error('there is no mirror')
        const found = registersOf(db)
        let total = 0
        for (const [code, images] of sent) {
          expect(mirror.taken(code).unreadable).toEqual([])
          for (const [name, image] of images) {
            const [kind, id = ''] = name.split(' ')
            if (kind !== 'sale' && kind !== 'shift') continue
            expect(bare(readImage(db, kind, id))).toEqual(bare(image))
            expect(found?.[kind === 'sale' ? 'ofSale' : 'ofShift'](id)).toBe(code)
            const sale = image.sale
            if (sale && !Array.isArray(sale)) total += Number(sale.total)
          }
        }
        const [[sum, sales] = []] = db.arrays('select total(total), count(*) from sale')
        const names = sent.flatMap(([, images]) => [...images.keys()])
        const count = (kind: string) => names.filter((name) => name.startsWith(`${kind} `)).length
        expect([sum, sales]).toEqual([total, count('sale')])
        const [[balances] = []] = db.arrays(
          "select count(*) from balance_snapshot where profile_id = 'here'",
        )
        expect(balances).toBe(count('balance'))
        db.close()
      } finally {
        mirror.drop()
      }
    }),
    { numRuns: 2 },
  )
  expect(readdirSync(join(folder, 'mirror'))).toEqual([])
})

test('what cannot be read is named, and keeps nothing else out', () => {
  const folder = makeFolder('mirror', inMemory)
  const images = imagesOf('C1', [
    { kind: 'sell', tender: 0, at: 1 },
    { kind: 'sell', tender: 1, at: 2 },
    { kind: 'shift', isClosed: true },
  ])
  const sale = { ...images.get('sale C1-0') }
  const shift = { ...images.get('shift C1-2') }
  const wrong: [MirrorKind: 'sale' | 'shift', ...ReadImage[]][] = [
    ['sale', { code: 'C1', id: 'other', doc: sale }],
    ['sale', { code: 'C1', id: 'x1', doc: null }],
    ['sale', { code: 'C1', id: 'x2', doc: { sale: { id: 'x2' } } }],
    ['sale', { code: 'C1', id: 'x3', doc: { sale: { ...row(sale.sale), id: 'x3', total: 1.5 } } }],
    [
      'sale',
      { code: 'C1', id: 'x4', doc: { sale: { ...row(sale.sale), id: 'x4', state: 'GONE' } } },
    ],
    [
      'sale',
      {
        code: 'C1',
        id: 'x5',
        doc: { sale: { ...row(sale.sale), id: 'x5' }, tender: [{ sale_id: 'y' }] },
      },
    ],
    [
      'shift',
      {
        code: 'C1',
        id: 'x6',
        doc: {
          shift: { ...row(shift.shift), id: 'x6' },
          shift_close: [{ shift_id: 'x6', number: 1, closed_at: 1, report: '{}' }],
        },
      },
    ],
  ]
  // What a sale is read with is not all that a report reads of one.
  const odd = [
    ['x7', { tender: '[]' }],
    ['x8', { first_tender: 'cash', first_amount: 1 }],
    ['x9', { sent_at: Number.MAX_SAFE_INTEGER }],
    ['x10', { skew_ms: -1e300 }],
  ] as const
  for (const [id, of] of odd)
    wrong.push(['sale', { code: 'C1', id, doc: { sale: { ...row(sale.sale), id, ...of } } }])
  const mirror = beginMirror(folder, 'here')
  for (const [kind, ...all] of wrong) mirror.take(kind, all)
  taken(mirror, 'C1', images)
  // Of another register that calls a sale of its own so: the first one's stands.
  mirror.take('sale', [{ code: 'C2', id: 'C1-0', doc: sale }])
  expect(mirror.taken('C1')).toEqual({
    ...{ sales: 2, shifts: 1 },
    unreadable: [
      ...['sale other', 'sale x1', 'sale x2', 'sale x3', 'sale x4', 'sale x5', 'shift x6'],
      ...odd.map(([id]) => `sale ${id}`),
    ],
  })
  expect(mirror.taken('C2')).toEqual({ sales: 0, shifts: 0, unreadable: ['sale C1-0'] })
  mirror.drop()
})

const row = (of: Image[string] | undefined) => (Array.isArray(of) ? {} : of)

test('what a killed program left goes with the next, and what another one uses stays', () => {
  const folder = makeFolder('mirror', inMemory)
  const used = beginMirror(folder, 'here')
  const left = join(folder, 'mirror', 'left')
  mkdirSync(left)
  writeFileSync(join(left, 'journal.db'), 'customers')
  const next = beginMirror(folder, 'here')
  expect([used, next].map((one) => existsSync(one.folder))).toEqual([true, true])
  expect(existsSync(left)).toBe(false)
  used.drop()
  next.drop()
})
