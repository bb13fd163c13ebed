import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Language } from '../../../shared/words/words.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { countTotal } from '../../../shared/domain/drawer/drawer-count.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import { addMoney, sumMoney, type Money } from '../../../shared/domain/money/money.ts'
import { maskNumber } from '../../../shared/domain/text/mask.ts'
import type { CountedDrawer, SaleLine, ShiftReport } from '../../../shared/domain/drawer/shift.ts'
import { trailCode } from '../../../shared/domain/people/trail-mark.ts'
import { noticeWords } from '../../../shared/domain/people/trail-words.ts'
import { slipSchema, type Slip, type SlipDraft } from '../../../shared/domain/receipt/slip.ts'
import { fill, slipWords, type SlipWords } from './slip-words.ts'

type Line = SlipDraft['lines'][number]

/** How a report is written. */
export type SlipFormat = FigureStyle & { language: Language; business: Business }

interface Pen {
  words: SlipWords
  money: (amount: Money) => string
  minor: (minor: number, currency: string) => string
  time: (at: number) => string
}

const rule: Line = { kind: 'rule' }
const row = (label: string, value: string, note?: string): Line =>
  note === undefined ? { kind: 'row', label, value } : { kind: 'row', label, value, note }
const total = (label: string, value: string): Line => ({ kind: 'total', label, value })
/** A part of the paper, left out where it has nothing to say. */
const part = (text: string, lines: Line[]): Line[] =>
  lines.length === 0 ? [] : [rule, { kind: 'head', text }, ...lines]

/** The X or Z report of a shift, ready to be printed. */
export function slipOf(report: ShiftReport, formatting: SlipFormat, printedAt: number): Slip {
  const words = slipWords[formatting.language]
  const pen: Pen = {
    words,
    money: (amount) => formatMoney(amount, formatting),
    minor: (minor, currency) => formatMoney({ minor, currency }, formatting),
    time: (at) => formatDateTime(at, formatting.language),
  }
  const { shift } = report
  const title = shift.number === null ? words.x : fill(words.z, { number: shift.number })
  const lines: Line[] = [
    ...headOf(title, report, formatting.business, pen),
    ...report.drawers.flatMap((drawer) => drawerPart(drawer, report, pen)),
    ...countParts(report, pen),
    ...salesPart(report, pen),
    ...movementParts(report, pen),
    ...openParts(report, pen),
    ...prepaidParts(report, pen),
    ...trailPart(report, pen, formatting.language),
    ...(report.note === '' ? [] : part(words.note, [{ kind: 'text', text: report.note }])),
    rule,
    ...(shift.number === null
      ? []
      : [words.signCashier, words.signOwner].map((label): Line => ({ kind: 'signature', label }))),
    {
      kind: 'text',
      size: 'small',
      align: 'center',
      text: fill(words.printed, { time: pen.time(printedAt) }),
    },
  ]
  return slipSchema.parse({ title, lines })

  function headOf(
    text: string,
    { at, closedBy }: ShiftReport,
    business: Business,
    { time }: Pen,
  ): Line[] {
    const { name, taxId, taxIdKind, establishment } = business
    const shop = [name, taxId && `${taxIdKind} ${taxId}`, establishment].filter(Boolean)
    return [
      ...shop.map((line): Line => ({ kind: 'text', align: 'center', text: line })),
      { kind: 'text', align: 'center', size: 'large', bold: true, text },
      ...(shift.number === null
        ? [{ kind: 'text' as const, align: 'center' as const, text: words.xNote }]
        : []),
      ...(shift.cashier === null ? [] : [row(words.cashier, shift.cashier)]),
      row(words.opened, time(shift.openedAt)),
      row(shift.number === null ? words.at : words.closed, time(at)),
      // Who ran the shift closes it: of anybody else it is said.
      ...(closedBy === null || closedBy === shift.cashier ? [] : [row(words.closedBy, closedBy)]),
    ]
  }
}

function drawerPart(drawer: CountedDrawer, { drawers }: ShiftReport, pen: Pen): Line[] {
  const { words, minor } = pen
  const { currency, counted, difference } = drawer
  const figure = (value: number) => minor(value, currency)
  const title = drawers.length === 1 ? words.cash : fill(words.cashIn, { currency })
  const some = (label: string, value: number) => (value === 0 ? [] : [row(label, figure(value))])
  return part(title, [
    row(words.base, figure(drawer.base)),
    row(words.salesIn, figure(drawer.salesIn)),
    ...some(words.movedIn, drawer.movedIn),
    ...some(words.salesOut, drawer.salesOut),
    ...some(words.movedOut, drawer.movedOut),
    ...some(words.paidOut, drawer.paidOut),
    total(words.expected, figure(drawer.expected)),
    ...(drawer.heldCount === 0
      ? []
      : [row(fill(words.held, { count: drawer.heldCount }), figure(drawer.held), words.heldNote)]),
    ...(counted ? [row(words.counted, pen.money(counted))] : []),
    ...(difference ? [differenceLine(difference, pen)] : []),
  ])
}

function differenceLine(difference: Money, { words, money: write }: Pen): Line {
  const { minor, currency } = difference
  if (minor === 0) return total(words.even, write(difference))
  return total(minor < 0 ? words.short : words.over, write(sumMoney(Math.abs(minor), currency)))
}

/** The last count piece by piece, and that there were others. */
function countParts({ counts, drawers }: ShiftReport, pen: Pen): Line[] {
  const { words, minor } = pen
  const last = counts.at(-1)
  const first = counts[0]
  if (!last || !first || drawers.every(({ counted }) => counted === null)) return []
  const pieces = last.counts.flatMap(({ currency, pieces: found, other }) => [
    ...found.map(({ value, count }) =>
      row(
        fill(words.pieceOf, { count, value: minor(value, currency) }),
        minor(value * count, currency),
      ),
    ),
    ...(other === 0 || found.length === 0 ? [] : [row(words.other, minor(other, currency))]),
  ])
  const again = counts.length < 2 ? [] : [row(words.countings, String(counts.length))]
  const firsts = first.counts.map((count) =>
    row(fill(words.firstCount, { time: pen.time(first.at) }), pen.money(countTotal(count))),
  )
  return part(words.pieces, [...pieces, ...again, ...(again.length === 0 ? [] : firsts)])
}

function salesPart({ sales }: ShiftReport, { words, money: write }: Pen): Line[] {
  const lines = sales.map(({ direction, outcome, tender, count, total: sum }) => {
    const word = direction === 'in' ? words.outcome[outcome] : words.outcomeOut[outcome]
    const how = direction === 'in' ? `, ${words.tender[tender]}` : ''
    return row(`${word}${how} (${count})`, write(sum))
  })
  return part(words.sales, lines)
}

function movementParts({ movements, payouts, credits }: ShiftReport, pen: Pen): Line[] {
  const { words, money: write } = pen
  const moved = movements.map(({ direction, reason, amount, note }) => {
    const sign = direction === 'in' ? '+' : '-'
    return row(`${sign} ${words.reason[reason]}`, write(amount), note === '' ? undefined : note)
  })
  const given = payouts.map(({ product, reference, amount, how, cashier, note }) =>
    row(
      `${product} ${maskNumber(reference)}`,
      write(amount),
      [words.tender[how], cashier, note].filter(Boolean).join(', '),
    ),
  )
  const owing = credits.map(({ name, count, total: sum }) => row(`${name} (${count})`, write(sum)))
  return [
    ...part(words.movements, moved),
    ...part(words.payouts, given),
    ...part(words.credits, owing),
  ]
}

const hour = 3_600_000

function openParts({ unconfirmed, owed, at }: ShiftReport, pen: Pen): Line[] {
  const { words, money: write } = pen
  const name = ({ product, reference }: SaleLine) => `${product} ${maskNumber(reference)}`
  const waiting = unconfirmed.map((line) => {
    const left = line.horizonAt === null ? null : Math.floor((line.horizonAt - at) / hour)
    const hours = left !== null && left > 0 ? fill(words.timeLeft, { hours: left }) : words.timeOver
    return row(name(line), write(line.total), left === null ? undefined : hours)
  })
  const owing = (kind: 'give-back' | 'hand-out') =>
    owed
      .filter((line) => line.kind === kind)
      .map((line) => row(name(line), write(line.total), pen.time(line.at)))
  return [
    ...part(words.unconfirmed, waiting),
    ...part(words.owed['give-back'], owing('give-back')),
    ...part(words.owed['hand-out'], owing('hand-out')),
  ]
}

/** How far the trail went, to be held against it later, and what was found about it. */
function trailPart({ trail }: ShiftReport, { words, time }: Pen, language: Language): Line[] {
  if (trail === null) return []
  const { lines, head, checked, notices } = trail
  return part(words.trail, [
    row(words.trailLines, String(lines)),
    row(words.trailCode, trailCode(head)),
    ...(checked < lines ? [row(words.trailChecked, String(checked))] : []),
    ...notices.map((notice): Line => ({
      kind: 'text',
      text: `${time(notice.at)}: ${noticeWords(notice, language)}`,
    })),
  ])
}

function prepaidParts({ prepaid }: ShiftReport, { words, money: write }: Pen): Line[] {
  if (prepaid === null) return []
  const { account, profits, loadsKnown } = prepaid
  const balance = account && [
    row(words.opening, write(account.opening)),
    row(loadsKnown ? words.loads : words.loadsUnknown, write(account.loads)),
    row(words.sold, write(account.sales)),
    row(words.withdrawals, write(account.withdrawals)),
    row(words.commissions, write(account.commissions)),
    total(words.computed, write(account.computed)),
    row(words.closing, write(account.closing)),
    total(words.difference, write(account.difference)),
  ]
  const change = profits && addMoney(profits.quoted, profits.difference)
  const earned = profits && [
    row(words.quoted, write(profits.quoted)),
    row(words.profitsChange, write(change ?? profits.quoted)),
    total(words.difference, write(profits.difference)),
  ]
  return [...part(words.prepaid, balance ?? []), ...part(words.profits, earned ?? [])]
}
