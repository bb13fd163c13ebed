import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { morning, rowSample } from '../../../shared/domain/testing/reconciliation-samples.ts'
import { Failure } from '../../../shared/errors.ts'
import type { TransactionRow, ReportKind } from '../../../shared/domain/sale/transaction.ts'
import type { MerchantService } from '../../service/service.ts'
import { intentSample, transactionSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createReconciliation } from './reconciliation.ts'

const hour = 3_600_000
const day = '2026-11-21'
const cop = (units: number) => ({ minor: units * 100, currency: 'COP' })
let journal: ReturnType<typeof openMemoryJournal>['journal']
let rows: Record<ReportKind, TransactionRow[]>
let now: number

beforeEach(() => {
  journal = openMemoryJournal().journal
  rows = { sales: [], buys: [] }
  now = morning + 10 * hour
})
afterEach(() => journal.close())

const list: MerchantService['list'] = async (kind, from, to) => ({
  rows: rows[kind].filter(({ createdAt }) => {
    const on = createdAt?.local.slice(0, 10) ?? from
    return from <= on && on <= to
  }),
  exchange: { startedAt: now, endedAt: now, httpStatus: 200, serverDate: now, raw: null },
  attempts: 1,
})

function reconcile(day_ = day) {
  const absent = () => Promise.reject(new Error('only list is asked'))
  const service: MerchantService = {
    profile: {
      id: 'p1',
      name: 'Tienda',
      country: 'CO',
      baseUrl: 'http://127.0.0.1:1',
      apiVersion: '',
      deviceId: '',
      position: null,
      valuesAs: 'strings',
      sandbox: true,
    },
    list,
    getBusiness: absent,
    listProducts: absent,
    getProduct: absent,
    query: absent,
    sell: absent,
    find: absent,
    turn: async () => undefined,
    generateLink: absent,
    getImage: absent,
    close: async () => undefined,
  }
  const handlers = createReconciliation({
    journal: () => journal,
    profileId: () => 'p1',
    service: () => service,
    now: () => now,
  })
  return handlers['reconciliation.day']({ day: day_ })
}

/** A sale sent at a moment, with what came of it. */
function sold(id: string, at: number, ...evidence: SaleEvidence[]) {
  let record = journal.prepare(intentSample({ id, draftId: `draft-${id}`, createdAt: at }))
  for (const one of [{ kind: 'sending' } as const, ...evidence]) {
    const facts = nextSale(record, one, at)
    if (!facts) throw new Error('evidence does not apply')
    const transaction = one.kind === 'found' ? { transaction: one.transaction } : {}
    const event = { kind: 'lookup', at, error: null } as const
    record = journal.advance(record, { facts, ...transaction }, event) ?? record
  }
}
const accepted = { kind: 'accepted', skewMs: 0 } as const
const foundAs = (id: string, before: number, after: number): SaleEvidence => ({
  kind: 'found',
  skewMs: 0,
  transaction: transactionSample({ id, prevBalance: cop(before), newBalance: cop(after) }),
})
const lost = {
  kind: 'unknown',
  error: { code: 'CONNECTION_LOST' },
  skewMs: null,
} as const

describe('the reconciliation of a day', () => {
  it('counts a load of balance once it is approved', async () => {
    sold('sale-1', morning, accepted, foundAs('1', 100_000, 94_800))
    sold('sale-2', morning + hour, accepted, foundAs('2', 144_800, 139_600))
    const load = (id: string, statusId: string) =>
      rowSample({ id, statusId, at: morning + hour / 2, amount: cop(50_000) })
    rows.buys = [load('b1', '2'), load('b2', '1'), load('b3', '4'), load('b4', '5')]
    expect((await reconcile()).balance).toMatchObject({ loads: cop(50_000), rest: cop(0) })
  })

  it('says what agrees, what is only here, only there, and what may have been executed twice', async () => {
    sold('sale-1', morning, accepted, foundAs('1', 100_000, 94_800))
    sold('sale-2', morning + hour, accepted, foundAs('2', 94_800, 89_600))
    sold('sale-3', morning + 2 * hour, lost)
    rows.sales = [
      rowSample({ id: '1' }),
      rowSample({ id: '9', at: morning + 1000 }),
      rowSample({ id: '3', at: morning + 2 * hour + 1000 }),
      rowSample({ id: '7', at: morning + 5 * hour, amount: cop(20_000) }),
    ]
    const { lines, complete, provisional } = await reconcile()
    expect({ complete, provisional }).toEqual({ complete: true, provisional: true })
    const brief = lines.map(({ kind, hint, sale, row, twin }) => [
      kind,
      hint,
      sale?.id ?? row?.id,
      twin?.id,
    ])
    expect(brief).toEqual([
      ['matched', 'none', 'sale-1', undefined],
      ['only-there', 'double', '9', 'sale-1'],
      ['only-here', 'none', 'sale-2', undefined],
      ['possible', 'none', 'sale-3', undefined],
      ['only-there', 'elsewhere', '7', undefined],
    ])
  })

  it('finds a sale of before midnight in the list of the next day, and shows it once', async () => {
    const evening = Date.UTC(2026, 10, 22, 4, 58)
    sold('sale-1', evening, accepted, foundAs('1', 100_000, 94_800))
    rows.sales = [rowSample({ id: '1', at: evening + 5 * 60_000 })]
    now = evening + hour
    expect((await reconcile()).lines).toMatchObject([{ kind: 'matched' }])
    expect((await reconcile('2026-11-22')).lines).toEqual([])
  })

  it('explains the balance by own sales, loads and the rest', async () => {
    sold('sale-1', morning, accepted, foundAs('1', 100_000, 94_800))
    journal.recordBalance('p1', {
      at: morning + 3 * hour,
      reason: 'closing',
      balance: cop(124_800),
      profits: cop(0),
    })
    rows.buys = [rowSample({ id: '50', at: morning + hour, amount: cop(50_000) })]
    expect((await reconcile()).balance).toMatchObject({
      opening: cop(100_000),
      closing: cop(124_800),
      own: cop(-5_200),
      loads: cop(50_000),
      rest: cop(-20_000),
    })
  })

  it('says that a full day proves nothing, and that an old day is settled', async () => {
    rows.sales = Array.from({ length: 1000 }, (_, n) => rowSample({ id: String(n + 100) }))
    expect((await reconcile()).complete).toBe(false)
    now = morning + 96 * hour
    rows.sales = []
    expect(await reconcile()).toMatchObject({ complete: true, provisional: false, lines: [] })
  })

  it('shows each record whose identifier cannot be read', async () => {
    rows.sales = [1, 2, 3].map((n) => rowSample({ id: '', amount: cop(n * 7_000), raw: `${n}` }))
    const { lines } = await reconcile()
    expect(lines.map(({ row }) => row?.amount?.minor)).toEqual([700_000, 1_400_000, 2_100_000])
  })

  it('refuses a day that is none, or still to come', async () => {
    for (const wrong of ['2026-02-30', '2026-12-01']) {
      const caught: unknown = await reconcile(wrong).catch((error: unknown) => error)
      expect(caught).toBeInstanceOf(Failure)
    }
  })
})
