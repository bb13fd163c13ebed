import { createHash } from 'node:crypto'
import type { SharedHeld } from '../../../electron/features/hub/testing/shared-model.ts'
import { bringsBack, mergedSale, partOf, saleOf, withRows, type Doc } from './images.ts'

// What a hub holds, and what becomes of it: electron/hub/schema in memory, over values that nobody changes once they are there.

export interface HubRegister {
  id: number
  code: string
  name: string
  login: string
  branch: string | null
  journal: string | null
  continues: number | null
  invited: boolean
  joinedAt: number | null
  retiredAt: number | null
  seenAt: number | null
  toldAt: number | null
  forkedAt: number | null
  waiting: number | null
  trouble: string | null
  clockAhead: number | null
  version: string | null
}
export interface HubStreamRow {
  id: string
  register: number
  seq: number
  tip: string
  knownUntil: number | null
  /** What was said last with something that had changed. */
  movedUntil: number | null
  begunAt: number
  isOpen: boolean
}
export interface HubSale {
  id: string
  register: number
  revision: number
  state: string
  isOpen: boolean
  createdAt: number
  profile: string
  currency: string
  total: number
  direction: 'in' | 'out'
  doc: Doc
}
export interface HubShift {
  register: number
  number: number | null
  closedAt: number | null
  doc: Doc
}
export interface DayTotal {
  count: number
  total: number
}

/** All of it: a copy of the hub is the value at that moment. */
export interface HubState {
  registers: ReadonlyMap<number, HubRegister>
  streams: ReadonlyMap<string, HubStreamRow>
  sales: ReadonlyMap<string, HubSale>
  shifts: ReadonlyMap<string, HubShift>
  /** By `register kind key`. */
  others: ReadonlyMap<string, unknown>
  totals: ReadonlyMap<string, DayTotal>
  shared: SharedHeld
}

/** What a hub goes by; a planted bug has another one of them. */
export interface HubRules {
  /** Whether the stream stands elsewhere than where a push goes on. */
  isElsewhere: (stream: HubStreamRow | undefined, after: { seq: number; tip: string }) => boolean
  bringsBack: typeof bringsBack
  withRows: typeof withRows
  /** Whether what one register sold is another one's to change. */
  continues: (state: HubState, register: number, own: HubRegister) => boolean
  /** A moment that the register says all is there until, at a moment of the hub's clock. */
  believed: (knownUntil: number, seen: number) => number
  /** What a copy said that had nothing to send holds until something comes. */
  forgetsIdle: boolean
  /** Whether what changed of a sale is taken out of the sums first. */
  takesOut: boolean
  /** Whether what is named alone keeps a register from being complete. */
  minds: boolean
  /** Whether a name goes once the thing itself came. */
  forgetsNames: boolean
  /** Whether what came is kept, at a push. */
  keeps: () => boolean
  keepsNames: boolean
  tellsErased: boolean
  marksForks: boolean
  /** Whether what names a register is that one's to say. */
  mindsNames: boolean
}

export const rightRules: HubRules = {
  isElsewhere: (stream, { seq, tip }) =>
    !stream || !stream.isOpen || stream.seq !== seq || stream.tip !== tip,
  bringsBack,
  withRows,
  continues: (state, register, own) => lineOf(state, own).has(register),
  believed: (knownUntil, seen) => Math.min(knownUntil, seen),
  forgetsIdle: true,
  ...{ takesOut: true, minds: true, forgetsNames: true, keeps: () => true, keepsNames: true },
  ...{ tellsErased: true, marksForks: true, mindsNames: true },
}

/** hub.continues: a register, and those before it that were retired. */
export function lineOf({ registers }: HubState, own: HubRegister): ReadonlySet<number> {
  const line = new Set([own.id])
  let before = own.continues
  while (before !== null && !line.has(before)) {
    const one = registers.get(before)
    // Of one that still sends nothing is gone on with.
    if (!one || one.retiredAt === null) break
    line.add(before)
    before = one.continues
  }
  return line
}

/** hub.writes_of: its own, that of those it goes on with, and of those whose journal it has. */
export function writesOf(state: HubState, teller: string, author: string): boolean {
  const all = [...state.registers.values()]
  const [own, one] = [teller, author].map((code) => all.find((known) => known.code === code))
  if (!own || !one) return false
  return lineOf(state, own).has(one.id) || (own.journal !== null && own.journal === one.journal)
}

const unreadable = 'unreadable'
export const otherKey = (register: number, kind: string, key: string) =>
  JSON.stringify([register, kind, key])
export const otherOf = (key: string): [number, string, string] => {
  const [register, kind, name] = JSON.parse(key) as [number, string, string]
  return [register, kind, name]
}

/** What a register could not send but for its name. */
export const missingOf = ({ others }: HubState, register: number): [string, unknown][] =>
  [...others].flatMap(([key, doc]): [string, unknown][] => {
    const [of, kind, name] = otherOf(key)
    return of === register && kind === unreadable ? [[name, doc]] : []
  })

const dayOf = (at: number) => Math.floor((at - 18_000_000) / 86_400_000)
/** Where a sale is counted: the register, the day, its state, its direction, its currency. */
export const totalKey = (sale: HubSale) =>
  JSON.stringify([
    ...[
      sale.register,
      dayOf(sale.createdAt),
      sale.profile,
      sale.state,
      sale.direction,
      sale.currency,
    ],
  ])

function counted(totals: Map<string, DayTotal>, sale: HubSale, times: number): void {
  const key = totalKey(sale)
  const known = totals.get(key) ?? { count: 0, total: 0 }
  totals.set(key, { count: known.count + times, total: known.total + times * sale.total })
}

/** A thing that is sent. */
export interface SentItem {
  seq: number
  kind: string
  ref: string
  image: Doc
}

/** What is there once a register sent these. */
export function withItems(
  state: HubState,
  own: HubRegister,
  items: readonly SentItem[],
  rules: HubRules,
): HubState {
  if (!rules.keeps()) return state
  const sales = new Map(state.sales)
  const shifts = new Map(state.shifts)
  const others = new Map(state.others)
  const totals = new Map(state.totals)
  for (const { kind, ref, image } of items) {
    if (kind === 'sale') {
      const sent = saleIn(image, own.id)
      const key = `${sent.id} ${sent.createdAt}`
      const known = sales.get(key)
      const next = known ? changed(state, known, sent, own, rules) : sent
      if (!next) continue
      if (known && rules.takesOut) counted(totals, known, -1)
      counted(totals, next, 1)
      sales.set(key, next)
    } else if (kind === 'shift') {
      const next = shiftIn(state, shifts.get(ref), image, own, rules)
      if (next) shifts.set(ref, next)
    } else if (kind !== unreadable || rules.keepsNames)
      others.set(otherKey(own.id, kind, ref), image)
  }
  if (rules.forgetsNames)
    for (const { kind, ref } of items) others.delete(otherKey(own.id, unreadable, `${kind} ${ref}`))
  return { ...state, sales, shifts, others, totals }
}

function saleIn(doc: Doc, register: number): HubSale {
  const sale = saleOf(doc)
  return {
    ...{ id: String(sale.id), register, revision: Number(sale.revision), doc },
    ...{ state: String(sale.shown_state), isOpen: sale.is_open === 1 },
    ...{
      createdAt: Number(sale.created_at),
      profile: String(sale.profile_id),
      currency: String(sale.currency),
    },
    total: Number(sale.total),
    direction: sale.direction === 'out' ? 'out' : 'in',
  }
}

/** null: what is there stays. */
function changed(
  state: HubState,
  known: HubSale,
  sent: HubSale,
  own: HubRegister,
  rules: HubRules,
): HubSale | null {
  if (!rules.continues(state, known.register, own)) return null
  if (rules.bringsBack(known.doc, sent.doc)) return null
  const isOwn = known.register === own.id
  const doc = mergedSale(known.doc, sent.doc, isOwn, rules.withRows)
  const merged = saleIn(doc, known.register)
  // What was sold, when and for how much is as it first came.
  const { createdAt, profile, currency, total } = known
  return { ...merged, createdAt, profile, currency, total }
}

function shiftIn(
  state: HubState,
  known: HubShift | undefined,
  image: Doc,
  own: HubRegister,
  rules: HubRules,
): HubShift | null {
  const [close] = partOf(image, 'shift_close')
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
  const [number, closedAt] = [numberOf(close?.number), numberOf(close?.closed_at)]
  if (!known) return { register: own.id, number, closedAt, doc: image }
  if (!rules.continues(state, known.register, own)) return null
  if (rules.bringsBack(known.doc, image)) return null
  return {
    register: known.register,
    number: number ?? known.number,
    closedAt: closedAt ?? known.closedAt,
    doc: rules.withRows(image, known.doc),
  }
}

/** hub.complete_until: until when all of a register is here; null: of no moment. */
export function completeUntil(state: HubState, register: number, rules: HubRules): number | null {
  const latest = [...state.streams.values()].filter((one) => one.register === register).at(-1)
  const seen = state.registers.get(register)?.seenAt ?? null
  if (!latest || latest.knownUntil === null || seen === null) return null
  if (rules.minds && missingOf(state, register).length > 0) return null
  return rules.believed(latest.knownUntil, seen)
}

/** hub.months_v1 */
export function monthsOf(state: HubState, own: HubRegister) {
  const line = lineOf(state, own)
  const months = new Map<string, { month: string; sales: number; print: number }>()
  for (const {
    id,
    register,
    createdAt,
    revision,
    state: of,
    currency,
    total,
  } of state.sales.values()) {
    if (!line.has(register)) continue
    const month = new Date(createdAt).toISOString().slice(0, 7)
    const said = [id, revision, of, currency, total].join('|')
    const print = parseInt(createHash('md5').update(said).digest('hex').slice(0, 8), 16)
    const known = months.get(month) ?? { month, sales: 0, print: 0 }
    months.set(month, { month, sales: known.sales + 1, print: known.print + print })
  }
  return [...months.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1))
}
