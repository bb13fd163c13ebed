import type { HubItem } from '../../electron/hub/calls.ts'
import { dayMs } from '../../shared/domain/time/dates.ts'

/** What was sent so far of made-up registers; random: a whole number below another. */
export interface Played {
  now: number
  sales: Map<string, { id: string; createdAt: number; register: number; revision: number }>
  shifts: Map<string, { id: string; openedAt: number; register: number; closedAt: number | null }>
  random: (below: number) => number
}

type Item = Omit<HubItem, 'seq'>
const currencies = ['COP', 'USD'] as const
const tenders = ['cash', 'credit', 'transfer', null] as const
const outcomes = ['open', 'done', 'undone', 'partial', null] as const
const profiles = ['p1', 'p1', 'p1', 'p2', 'sandbox-1'] as const

/** Images that a register sends: new things, and things that it or another one sent before, as they may have become. */
export function imagesOf(played: Played, register: number, count: number): HubItem[] {
  const items = Array.from({ length: count }, () => {
    const kind = played.random(20)
    if (kind < 12) return saleItem(played, register)
    if (kind < 15) return shiftItem(played, register)
    return kind < 18 ? balanceItem(played) : debtItem(played)
  })
  // A thing stands once in what is sent.
  const once = new Map(items.map((item) => [`${item.kind} ${item.ref}`, item]))
  return [...once.values()].map((item, index) => ({ ...item, seq: index + 1 }))
}

const one = <T>({ random }: Played, of: readonly T[]): T => of[random(of.length)] as T
const flag = ({ random }: Played) => (random(3) === 0 ? 1 : 0)
/** A moment of the last weeks that no other thing has. */
let moments = 0
const moment = ({ now, random }: Played) =>
  now - random(40) * dayMs - 1_000 * random(80_000) - (moments += 1)

function saleItem(played: Played, register: number): Item {
  const { random, sales, shifts } = played
  const known = [...sales.values()].filter((sale) => sale.register === register || random(4) === 0)
  const before = random(2) === 0 ? known[random(Math.max(1, known.length))] : undefined
  const shift = one(played, [...shifts.values(), undefined])
  const createdAt =
    shift && random(3) > 0
      ? shift.openedAt + random(3 * dayMs) - dayMs + (moments += 1)
      : moment(played)
  const of = before ?? { id: `sale-${sales.size}`, createdAt, register, revision: 0 }
  const sale = { ...of, revision: of.revision + random(3) }
  sales.set(sale.id, sale)
  // Of one sale these never change.
  const fixed = Number(sale.id.slice(5))
  const total = 1_000 * (1 + (fixed % 37))
  const currency = currencies[fixed % 5 === 0 ? 1 : 0]
  const split =
    random(4) === 0
      ? { first_tender: one(played, ['credit', 'transfer']), first_amount: random(total) }
      : {}
  const isOpen = flag(played)
  const row = {
    ...{ id: sale.id, created_at: sale.createdAt, revision: sale.revision, currency, total },
    ...{ amount: total, product_id: 'x', reference: `r${fixed}`, profile_id: profiles[fixed % 5] },
    ...{
      shown_state: one(played, ['APPROVED', 'APPROVED', 'REJECTED', 'PENDING']),
      is_open: isOpen,
    },
    ...{ direction: one(played, ['in', 'in', 'in', 'out']), cash_outcome: one(played, outcomes) },
    ...{
      may_owe: flag(played) || flag(played),
      is_paid: flag(played),
      is_late: flag(played),
      has_left: flag(played),
    },
    ...(random(2) === 0 ? { balance_change: random(2 * total) - total } : {}),
    ...(random(5) === 0 ? {} : { tender: one(played, tenders) ?? undefined }),
    ...(shift && random(4) > 0 ? { shift: shift.id } : {}),
    ...(random(3) === 0
      ? {}
      : { found: JSON.stringify({ newBalance: { minor: random(1e6), currency } }) }),
    ...split,
  }
  const payout = one(played, [...shifts.values(), undefined])
  const paid = {
    id: `payout ${sale.id}`,
    shift_id: payout?.id,
    how: one(played, ['cash', 'transfer']),
    currency,
    amount: total,
  }
  const image = {
    sale: row,
    ...(payout && random(5) === 0 ? { payout: [paid] } : {}),
    ...(random(12) === 0 ? { erasure: [{ sale_id: sale.id, at: 1 }] } : {}),
  }
  return { kind: 'sale', ref: sale.id, image }
}

function shiftItem(played: Played, register: number): Item {
  const { random, shifts, now } = played
  const known = [...shifts.values()].filter((shift) => shift.register === register)
  const before = random(2) === 0 ? known[random(Math.max(1, known.length))] : undefined
  const fresh = { id: `shift-${shifts.size}`, openedAt: moment(played), register, closedAt: null }
  const of = before ?? fresh
  const shift = {
    ...of,
    closedAt: of.closedAt ?? (random(3) === 0 ? now - random(9 * dayMs) : null),
  }
  shifts.set(shift.id, shift)
  const base = currencies.slice(0, 1 + random(2)).map((currency) => ({
    ...{ currency, other: random(900), pieces: [{ value: 100, count: random(9) }] },
  }))
  const drawers = currencies.map((currency) => ({
    ...{
      currency,
      expected: random(9_000),
      held: random(90),
      counted: { minor: random(9_000), currency },
    },
    difference: random(4) === 0 ? null : { minor: (random(5) - 2) * 100, currency },
  }))
  const report = JSON.stringify({ drawers })
  const close = { shift_id: shift.id, number: shifts.size, closed_at: shift.closedAt, report }
  const movements = Array.from({ length: random(3) }, (_, at) => ({
    ...{ id: `${shift.id} ${at}`, direction: one(played, ['in', 'out']), note: 'x' },
    ...{ currency: one(played, currencies), amount: 100 + at },
  }))
  const number = Number(shift.id.slice(6))
  const row = {
    id: shift.id,
    profile_id: profiles[number % 5],
    opened_at: shift.openedAt,
    base: JSON.stringify(base),
  }
  return {
    kind: 'shift',
    ref: shift.id,
    image: {
      shift: { ...row, ...(number % 4 === 0 ? {} : { cashier: one(played, ['Ana', 'Luis']) }) },
      ...(movements.length > 0 ? { shift_movement: movements } : {}),
      ...(shift.closedAt === null ? {} : { shift_close: [close] }),
      ...(random(8) === 0 ? { note_erasure: [{ kind: 'shift', id: shift.id }] } : {}),
    },
  }
}

function balanceItem(played: Played): Item {
  const { random } = played
  const row = {
    profile_id: one(played, profiles),
    at: moment(played),
    currency: one(played, currencies),
    balance: random(1e7),
  }
  return { kind: 'balance', ref: String(random(60)), image: { balance_snapshot: row } }
}

function debtItem(played: Played): Item {
  const { random } = played
  const row = {
    profile_id: one(played, profiles),
    at: moment(played),
    currency: one(played, currencies),
    amount: random(2e5) - 1e5,
  }
  return { kind: 'debt', ref: `debt-${random(30)}`, image: { debt_entry: row } }
}
