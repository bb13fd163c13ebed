import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import {
  drawersOf,
  outcomeOf,
  owedOf,
  toCount,
  type CashFacts,
  type DrawerSales,
} from '../../../shared/domain/drawer/drawer.ts'
import { atCounterMs, isLate } from '../../../shared/domain/testing/is-late.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { countedDrawers, type Shift } from '../../../shared/domain/drawer/shift.ts'
import { paidBy } from '../../../shared/domain/drawer/paid.ts'
import { exactCash, type Tender, type TenderKind } from '../../../shared/domain/drawer/tender.ts'
import { appError, Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { openJournal } from '../journal/open-journal.ts'
import type { SaleRecord } from '../sales/sale-row.ts'

/**
 * A till as it lies on the counter, beside the books: every step moves both, and the books must say to the minor
 * unit what the till holds, also across shifts and after the program was killed anywhere.
 */

const amount = fc.integer({ min: 1, max: 90_000_000 })
const tenders: readonly Tender[] = [
  { kind: 'cash', received: money(100_000_000, 'COP') },
  { kind: 'transfer', via: '', note: '', seen: null },
  { kind: 'transfer', via: 'Nequi', note: '551', seen: false },
  { kind: 'transfer', via: 'Banco', note: '', seen: true },
  { kind: 'credit', name: 'Ana' },
]
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      direction: fc.constantFrom('in' as const, 'out' as const),
      total: amount,
      tender: fc.constantFrom(undefined, ...tenders),
      end: fc.constantFrom(
        'approved',
        'rejected',
        'not-sent',
        'open',
        'crash-sending',
        'crash-prepared',
      ),
      after: fc.constantFrom(500, atCounterMs - 1, atCounterMs, 90_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(20),
      end: fc.constantFrom('APPROVED' as const, 'REJECTED' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('look' as const),
      which: fc.nat(20),
      seen: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('left' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('payout' as const),
      which: fc.nat(9),
      how: fc.constantFrom('cash' as const, 'transfer' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      which: fc.nat(20),
      tender: fc.constantFrom(exactCash, ...tenders),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      direction: fc.constantFrom('in' as const, 'out' as const),
      amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shift' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const profileId = 'p1'
const error = appError('CONNECTION_LOST')

const added = (sales: readonly SaleRecord[]) => ({
  count: sales.length,
  total: money(
    sales.reduce((sum, { total }) => sum + total.minor, 0),
    'COP',
  ),
})

/** The till, the journal, and the one who works at both. */
class Counter {
  cash = 0
  now = 1_000_000
  ids = 0
  /** Sales that a customer paid in cash, those whose customer has gone, and those undone before its eyes. */
  paidCash = new Set<string>()
  gone = new Set<string>()
  undone = new Set<string>()
  folder = makeFolder('till', inMemory)
  journal: Journal = openJournal(this.folder)
  shift: Shift = this.begin()

  begin(): Shift {
    const base = [{ currency: 'COP', pieces: [], other: this.cash }]
    const openedAt = this.now
    const who = { cashierId: null, cashier: null }
    return this.journal.shifts.begin({ id: `t${++this.ids}`, profileId, openedAt, base, ...who })
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
      tender: tenders.ofSale(sale.id).kind,
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
    const isHere = !this.gone.has(id) && this.now - createdAt < atCounterMs
    if (!isHere) return
    const undone = state === 'REJECTED' || state === 'NOT_SENT'
    if (undone) this.undone.add(id)
    if (direction === 'in' && undone && this.paidCash.has(id)) this.cash -= total.minor
    if (direction === 'out' && state === 'APPROVED') this.cash -= total.minor
  }

  sell(one: Extract<Step, { kind: 'sale' }>): void {
    const id = `s${++this.ids}`
    const total = money(one.total, 'COP')
    const tender = one.direction === 'in' && one.tender ? { tender: one.tender } : {}
    const intent = intentSample({ id, draftId: `d${id}`, profileId, shift: this.shift.id })
    const charge = { amount: total, total, cost: null, direction: one.direction }
    let sale = this.journal.prepare({ ...intent, ...charge, createdAt: this.now, ...tender })
    if (one.direction === 'in' && (one.tender?.kind ?? 'cash') === 'cash') {
      this.paidCash.add(id)
      this.cash += total.minor
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

  take(one: Step): void {
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
    if (one.kind === 'correct') this.correct(one.which, one.tender)
    if (one.kind === 'move') {
      const reason = 'other' as const
      const { direction, amount: minor } = one
      const about = { id: `m${++this.ids}`, shiftId: this.shift.id, at: this.now, note: '' }
      const paid = money(minor, 'COP')
      shifts.movements.add({ ...about, direction, reason, amount: paid, cashier: null })
      this.cash += direction === 'in' ? minor : -minor
    }
    if (one.kind === 'shift') this.change()
  }

  /** Somebody looks for a transfer in the account; nothing of any drawer moves. */
  look(which: number, seen: boolean): void {
    const sales = this.sales()
    const sale = sales[which % Math.max(1, sales.length)]
    if (!sale) return
    const { tenders: book } = this.journal.shifts
    const before = book.ofSale(sale.id)
    const write = () => book.markSeen(sale.id, seen, this.now, null)
    if (before.kind !== 'transfer') return expect(write).toThrow(Failure)
    write()
    expect(book.ofSale(sale.id)).toEqual({ ...before, seen })
  }

  /** What was written down of a payment was wrong, and is made true; of money given back nothing is rewritten. */
  correct(which: number, tender: Tender): void {
    const mine = this.sales().filter(({ shift, direction: way }) => {
      return way === 'in' && shift === this.shift.id
    })
    const sale = mine[which % Math.max(1, mine.length)]
    if (!sale) return
    const { id, total } = sale
    const { tenders: book, movements } = this.journal.shifts
    const write = () => book.add(id, tender, this.now, null)
    if (movements.payoutOfSale(id)) return expect(write).toThrow(Failure)
    write()
    const [was, is] = [this.paidCash.has(id), tender.kind === 'cash']
    if (is) this.paidCash.add(id)
    else this.paidCash.delete(id)
    if (was !== is && !this.undone.has(id)) this.cash += is ? total.minor : -total.minor
  }

  /** The till closes with what lies in it, and the next one begins with that. A till is never below nothing. */
  change(): void {
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
      transfers: shifts.cash.transfers(this.shift.id),
      unconfirmed: shifts.cash.unconfirmed(this.shift),
      owed: [],
      owedElse: [],
      counts: [{ at: this.now, counts, due: [money(this.cash, 'COP')] }],
      note: '',
      prepaid: null,
      trail: null,
      closedBy: null,
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
    this.now += 1_000
    this.shift = this.begin()
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
    for (const group of groups) {
      const same = mine.filter((sale) => {
        const isTold = sale.transaction !== null
        return isDeepStrictEqual({ ...group, ...this.factsOf(sale), seen: isTold }, group)
      })
      expect(same.length).toBe(group.count)
      expect(same.reduce((sum, { total }) => sum + total.minor, 0)).toBe(group.total.minor)
    }
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(mine.length)
    this.checkPaid(mine, groups)
    const unseen = sales.filter(({ id, state }) => {
      const tender = this.journal.shifts.tenders.ofSale(id)
      const isMade = state !== 'REJECTED' && state !== 'NOT_SENT'
      return isMade && tender.kind === 'transfer' && tender.seen === false
    })
    const { lines, sums } = this.journal.shifts.cash.unseen(profileId, 500)
    expect(lines.map(({ saleId }) => saleId)).toEqual(unseen.map(({ id }) => id).toReversed())
    expect(sums).toEqual(unseen.length === 0 ? [] : [added(unseen)])
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

  /** Cash by tender is the drawer's; transfers by account, and credit by name, are all of theirs. */
  checkPaid(mine: readonly SaleRecord[], groups: readonly DrawerSales[]): void {
    const paid = paidBy(groups)
    const of = (kind: TenderKind) => paid.find(({ tender }) => tender === kind)
    const [drawer] = this.drawers()
    expect(of('cash')?.total.minor ?? 0).toBe(drawer?.salesIn)
    expect(of('cash')?.held.minor ?? 0).toBe(drawer?.held)
    const { cash, tenders: book } = this.journal.shifts
    for (const [kind, parts] of [
      ['transfer', cash.transfers(this.shift.id)],
      ['credit', cash.credits(this.shift.id)],
    ] as const) {
      const alive = mine.filter(
        (sale) => book.ofSale(sale.id).kind === kind && outcomeOf(sale) !== 'undone',
      )
      const sum = added(alive)
      expect(parts.reduce((count, one) => count + one.count, 0)).toBe(sum.count)
      expect(parts.reduce((minor, one) => minor + one.total.minor, 0)).toBe(sum.total.minor)
      const kept = of(kind)
      const late = kind === 'credit' ? [] : mine.filter((sale) => this.isKeptTransfer(sale))
      const total = (kept?.total.minor ?? 0) + (kept?.held.minor ?? 0)
      expect(total).toBe(sum.total.minor + added(late).total.minor)
    }
  }

  /** Refused, and what was transferred for it stayed: until it is given back. */
  isKeptTransfer(sale: SaleRecord): boolean {
    const { outcome, tender, late, paid } = this.factsOf(sale)
    return tender === 'transfer' && outcome === 'undone' && (late || paid)
  }

  end(): void {
    for (const { id, toCount } of this.closed) expect(this.drawer(id)).toBe(toCount)
    this.journal.close()
  }
}

it('random days always satisfy base + in - out = what lies in the till, to the minor unit', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
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
