import { join } from 'node:path'
import { z } from 'zod'
import { openCacheReadOnly } from '../electron/store/cache/cache.ts'
import { intentSample, transactionSample } from '../electron/store/testing/journal-samples.ts'
import { openMemoryJournal } from '../electron/store/testing/memory-journal.ts'
import { serviceEpoch } from '../shared/domain/time/dates.ts'
import { money } from '../shared/domain/money/money.ts'
import { nextSale, type SaleEvidence } from '../shared/domain/sale/sale-machine.ts'
import { statusFromId } from '../shared/domain/sale/transaction.ts'
import { profileId } from './ledger.ts'

const listedRow = z.object({
  id: z.string(),
  local: z.string(),
  amount: z.int(),
  status_id: z.string(),
  product_id: z.string(),
  name: z.string(),
})

/** A journal in `folder` in which this register made every sale of a written month (see writeMonth) itself. */
export function writeOwnSales(folder: string, cachePath: string): void {
  const cache = openCacheReadOnly(cachePath)
  const rows = cache.all(
    listedRow,
    `select r.id, r.local, r.amount, s.status_id, p.product_id, p.name from report_row r
     join report_status s on s.id = r.status join report_product p on p.id = r.product
     order by r.local`,
  )
  cache.close()
  // In memory first: one file at the end instead of a durable commit for each step of each sale.
  const { journal, db } = openMemoryJournal()
  db.transaction(() => {
    for (const row of rows) sell(journal, row)
  })
  db.run('vacuum into ?', join(folder, 'journal.db'))
  journal.close()
}

let balance = 900_000_000_000

function sell(
  journal: ReturnType<typeof openMemoryJournal>['journal'],
  { id, local, amount, status_id, product_id, name }: z.output<typeof listedRow>,
): void {
  const at = serviceEpoch(local) - 2_000
  const product = { id: product_id, name }
  const [value, cost] = [money(amount, 'COP'), money(20_000, 'COP')]
  let record = journal.prepare(
    intentSample({
      id: `own-${id}`,
      draftId: `draft-${id}`,
      profileId,
      productId: product_id,
      productName: name,
      amount: value,
      cost,
      incentive: money(15_000, 'COP'),
      total: value,
      createdAt: at,
      cashier: 'Ana',
      reference: `300${id}`,
      phone: `300${id}`,
      body: JSON.stringify({ data: { productId: product_id, amount: '5000' }, _id: `own-${id}` }),
    }),
  )
  const before = balance
  balance -= amount + 20_000
  const status = statusFromId(Number(status_id))
  const transaction = transactionSample({
    id,
    amount: value,
    costs: cost,
    product,
    status,
    statusId: status_id,
    prevBalance: money(before, 'COP'),
    newBalance: money(balance, 'COP'),
    createdAt: { local, raw: local },
  })
  const evidence: SaleEvidence[] = [
    { kind: 'sending' },
    { kind: 'accepted', skewMs: 0 },
    { kind: 'found', transaction, skewMs: 0 },
  ]
  for (const one of evidence) {
    const facts = nextSale(record, one, at + 1_000)
    if (!facts) throw new Error('evidence does not apply')
    const found = one.kind === 'found' ? { transaction } : {}
    const event = { kind: 'lookup', at: at + 1_000, error: null } as const
    record = journal.advance(record, { facts, ...found }, event) ?? record
  }
}
