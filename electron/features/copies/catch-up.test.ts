import { expect, test } from 'vitest'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { serviceDay, serviceLocal } from '../../../shared/domain/time/dates.ts'
import { appError, Failure, type AppError } from '../../../shared/errors.ts'
import type { AfterRestore } from '../../store/elsewhere/after-restore.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { alikeSince, catchUp } from './catch-up.ts'

const now = Date.parse('2026-11-23T15:00:00Z')
const hour = 3_600_000
const money = { minor: 500_000, currency: 'COP' }

function row(id: string, at: number, changes: Partial<TransactionRow> = {}): TransactionRow {
  const createdAt = { local: serviceLocal(at), raw: '' }
  const status = { status: 'APPROVED', statusId: '2', statusName: 'APPROVED' } as const
  const product = { id: '10000', name: 'Recarga' }
  return { id, ...status, product, amount: money, createdAt, raw: '{}', ...changes }
}

const restored = (since: number): AfterRestore => ({
  at: now,
  since,
  marked: true,
  caughtUp: {},
  sold: [],
  fullDays: [],
})

/** A journal with one sale whose request was out as it was copied, and what is asked of the service. */
function shop(rows: TransactionRow[], answer: AppError | null = null) {
  const { journal } = openMemoryJournal()
  const prepared = journal.prepare(intentSample({ createdAt: now - 2 * hour }))
  const facts = nextSale(prepared, { kind: 'sending' }, now - 2 * hour)
  const sent =
    facts && journal.advance(prepared, { facts }, { kind: 'sending', at: 1, error: null })
  const unknown = sent && nextSale(sent, { kind: 'interrupted' }, now)
  const crash = { kind: 'crash-recovery', at: now, error: appError('CONNECTION_LOST') } as const
  if (sent && unknown) journal.advance(sent, { facts: unknown }, crash)
  const asked: string[] = []
  const service = {
    async list(_: unknown, from: string) {
      asked.push(from)
      const exchange = { startedAt: 0, endedAt: 0, httpStatus: 200, serverDate: null, raw: null }
      const own = rows.filter(({ createdAt }) => createdAt?.local.startsWith(from))
      return { rows: own, exchange, attempts: 1 }
    },
  }
  const look = async (id: string) => {
    asked.push(id)
    const sale = journal.sale(id)
    const next = sale && nextSale(sale, { kind: 'look-failed' }, now)
    if (sale && next)
      journal.advance(sale, { facts: next }, { kind: 'lookup', at: now, error: answer })
  }
  return { deps: { journal, service, profileId: 'p1', look, now }, asked }
}

test('what was out as the copy was made is looked up first, then the days since are listed', async () => {
  const { deps, asked } = shop([row('7', now - hour), row('8', now - 30 * hour)])
  const { caughtUp, sold } = await catchUp(deps, restored(now - 2 * hour))
  expect(asked).toEqual(['sale-0001', serviceDay(now - 26 * hour), serviceDay(now)])
  expect(caughtUp).toEqual({ p1: now })
  // What was sold before the copy is no news.
  expect(sold.map(({ id }) => id)).toEqual(['7'])
})

test('a copy of a clock that was a year off hides nothing of the last day', async () => {
  for (const since of [now + 365 * 24 * hour, now - 365 * 24 * hour]) {
    const { deps, asked } = shop([row('7', now - hour)])
    expect((await catchUp(deps, restored(since))).sold.map(({ id }) => id)).toContain('7')
    expect(asked.length).toBeLessThan(35)
  }
})

test('nothing is caught up while the service cannot be asked; what it does not tell of one is asked of people', async () => {
  const silent = shop([], appError('CONNECTION_LOST'))
  const caught: unknown = await catchUp(silent.deps, restored(now - hour)).catch(
    (error: unknown) => error,
  )
  expect(caught).toBeInstanceOf(Failure)
  const broken = shop([], appError('ANSWER_UNREADABLE', { where: 'amount' }))
  const after = await catchUp(broken.deps, restored(now - hour))
  expect(after.sold).toMatchObject([{ id: 'sale-0001' }])
})

test('the same product and amount is asked about for a day, of the same connection', async () => {
  const { deps } = shop([
    row('7', now - hour),
    row('9', now, { status: 'REJECTED', amount: { minor: 1, currency: 'COP' } }),
  ])
  const after = await catchUp(deps, restored(now - 2 * hour))
  const sale = { profileId: 'p1', productId: '10000', amount: money }
  expect(alikeSince(after, sale, now)).toMatchObject({ id: '7' })
  expect(alikeSince(after, sale, now + 24 * hour)).toBeNull()
  expect(alikeSince(after, { ...sale, profileId: 'p2' }, now)).toBeNull()
  expect(alikeSince(after, { ...sale, productId: '1' }, now)).toBeNull()
  expect(alikeSince(after, { ...sale, amount: { minor: 1, currency: 'COP' } }, now)).toBeNull()
})
