import type { Business } from '../../../shared/domain/receipt/business.ts'
import { words, type Language, type Translate } from '../../../shared/words/words.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { countTotal } from '../../../shared/domain/drawer/drawer-count.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import { addMoney, sumMoney, type Money } from '../../../shared/domain/money/money.ts'
import { maskNumber } from '../../../shared/domain/privacy/mask.ts'
import { openingDifferences } from '../../../shared/domain/drawer/left.ts'
import {
  owedAmount,
  type CountedDrawer,
  type SaleLine,
  type Shift,
  type ShiftReport,
} from '../../../shared/domain/drawer/shift.ts'
import { trailCode } from '../../../shared/domain/people/trail-mark.ts'
import { noticeWords } from '../../../shared/domain/people/trail-words.ts'
import { slipSchema, type Slip, type SlipDraft } from '../../../shared/domain/receipt/slip.ts'

type Line = SlipDraft['lines'][number]

/** How a report is written. */
export type SlipFormat = FigureStyle & { language: Language; business: Business }

interface Pen {
  say: Translate
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
  const say = words.in(formatting.language)
  const pen: Pen = {
    say,
    money: (amount) => formatMoney(amount, formatting),
    minor: (minor, currency) => formatMoney({ minor, currency }, formatting),
    time: (at) => formatDateTime(at, formatting.language),
  }
  const { shift } = report
  const title = shift.number === null ? say('slip.x') : say('slip.z', { number: shift.number })
  const lines: Line[] = [
    ...headOf(title, report, formatting.business, pen),
    ...report.drawers.flatMap((drawer) => drawerPart(drawer, report, pen)),
    ...countParts(report, pen),
    ...salesPart(report, pen),
    ...movementParts(report, pen),
    ...openParts(report, pen),
    ...prepaidParts(report, pen),
    ...trailPart(report, pen, formatting.language),
    ...(report.note === '' ? [] : part(say('slip.note'), [{ kind: 'text', text: report.note }])),
    rule,
    ...(shift.number === null
      ? []
      : [say('slip.signCashier'), say('slip.signOwner')].map((label): Line => ({
          kind: 'signature',
          label,
        }))),
    {
      kind: 'text',
      size: 'small',
      align: 'center',
      text: say('slip.printed', { time: pen.time(printedAt) }),
    },
  ]
  return slipSchema.parse({ title, lines })

  function headOf(
    text: string,
    { at, closedBy, register }: ShiftReport,
    business: Business,
    { time }: Pen,
  ): Line[] {
    const { name, taxId, taxIdKind, establishment } = business
    const shop = [name, taxId && `${taxIdKind} ${taxId}`, establishment].filter(Boolean)
    return [
      ...shop.map((line): Line => ({ kind: 'text', align: 'center', text: line })),
      { kind: 'text', align: 'center', size: 'large', bold: true, text },
      ...(shift.number === null
        ? [{ kind: 'text' as const, align: 'center' as const, text: say('slip.xNote') }]
        : []),
      ...registerLines(register, say),
      ...(shift.cashier === null ? [] : [row(say('slip.cashier'), shift.cashier)]),
      row(say('slip.opened'), time(shift.openedAt)),
      row(shift.number === null ? say('slip.at') : say('slip.closed'), time(at)),
      // Who ran the shift closes it: of anybody else it is said.
      ...(closedBy === null || closedBy === shift.cashier
        ? []
        : [row(say('slip.closedBy'), closedBy)]),
    ]
  }
}

/** The register by code and name, as far as its owner wrote them. */
function registerLines(register: ShiftReport['register'], say: Translate): Line[] {
  const told = [register?.code, register?.name].filter(Boolean).join(' · ')
  return told === '' ? [] : [row(say('slip.register'), told)]
}

function drawerPart(drawer: CountedDrawer, report: ShiftReport, pen: Pen): Line[] {
  const { say, minor } = pen
  const { drawers, shift } = report
  const { currency, counted, difference } = drawer
  const back = shopBack(report, currency)
  const figure = (value: number) => minor(value, currency)
  const title = drawers.length === 1 ? say('slip.cash') : say('slip.cashIn', { currency })
  const some = (label: string, value: number) => (value === 0 ? [] : [row(label, figure(value))])
  return part(title, [
    row(say('slip.base'), figure(drawer.base)),
    ...openingLines(shift, currency, pen),
    row(say('slip.salesIn'), figure(drawer.salesIn)),
    ...some(say('slip.shopSales'), drawer.shopSales + back),
    ...some(say('slip.shopBack'), back),
    ...some(say('slip.movedIn'), drawer.movedIn),
    ...some(say('slip.salesOut'), drawer.salesOut),
    ...some(say('slip.movedOut'), drawer.movedOut),
    ...some(say('slip.paidOut'), drawer.paidOut),
    total(say('slip.expected'), figure(drawer.expected)),
    ...(drawer.heldCount === 0
      ? []
      : [
          row(
            say('slip.held', { count: drawer.heldCount }),
            figure(drawer.held),
            say('slip.heldNote'),
          ),
        ]),
    ...(counted ? [row(say('slip.counted'), pen.money(counted))] : []),
    ...(difference ? [differenceLine(difference, pen)] : []),
  ])
}

/** What was given back of the shop's own goods: each is listed below, so that the sum of what was sold holds none of it. */
function shopBack({ movements }: ShiftReport, currency: string): number {
  return movements
    .filter(({ reason, direction }) => reason === 'shop-sales' && direction === 'out')
    .filter(({ amount }) => amount.currency === currency)
    .reduce((sum, { amount }) => sumMoney(sum + amount.minor, currency).minor, 0)
}

/** What the shift before had left, where the base was another sum. */
function openingLines(shift: Shift, currency: string, { say, money: write }: Pen): Line[] {
  const mine = (amounts: readonly Money[]) => amounts.find((one) => one.currency === currency)
  const difference = mine(openingDifferences(shift))
  if (shift.follows === null || !difference || difference.minor === 0) return []
  const due = mine(shift.follows.due) ?? sumMoney(0, currency)
  const absolute = sumMoney(Math.abs(difference.minor), currency)
  return [
    row(say('slip.leftBefore', { number: shift.follows.number }), write(due)),
    row(say(difference.minor < 0 ? 'slip.openedShort' : 'slip.openedOver'), write(absolute)),
  ]
}

function differenceLine(difference: Money, { say, money: write }: Pen): Line {
  const { minor, currency } = difference
  if (minor === 0) return total(say('slip.even'), write(difference))
  return total(
    minor < 0 ? say('slip.short') : say('slip.over'),
    write(sumMoney(Math.abs(minor), currency)),
  )
}

/** The last count piece by piece, and that there were others. */
function countParts({ counts, drawers }: ShiftReport, pen: Pen): Line[] {
  const { say, minor } = pen
  const last = counts.at(-1)
  const first = counts[0]
  if (!last || !first || drawers.every(({ counted }) => counted === null)) return []
  const pieces = last.counts.flatMap(({ currency, pieces: found, other }) => [
    ...found.map(({ value, count }) =>
      row(
        say('slip.pieceOf', { count, value: minor(value, currency) }),
        minor(value * count, currency),
      ),
    ),
    ...(other === 0 || found.length === 0 ? [] : [row(say('slip.other'), minor(other, currency))]),
  ])
  const again = counts.length < 2 ? [] : [row(say('slip.countings'), String(counts.length))]
  const firsts = first.counts.map((count) =>
    row(say('slip.firstCount', { time: pen.time(first.at) }), pen.money(countTotal(count))),
  )
  return part(say('slip.pieces'), [...pieces, ...again, ...(again.length === 0 ? [] : firsts)])
}

function salesPart({ sales }: ShiftReport, { say, money: write }: Pen): Line[] {
  const lines = sales.map(({ direction, outcome, tender, count, total: sum }) => {
    const word =
      direction === 'in' ? say(`slip.outcome.${outcome}`) : say(`slip.outcomeOut.${outcome}`)
    const how = direction === 'in' ? `, ${say(`slip.tender.${tender}`)}` : ''
    // What sales of other rows were paid with, too, counts none of its own.
    return row(`${word}${how}${count === 0 ? '' : ` (${count})`}`, write(sum))
  })
  return part(say('slip.sales'), lines)
}

function movementParts({ movements, payouts, credits, transfers }: ShiftReport, pen: Pen): Line[] {
  const { say, money: write } = pen
  // The sum of the shop's own sales stands with the cash: as often as they are typed, the paper grows by no line.
  const moved = movements
    .filter(({ reason, direction }) => reason !== 'shop-sales' || direction === 'out')
    .map(({ direction, reason, amount, note }) => {
      const sign = direction === 'in' ? '+' : '-'
      const label = `${sign} ${say(`slip.reason.${reason}`)}`
      return row(label, write(amount), note === '' ? undefined : note)
    })
  const given = payouts.map(({ product, reference, amount, how, cashier, note }) =>
    row(
      `${product} ${maskNumber(reference)}`,
      write(amount),
      [say(`slip.tender.${how}`), cashier, note].filter(Boolean).join(', '),
    ),
  )
  const owing = credits.map(({ name, count, total: sum }) => row(`${name} (${count})`, write(sum)))
  const came = transfers.map(({ via, count, total: sum, unseen, isDebt }) =>
    row(
      `${isDebt ? `${say('slip.debt.payment')}, ` : ''}${via || say('slip.viaUnknown')} (${count})`,
      write(sum),
      unseen === 0 ? undefined : say('slip.unseen', { count: unseen }),
    ),
  )
  return [
    ...part(say('slip.transfers'), came),
    ...part(say('slip.movements'), moved),
    ...part(say('slip.payouts'), given),
    ...part(say('slip.credits'), owing),
  ]
}

const hour = 3_600_000

function openParts({ unconfirmed, owed, owedElse, at }: ShiftReport, pen: Pen): Line[] {
  const { say, money: write } = pen
  const name = ({ product, reference }: SaleLine) => `${product} ${maskNumber(reference)}`
  const waiting = unconfirmed.map((line) => {
    const left = line.horizonAt === null ? null : Math.floor((line.horizonAt - at) / hour)
    const hours =
      left !== null && left > 0 ? say('slip.timeLeft', { hours: left }) : say('slip.timeOver')
    return row(name(line), write(line.total), left === null ? undefined : hours)
  })
  const owing = (kind: 'give-back' | 'hand-out') => [
    ...owed
      .filter((line) => line.kind === kind)
      .map((line) => row(name(line), write(owedAmount(line)), pen.time(line.at))),
    ...owedElse
      .filter((sum) => sum.kind === kind)
      .map(({ count, total }) => row(say('slip.owed.else', { count }), write(total))),
  ]
  return [
    ...part(say('slip.unconfirmed'), waiting),
    ...part(say('slip.owed.give-back'), owing('give-back')),
    ...part(say('slip.owed.hand-out'), owing('hand-out')),
  ]
}

/** How far the trail went, to be held against it later, and what was found about it. */
function trailPart({ trail }: ShiftReport, { say, time }: Pen, language: Language): Line[] {
  if (trail === null) return []
  const { lines, head, checked, notices } = trail
  return part(say('slip.trail'), [
    row(say('slip.trailLines'), String(lines)),
    row(say('slip.trailCode'), trailCode(head)),
    ...(checked < lines ? [row(say('slip.trailChecked'), String(checked))] : []),
    ...notices.map((notice): Line => ({
      kind: 'text',
      text: `${time(notice.at)}: ${noticeWords(notice, language)}`,
    })),
  ])
}

function prepaidParts({ prepaid }: ShiftReport, { say, money: write }: Pen): Line[] {
  if (prepaid === null) return []
  const { account, profits, loadsKnown } = prepaid
  const balance = account && [
    row(say('slip.opening'), write(account.opening)),
    row(loadsKnown ? say('slip.loads') : say('slip.loadsUnknown'), write(account.loads)),
    row(say('slip.sold'), write(account.sales)),
    row(say('slip.withdrawals'), write(account.withdrawals)),
    row(say('slip.commissions'), write(account.commissions)),
    total(say('slip.computed'), write(account.computed)),
    row(say('slip.closing'), write(account.closing)),
    total(say('slip.difference'), write(account.difference)),
  ]
  const change = profits && addMoney(profits.quoted, profits.difference)
  const earned = profits && [
    row(say('slip.quoted'), write(profits.quoted)),
    row(say('slip.profitsChange'), write(change ?? profits.quoted)),
    total(say('slip.difference'), write(profits.difference)),
  ]
  return [...part(say('slip.prepaid'), balance ?? []), ...part(say('slip.profits'), earned ?? [])]
}
