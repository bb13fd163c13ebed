import { expect, test } from 'vitest'
import type { Journal } from '../../../store/journal/journal.ts'
import { intentSample, transactionSample } from '../../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../../store/testing/memory-journal.ts'
import { nextSale, type SaleEvidence } from '../../../../shared/domain/sale/sale-machine.ts'
import type { TransactionStatus } from '../../../../shared/domain/sale/transaction.ts'
import { serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import { readBooks } from './figures/own-sales.ts'

const day = '2026-11-20'
const { start, end } = serviceDayBounds(day)
const hooks = { check: () => undefined, progress: () => undefined }

interface Sold {
  id: string
  createdAt: number
  sentAt?: number
  incentive?: number | null
  status?: TransactionStatus
  more?: Parameters<typeof intentSample>[0]
}

function sell(journal: Journal, sold: Sold): void {
  const { id, createdAt, sentAt = createdAt + 20, incentive = null, status = 'APPROVED' } = sold
  const quoted = incentive === null ? null : { minor: incentive, currency: 'COP' }
  const intent = { id, draftId: `d ${id}`, createdAt, incentive: quoted, ...sold.more }
  let record = journal.prepare(intentSample(intent))
  const { productId, productName } = record
  const product = { id: productId, name: productName }
  const transaction = transactionSample({ id: `service ${id}`, status, product })
  const evidence: SaleEvidence[] = [
    { kind: 'sending' },
    { kind: 'accepted', skewMs: 0 },
    { kind: 'found', transaction, skewMs: 0 },
  ]
  for (const one of evidence) {
    const facts = nextSale(record, one, sentAt)
    if (!facts) throw new Error(`${one.kind} says nothing`)
    const found = one.kind === 'found' ? { transaction } : {}
    const event = { kind: 'lookup', at: sentAt, error: null } as const
    const next = journal.advance(record, { facts, ...found }, event)
    if (!next) throw new Error(`${one.kind} was not written`)
    record = next
  }
}

const minors = (groups: readonly { earned: { minor: number } }[]) =>
  groups.reduce((sum, { earned }) => sum + earned.minor, 0)

test('what Hoy says was earned on a day is what the workbook adds up for it, product by product', async () => {
  const { journal, db } = openMemoryJournal()
  const other = { productId: '20000', productName: 'Factura', cashier: 'Ana' }
  sell(journal, { id: 'a', createdAt: start, incentive: 15_000 })
  sell(journal, { id: 'b', createdAt: start + 1_000, incentive: 0, more: other })
  sell(journal, { id: 'c', createdAt: start + 9_000, more: other })
  sell(journal, { id: 'refused', createdAt: start + 9_500, incentive: 7, status: 'REJECTED' })
  sell(journal, { id: 'waits', createdAt: start + 9_600, incentive: 7, status: 'PENDING' })
  const credit = { kind: 'credit', name: 'Rosa' } as const
  sell(journal, { id: 'owed', createdAt: end - 9_000, incentive: 300, more: { tender: credit } })
  // Begun on one day and sent on the next, both ways of the day.
  sell(journal, { id: 'late', createdAt: start - 30, sentAt: start, incentive: 11 })
  sell(journal, { id: 'next', createdAt: end - 30, sentAt: end, incentive: 13 })

  const groups = journal.earned('p1', start, end)
  const range = { from: day, to: day }
  const { commissions } = await readBooks(db, 'p1', range, { currency: 'COP', listed: [] }, hooks)
  const [booked] = commissions.days.values()
  const sum = (of: 'sales' | 'known') => groups.reduce((all, group) => all + group[of], 0)
  expect([...commissions.days.keys()]).toEqual([day])
  expect({ sales: sum('sales'), quotedSales: sum('known'), quoted: minors(groups) }).toEqual(booked)
  expect(booked).toEqual({ sales: 5, quotedSales: 4, quoted: 15_311 })
  for (const [productId, { sales, quoted }] of commissions.products) {
    const ofProduct = groups.filter((group) => group.productId === productId)
    expect([sales, quoted]).toEqual([
      ofProduct.reduce((all, group) => all + group.sales, 0),
      minors(ofProduct),
    ])
  }
  expect(groups.find(({ cashier }) => cashier === 'Ana')).toMatchObject({ sales: 2, known: 1 })
  expect(groups.reduce((all, { onCredit }) => all + onCredit.minor, 0)).toBe(520_000)

  // To an hour of the day, and of a day without sales.
  expect(minors(journal.earned('p1', start, start + 9_000))).toBe(15_011)
  expect(journal.earned('p1', end + 1, end + 2)).toEqual([])
  journal.close()
})
