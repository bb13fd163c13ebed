import {
  addMoney,
  sumMoney,
  type Direction,
  type Money,
} from '../../../shared/domain/money/money.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { businessLines } from '../../../shared/domain/receipt/receipt.ts'
import { slipSchema, type Slip, type SlipDraft } from '../../../shared/domain/receipt/slip.ts'
import { faceOfState } from '../../../shared/domain/sale/sale.ts'
import { formatDateTime, formatDay } from '../../../shared/domain/time/dates.ts'
import { words, type Language, type Translate } from '../../../shared/words/words.ts'
import type { DayGroup } from '../../store/sales/day-totals.ts'
import type { EarnedGroup } from '../../store/sales/earned.ts'

/** What a day's paper is made of. */
export interface DaySlipFacts {
  day: string
  groups: readonly DayGroup[]
  /** null: who asks may not know it. */
  earned: readonly EarnedGroup[] | null
  /** Whether who asks may know how the customers paid, and with it what lies in the drawer. */
  tellsTenders: boolean
  /** What the shop sold of its own goods, and gave back of them, as far as it went through a drawer. */
  shopSales: readonly { direction: Direction; amount: number; currency: string }[]
  /** Epoch milliseconds. */
  printedAt: number
}

type Lines = SlipDraft['lines']

/** What its parts are written with. */
interface Pen {
  say: Translate
  write: (amount: Money) => string
}

/** A day on one paper. */
export function daySlip(
  facts: DaySlipFacts,
  style: { business: Business; language: Language; figures: FigureStyle },
): Slip {
  const { day, printedAt } = facts
  const { business, language, figures } = style
  const say = words.in(language)
  const pen: Pen = { say, write: (amount) => formatMoney(amount, figures) }
  const printed = say('slip.printed', { time: formatDateTime(printedAt, language) })
  const lines: Lines = [
    ...businessLines(business, say),
    { kind: 'text', align: 'center', size: 'large', bold: true, text: say('slip.day.title') },
    { kind: 'text', align: 'center', text: formatDay(day, language) },
    ...soldParts(facts, pen),
    ...shopPart(facts, pen),
    ...earnedPart(facts, pen),
    ...openPart(facts, pen),
    { kind: 'rule' },
    { kind: 'text', align: 'center', size: 'small', text: printed },
  ]
  return slipSchema.parse({ title: `${say('slip.day.title')} ${day}`, lines })
}

const isApproved = ({ state }: DayGroup) => faceOfState[state] === 'approved'
const isUndone = ({ state }: DayGroup) => ['rejected', 'not-sent'].includes(faceOfState[state])

function soldParts({ groups, tellsTenders }: DaySlipFacts, pen: Pen): Lines {
  const { say } = pen
  const approved = groups.filter(isApproved)
  const paid = approved.filter(({ direction }) => direction === 'in')
  const given = approved.filter(({ direction }) => direction === 'out')
  const family = ({ category }: DayGroup) => category || say('slip.day.noFamily')
  const tender = (group: DayGroup) => say(`slip.tender.${group.tender}`)
  return [
    ...part(
      say('slip.day.sold'),
      sums(paid, family, pen),
      total(say('slip.day.collected'), paid, pen),
    ),
    ...part(
      say('slip.day.given'),
      sums(given, family, pen),
      total(say('slip.day.handedOut'), given, pen),
    ),
    ...(tellsTenders ? part(say('slip.day.tenders'), sums(paid, tender, pen)) : []),
    ...(approved.length === 0 ? [{ kind: 'text' as const, text: say('slip.day.none') }] : []),
  ]
}

/** It lies in the drawer: not for who has to count that blindly. */
function shopPart({ shopSales, tellsTenders }: DaySlipFacts, { say, write }: Pen): Lines {
  if (!tellsTenders) return []
  const lines = (['in', 'out'] as const).flatMap((way): Lines => {
    const of = shopSales.filter(({ direction }) => direction === way)
    if (of.length === 0) return []
    const what = say(way === 'in' ? 'slip.reason.shop-sales' : 'slip.day.shopBack')
    const value = sumsByCurrency(of.map(({ amount, currency }) => sumMoney(amount, currency)))
      .map(write)
      .join(' + ')
    return [{ kind: 'row', label: `${what} (${of.length})`, value }]
  })
  return part(say('slip.day.shopGoods'), lines)
}

function earnedPart({ earned }: DaySlipFacts, { say, write }: Pen): Lines {
  if (earned === null || earned.length === 0) return []
  const count = (of: (group: EarnedGroup) => number) =>
    earned.reduce((sum, group) => sum + of(group), 0)
  const note = say('slip.day.known', {
    known: count(({ known }) => known),
    sales: count(({ sales }) => sales),
  })
  const value = sumsByCurrency(earned.map((group) => group.earned))
    .map(write)
    .join(' + ')
  const label = say('slip.day.incentive')
  return part(say('slip.day.earned'), [{ kind: 'row', label, value, note }])
}

/** What is not known yet, by name of its state, what would be handed out apart; and how many were not made. */
function openPart({ groups }: DaySlipFacts, pen: Pen): Lines {
  const { say } = pen
  const open = groups.filter((group) => !isApproved(group) && !isUndone(group))
  const undone = groups.filter(isUndone).reduce((sum, { count }) => sum + count, 0)
  const word = ({ state, direction }: DayGroup) => {
    const face = faceOfState[state]
    if (face === 'approved' || face === 'rejected' || face === 'not-sent') return ''
    const told = say(`slip.day.state.${face}`)
    return direction === 'out' ? say('slip.day.openOut', { state: told }) : told
  }
  return [
    ...part(say('slip.day.open'), sums(open, word, pen)),
    ...(undone === 0
      ? []
      : part(say('slip.day.undone'), [
          { kind: 'row', label: say('slip.day.undoneCount'), value: String(undone) },
        ])),
  ]
}

/** One row for each name and currency, with how many sales it is. */
function sums(
  groups: readonly DayGroup[],
  nameOf: (group: DayGroup) => string,
  { write }: Pen,
): Lines {
  const found = new Map<string, { name: string; count: number; sum: Money }>()
  for (const group of groups) {
    const name = nameOf(group)
    const key = `${group.total.currency} ${name}`
    const before = found.get(key)
    const count = group.count + (before?.count ?? 0)
    found.set(key, { name, count, sum: before ? addMoney(before.sum, group.total) : group.total })
  }
  return [...found.values()].map(({ name, count, sum }) => ({
    kind: 'row',
    label: count === 0 ? name : `${name} (${count})`,
    value: write(sum),
  }))
}

function total(label: string, groups: readonly DayGroup[], { write }: Pen): Lines {
  const amounts = sumsByCurrency(groups.map((group) => group.total))
  return amounts.map((sum) => ({ kind: 'total', label, value: write(sum) }))
}

/** Currencies are never added. */
function sumsByCurrency(amounts: readonly Money[]): Money[] {
  const byCurrency = new Map<string, Money>()
  for (const amount of amounts) {
    const before = byCurrency.get(amount.currency)
    byCurrency.set(amount.currency, before ? addMoney(before, amount) : amount)
  }
  return [...byCurrency.values()]
}

/** A part with its head; without lines there is none. */
function part(title: string, ...lines: readonly Lines[]): Lines {
  const all = lines.flat()
  return all.length === 0 ? [] : [{ kind: 'head', text: title }, ...all]
}
