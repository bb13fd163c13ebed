import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import {
  drawersOf,
  outcomeOf,
  owedOf,
  toCount,
  type CashFacts,
} from '../../../shared/domain/drawer/drawer.ts'
import { atCounterMs, isLate } from '../../../shared/domain/testing/is-late.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { countedDrawers, type Shift } from '../../../shared/domain/drawer/shift.ts'
import { leftOf, openingDifferences } from '../../../shared/domain/drawer/left.ts'
import {
  exactCash,
  partOf,
  tenderParts,
  type Tender,
  type TenderKind,
} from '../../../shared/domain/drawer/tender.ts'
import { appError, Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { openJournal } from '../journal/open-journal.ts'
import { checkDebts, checkPaid } from '../testing/till-paid.ts'
import { tenderFor, tillStep, type DrawnTender, type TillStep } from '../testing/till-steps.ts'
import type { SaleRecord } from '../sales/sale-row.ts'

/**
 * A till as it lies on the counter, beside the books: every step moves both, and the books must say to the minor
 * unit what the till holds, also across shifts and after the program was killed anywhere.
 */

const profileId = 'p1'
const error = appError('CONNECTION_LOST')

/** How what was paid of a sale at once was: of one on credit alone nothing was. */
function paidKind({ kind, first }: Tender): TenderKind {
  return kind === 'credit' ? (first?.kind ?? kind) : kind
}

/** The till, the journal, and the one who works at both. */
class Counter {
  cash = 0
  now = 1_000_000
  ids = 0
  /** What customers paid in cash, by sale; those whose customer has gone, and those undone before its eyes. */
  paidCash = new Map<string, number>()
  gone = new Set<string>()
  undone = new Set<string>()
  folder = makeFolder('till', inMemory)
  journal: Journal = openJournal(this.folder)
  shift: Shift = this.begin()

  begin(follows: Shift['follows'] = null): Shift {
    const base = [{ currency: 'COP', pieces: [], other: this.cash }]
    const about = { id: `t${++this.ids}`, profileId, openedAt: this.now, base, follows }
    return this.journal.shifts.begin({ ...about, cashierId: null, cashier: null })
  }

  reopen(): void {
    this.journal.close()
    this.journal = openJournal(this.folder)
    // What a crash left in the middle ends as at a start.
    for (const id of this.journal.unfinished()) {
      const sale = this.journal.sale(id)
      if (sale) this.advance(sale, { kind: 'interrupted' })
    }
  }

  advance(sale: SaleRecord, evidence: SaleEvidence): SaleRecord {
    const facts = nextSale(sale, evidence, this.now)
    if (!facts) return sale
    const found = evidence.kind === 'found' ? { transaction: evidence.transaction } : {}
    const event = { kind: 'lookup', at: this.now, error: null } as const
    return this.journal.advance(sale, { facts, ...found }, event) ?? sale
  }

  find(sale: SaleRecord, status: 'APPROVED' | 'REJECTED'): void {
    const transaction = transactionSample({ status, amount: sale.amount, costs: null })
    this.advance(sale, { kind: 'found', transaction, skewMs: 0 })
  }

  factsOf(sale: SaleRecord): CashFacts {
    const { tenders, movements } = this.journal.shifts
    return {
      direction: sale.direction,
      outcome: outcomeOf(sale),
      tender: paidKind(tenders.ofSale(sale.id)),
      late: isLate(sale, tenders.hasLeft(sale.id)),
      paid: movements.payoutOfSale(sale.id) !== null,
    }
  }

  sales(): SaleRecord[] {
    return this.journal.list(profileId, { limit: 500 }).sales.toReversed()
  }

  /** What hands do when the end of a sale is seen: at the counter money changes them at once. */
  ended(id: string): void {
    const { state, direction, total, createdAt } = this.saleOf(id)
    const paidCash = this.paidCash.get(id) ?? 0
    const isHere = !this.gone.has(id) && this.now - createdAt < atCounterMs
    if (!isHere) return
    const undone = state === 'REJECTED' || state === 'NOT_SENT'
    if (undone) this.undone.add(id)
    if (direction === 'in' && undone) this.cash -= paidCash
    if (direction === 'out' && state === 'APPROVED') this.cash -= total.minor
  }

  sell(one: Extract<TillStep, { kind: 'sale' }>): void {
    const id = `s${++this.ids}`
    const total = money(one.total, 'COP')
    const paid = one.direction === 'in' ? tenderFor(one.paid, one.total) : undefined
    const tender = paid ? { tender: paid } : {}
    const intent = intentSample({ id, draftId: `d${id}`, profileId, shift: this.shift.id })
    const charge = { amount: total, total, cost: null, direction: one.direction }
    let sale = this.journal.prepare({ ...intent, ...charge, createdAt: this.now, ...tender })
    if (one.direction === 'in') {
      const inCash = partOf('cash', paid ?? exactCash, total)?.amount.minor ?? 0
      this.paidCash.set(id, inCash)
      this.cash += inCash
    }
    if (one.end !== 'crash-prepared') sale = this.advance(sale, { kind: 'sending' })
    this.now += one.after
    if (one.end.startsWith('crash')) this.reopen()
    else if (one.end === 'not-sent') this.advance(sale, { kind: 'not-sent', error })
    else sale = this.advance(sale, { kind: 'unknown', error, skewMs: 0 })
    if (one.end === 'approved') this.find(sale, 'APPROVED')
    if (one.end === 'rejected') this.find(sale, 'REJECTED')
    this.ended(id)
  }

  saleOf(id: string): SaleRecord {
    const sale = this.journal.sale(id)
    if (!sale) throw new Error(id)
    return sale
  }

  take(one: TillStep): void {
    this.now += 1_000
    const { shifts } = this.journal
    if (one.kind === 'sale') this.sell(one)
    if (one.kind === 'kill') this.reopen()
    if (one.kind === 'settle') {
      const open = this.journal.open(profileId)
      const sale = open[one.which % Math.max(1, open.length)]
      if (!sale) return
      this.find(sale, one.end)
      this.ended(sale.id)
    }
    if (one.kind === 'left') {
      const open = this.journal.open(profileId)
      const sale = open[one.which % Math.max(1, open.length)]
      if (!sale) return
      shifts.tenders.markLeft(sale.id, this.now)
      this.gone.add(sale.id)
    }
    if (one.kind === 'payout') {
      const owed = shifts.cash.owed(profileId)
      const line = owed[one.which % Math.max(1, owed.length)]
      if (!line) return
      const given = { at: this.now, shiftId: this.shift.id, note: '', cashier: null }
      const { saleId, total } = line
      shifts.movements.addPayout({ saleId, how: one.how, amount: total, ...given })
      if (one.how === 'cash') this.cash -= total.minor
    }
    if (one.kind === 'look') this.look(one.which, one.seen)
    if (one.kind === 'correct') this.correct(one.which, one.paid)
    if (one.kind === 'move') {
      const reason = 'other' as const
      const { direction, amount: minor } = one
      const about = { id: `m${++this.ids}`, shiftId: this.shift.id, at: this.now, note: '' }
      const paid = money(minor, 'COP')
      shifts.movements.add({ ...about, direction, reason, amount: paid, cashier: null })
      this.cash += direction === 'in' ? minor : -minor
    }
    if (one.kind === 'shift') this.change(one.taken)
  }

  /** Somebody looks for a transfer in the account; nothing of any drawer moves. */
  look(which: number, seen: boolean): void {
    const sales = this.sales()
    const sale = sales[which % Math.max(1, sales.length)]
    if (!sale) return
    const { tenders: book } = this.journal.shifts
    const before = book.ofSale(sale.id)
    const write = () => book.markSeen(sale.id, seen, this.now, null)
    const transfer = partOf('transfer', before, sale.total)
    if (!transfer) return expect(write).toThrow(Failure)
    write()
    const { seen: _, ...same } = transfer.tender
    const after = book.ofSale(sale.id)
    expect(partOf('transfer', after, sale.total)).toEqual({
      ...transfer,
      tender: { ...same, seen },
    })
    expect(tenderParts(after, sale.total).map(({ amount }) => amount)).toEqual(
      tenderParts(before, sale.total).map(({ amount }) => amount),
    )
  }

  /** What was written down of a payment was wrong, and is made true; of money given back nothing is rewritten. */
  correct(which: number, drawn: DrawnTender): void {
    const mine = this.sales().filter(({ shift, direction: way }) => {
      return way === 'in' && shift === this.shift.id
    })
    const sale = mine[which % Math.max(1, mine.length)]
    if (!sale) return
    const { id, total } = sale
    const tender = tenderFor(drawn, total.minor) ?? exactCash
    const { tenders: book, movements } = this.journal.shifts
    const write = () => book.add(id, tender, this.now, null)
    if (movements.payoutOfSale(id)) return expect(write).toThrow(Failure)
    write()
    const was = this.paidCash.get(id) ?? 0
    const is = partOf('cash', tender, total)?.amount.minor ?? 0
    this.paidCash.set(id, is)
    if (!this.undone.has(id)) this.cash += is - was
  }

  /**
   * The till closes with what lies in it, some is taken out, and the next one begins with the rest. A till is never below
   * nothing.
   */
  change(taken: readonly number[]): void {
    const before = this.drawer()
    if (this.cash < 0) return
    const { shifts } = this.journal
    const counts = [{ currency: 'COP', pieces: [], other: this.cash }]
    const report = {
      shift: this.shift,
      at: this.now,
      drawers: countedDrawers(this.drawers(), counts),
      sales: [],
      movements: shifts.movements.ofShift(this.shift.id),
      payouts: shifts.movements.payoutsOfShift(this.shift.id),
      credits: shifts.cash.credits(this.shift.id),
      transfers: shifts.transfers.ofShift(this.shift.id),
      unconfirmed: shifts.cash.unconfirmed(this.shift),
      owed: [],
      owedElse: [],
      counts: [{ at: this.now, counts, due: [money(this.cash, 'COP')] }],
      note: '',
      prepaid: null,
      trail: null,
      closedBy: null,
      register: null,
    }
    const number = (shifts.closed(profileId, 1, 0).shifts[0]?.number ?? 0) + 1
    const z = shifts.close(this.shift, this.now, (given) => ({
      ...report,
      shift: { ...this.shift, number: given, closedAt: this.now },
    }))
    expect(z.shift.number).toBe(number)
    expect(z.drawers.every(({ difference }) => difference?.minor === 0)).toBe(true)
    expect(shifts.report(this.shift.id)).toEqual(z)
    // What is learnt of its sales once it is closed changes nothing of what it held.
    expect(this.drawer()).toEqual(before)
    for (const { saleId } of z.unconfirmed) this.gone.add(saleId)
    this.closed.push({ id: this.shift.id, toCount: before })
    const { id } = this.shift
    this.now += 1_000
    for (const part of taken) this.takeOut(id, Math.min(part, this.cash))
    const out = shifts.movements.afterClose(id)
    const due = leftOf([money(counts[0]?.other ?? 0, 'COP')], out)
    expect(due).toEqual([money(this.cash, 'COP')])
    expect(shifts.unfollowed(profileId).map((shift) => shift.id)).toEqual([id])
    this.shift = this.begin({ shiftId: id, number, due })
    // It was counted: what is taken out now leaves the shift that is open, and no other follows it.
    expect(shifts.followedBy(id)).toBe(this.shift.id)
    expect(() => this.begin({ shiftId: id, number, due })).toThrow(Failure)
    expect(openingDifferences(shifts.shift(this.shift.id) ?? this.shift)).toEqual([money(0, 'COP')])
    expect(shifts.report(id)).toEqual(z)
  }

  /** Cash leaves a closed drawer: of what the shift held nothing moves. */
  takeOut(shiftId: string, minor: number): void {
    if (minor === 0) return
    const { movements } = this.journal.shifts
    const paid = money(minor, 'COP')
    const movement = { id: `m${++this.ids}`, shiftId, at: this.now, note: '', amount: paid }
    const about = { ...movement, direction: 'out', reason: 'deposit', cashier: null } as const
    // A closed shift has no more movements of its own.
    expect(() => movements.add(about)).toThrow(Failure)
    movements.addAfterClose(about)
    this.cash -= minor
  }

  closed: { id: string; toCount: number }[] = []

  drawers(id = this.shift.id) {
    const { cash, movements } = this.journal.shifts
    const shift = this.journal.shifts.shift(id)
    const base = (shift?.base ?? []).map(({ currency, other }) => money(other, currency))
    return drawersOf({
      base,
      sales: cash.groups(id),
      movements: movements.ofShift(id),
      payouts: movements.payoutsOfShift(id),
    })
  }

  drawer(id = this.shift.id): number {
    const [drawer] = this.drawers(id)
    return drawer ? toCount(drawer) : 0
  }

  check(): void {
    expect(this.drawer()).toBe(this.cash)
    const sales = this.sales()
    // SQL says of every sale what the rules say.
    const groups = this.journal.shifts.cash.groups(this.shift.id)
    const mine = sales.filter(({ shift }) => shift === this.shift.id)
    const parts = mine.flatMap((sale) => {
      const { tenders } = this.journal.shifts
      const facts = { ...this.factsOf(sale), seen: sale.transaction !== null }
      // A sale counts once, with what paid the rest of it.
      return tenderParts(tenders.ofSale(sale.id), sale.total)
        .toReversed()
        .map(({ tender, amount }, place) => ({
          ...{ facts: { ...facts, tender: tender.kind }, minor: amount.minor },
          count: place === 0 ? 1 : 0,
        }))
    })
    for (const group of groups) {
      const same = parts.filter(({ facts }) => isDeepStrictEqual({ ...group, ...facts }, group))
      expect(same.reduce((sum, { count }) => sum + count, 0)).toBe(group.count)
      expect(same.reduce((sum, { minor }) => sum + minor, 0)).toBe(group.total.minor)
    }
    expect(groups.reduce((sum, { total }) => sum + total.minor, 0)).toBe(
      mine.reduce((sum, { total }) => sum + total.minor, 0),
    )
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(mine.length)
    const factsOf = (sale: SaleRecord) => this.factsOf(sale)
    checkPaid(this.journal.shifts, this.shift.id, sales, factsOf)
    const owed = sales.flatMap((sale) => {
      const kind = owedOf(this.factsOf(sale))
      return kind ? [[sale.id, kind]] : []
    })
    const listed = this.journal.shifts.cash.owed(profileId)
    expect(listed.map(({ saleId, kind }) => [saleId, kind])).toEqual(owed)
    const { own, others } = this.journal.shifts.cash.owedOfShift({ ...this.shift, profileId })
    const isOwn = ({ saleId }: { saleId: string }) =>
      this.journal.sale(saleId)?.shift === this.shift.id
    expect(own).toEqual(listed.filter(isOwn))
    for (const kind of ['give-back', 'hand-out'] as const) {
      const of = listed.filter((line) => line.kind === kind && !isOwn(line))
      const sum = others.filter((one) => one.kind === kind)
      expect(sum.reduce((count, one) => count + one.count, 0)).toBe(of.length)
      expect(sum.reduce((minor, one) => minor + one.total.minor, 0)).toBe(
        of.reduce((minor, one) => minor + one.total.minor, 0),
      )
    }
  }

  end(): void {
    checkDebts(this.journal, this.sales())
    for (const { id, toCount } of this.closed) expect(this.drawer(id)).toBe(toCount)
    this.journal.close()
  }
}

it('random days always satisfy base + in - out = what lies in the till, to the minor unit', () => {
  fc.assert(
    fc.property(fc.array(tillStep, { minLength: 5, maxLength: 30 }), (steps) => {
      const counter = new Counter()
      try {
        for (const one of steps) {
          counter.take(one)
          counter.check()
        }
      } finally {
        counter.end()
      }
    }),
    { numRuns: 30 },
  )
})
