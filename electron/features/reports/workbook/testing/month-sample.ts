import { join } from 'node:path'
import { addDays, serviceDayBounds, serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import { money, type Direction } from '../../../../../shared/domain/money/money.ts'
import { listDays } from '../../../../../shared/domain/time/range.ts'
import { nextSale, type SaleEvidence } from '../../../../../shared/domain/sale/sale-machine.ts'
import type { ReportKind, TransactionRow } from '../../../../../shared/domain/sale/transaction.ts'
import { openCache } from '../../../../store/cache/cache.ts'
import { intentSample, transactionSample } from '../../../../store/testing/journal-samples.ts'
import { openJournal } from '../../../../store/journal/open-journal.ts'
import { storeWindow } from '../../ledger/ledger-windows.ts'
import { openLedger } from '../../ledger/ledger.ts'
import { saleRow } from '../../testing/list-double.ts'

export const sampleRange = { from: '2026-10-01', to: '2026-10-05' } as const
export const sampleProfile = 'p1'

interface Product {
  id: string
  name: string
  direction: Direction
  cost: number
  commission: number
}
const topUp: Product = {
  ...{ id: '10000', name: 'Recarga Clara' },
  direction: 'in',
  cost: 0,
  commission: 15_000,
}
const bill: Product = {
  ...{ id: '527611', name: 'Factura de energía' },
  direction: 'in',
  cost: 20_000,
  commission: 5_000,
}
/** Who pays the bills, as the form asks for them. */
const payer = { customerDocType: 'CC', customerDocument: '52.123.456', amount: '42500.50' }
const cashOut: Product = {
  ...{ id: '412001', name: 'Retiro' },
  direction: 'out',
  cost: 0,
  commission: 10_000,
}
/** The owner never said anything of this one, and this register never sold it. */
export const unsaid: Product = {
  ...{ id: '901', name: 'Giro' },
  direction: 'in',
  cost: 0,
  commission: 0,
}

/** What the sample's account went through, to hold a workbook against. */
export interface SampleMonth {
  folder: string
  sales: TransactionRow[]
  buys: TransactionRow[]
  /** The service's record of each own sale, and its `_id`. */
  own: Map<string, string>
  /** The balance as each day began, and after the last. */
  midnights: Map<string, number>
}

/**
 * For tests: five days of an account whose every movement is known. The service takes the cost from the balance
 * beside the value, keeps commissions in the profits, and raises the balance by withdrawals. The computer is off at
 * the end of the third day; one sale of the journal is not in the list, and one of the list differs.
 */
export function writeSampleMonth(folder: string): SampleMonth {
  const journal = openJournal(folder)
  const sample: SampleMonth = { folder, sales: [], buys: [], own: new Map(), midnights: new Map() }
  let balance = 500_000_000
  let profits = 1_000_000
  let made = 0
  let sold = 0
  const id = () => String(700_000 + (made += 1))
  const see = (at: number, reason: 'midnight' | 'opening') =>
    journal.recordBalance(sampleProfile, {
      ...{ at, reason, balance: money(balance, 'COP'), profits: money(profits, 'COP') },
    })

  function list(product: Product, at: number, minor: number, statusId = 2): TransactionRow {
    const row: TransactionRow = {
      ...saleRow(id(), serviceLocal(at), { minor, product: product.id, statusId }),
      product: { id: product.id, name: product.name },
    }
    sample.sales.push(row)
    return row
  }
  function move(product: Product, minor: number): { before: number; after: number } {
    const before = balance
    balance += (product.direction === 'in' ? -minor : minor) - product.cost
    profits += product.commission
    return { before, after: balance }
  }
  /** A sale of this register; `listed`: what the service's list says of it, if anything. */
  function sell(
    product: Product,
    at: number,
    minor: number,
    listed: 'same' | 'other' | 'none',
  ): void {
    const saleId = `sale-${(sold += 1)}`
    const { before, after } = move(product, minor)
    let record = journal.prepare(
      intentSample({
        ...{ id: saleId, draftId: `draft-${saleId}`, profileId: sampleProfile },
        ...{ productId: product.id, productName: product.name, direction: product.direction },
        ...{ amount: money(minor, 'COP'), cost: money(product.cost, 'COP') },
        ...{ incentive: money(product.commission, 'COP'), total: money(minor, 'COP') },
        ...{ createdAt: at, cashier: 'Ana', reference: '3001234567', phone: '3001234567' },
        ...(product === bill ? { values: payer } : {}),
      }),
    )
    const row = listed === 'none' ? null : list(product, at + 1000, minor)
    if (row && listed === 'other') row.amount = money(minor + 100, 'COP')
    const evidence: SaleEvidence[] = [{ kind: 'sending' }, { kind: 'accepted', skewMs: 0 }]
    const transaction = transactionSample({
      ...{ id: row?.id ?? '999', amount: money(minor, 'COP'), costs: money(product.cost, 'COP') },
      ...{ prevBalance: money(before, 'COP'), newBalance: money(after, 'COP') },
      product: { id: product.id, name: product.name },
    })
    evidence.push({ kind: 'found', transaction, skewMs: 0 })
    for (const one of evidence) {
      const facts = nextSale(record, one, at + 5000)
      if (!facts) throw new Error('evidence does not apply')
      const found = one.kind === 'found' ? { transaction } : {}
      const event = { kind: 'lookup', at: at + 5000, error: null } as const
      record = journal.advance(record, { facts, ...found }, event) ?? record
    }
    if (row) sample.own.set(row.id, saleId)
  }

  journal.productSettings.set(sampleProfile, [topUp.id, bill.id], { direction: 'in' }, 1)
  journal.productSettings.set(sampleProfile, [topUp.id], { nature: 'resale' }, 1)
  journal.productSettings.set(sampleProfile, [bill.id], { nature: 'collection' }, 1)
  journal.productSettings.set(sampleProfile, [cashOut.id], { nature: 'cash-out' }, 1)
  for (const [index, day] of listDays(sampleRange).entries()) {
    const { start } = serviceDayBounds(day)
    const at = (hour: number) => start + hour * 3_600_000
    sample.midnights.set(day, balance)
    if (index !== 3) see(start, 'midnight')
    sell(topUp, at(9), 500_000 + index * 1000, 'same')
    sell(bill, at(10), 4_250_050, index === 1 ? 'other' : 'same')
    if (index === 2) sell(topUp, at(11), 700_000, 'none')
    sell(cashOut, at(12), 2_000_000, 'same')
    // Made elsewhere: without a cost, so that the sheet can know all that moved the balance.
    move(topUp, 1_000_000)
    list(topUp, at(13), 1_000_000)
    list(topUp, at(14), 900_000, 3)
    if (index === 4) {
      move(unsaid, 3_000_000)
      list(unsaid, at(15), 3_000_000)
    }
    if (index === 0) {
      const row = { ...saleRow(id(), serviceLocal(at(16)), { minor: 10_000_000 }), product: null }
      sample.buys.push(row)
      balance += 10_000_000
    }
  }
  const after = addDays(sampleRange.to, 1)
  sample.midnights.set(after, balance)
  see(serviceDayBounds(after).start, 'midnight')
  journal.close()
  storeSample(sample)
  return sample
}

function storeSample({ folder, sales, buys }: SampleMonth): void {
  const db = openCache(join(folder, 'cache.db'))
  for (const [kind, rows] of [
    ['sales', sales],
    ['buys', buys],
  ] as const) {
    storeRows(db, kind, rows)
  }
  db.close()
}

/** For tests: a whole window of the sample's days, and of the days beside it. */
export function storeRows(
  db: ReturnType<typeof openCache>,
  kind: ReportKind,
  rows: readonly TransactionRow[],
): void {
  const at = Date.parse('2026-12-01T12:00:00Z')
  const days = { from: addDays(sampleRange.from, -2), to: addDays(sampleRange.to, 2) }
  const window = { dateStart: days.from, dateEnd: days.to, rows: rows.length, full: false }
  const proof = {
    proven: days,
    saturated: null,
    ends: 'inclusive',
    startedAt: at,
    fetchedAt: at,
  } as const
  storeWindow(openLedger(db, sampleProfile, kind), { ...window, ...proof }, rows)
}
