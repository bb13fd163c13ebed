import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { legalNext } from '../../shared/domain/testing/legal-next.ts'
import {
  finalStates,
  saleStateSchema,
  verdictSchema,
  type Sale,
  type SaleState,
  type Verdict,
} from '../../shared/domain/sale/sale.ts'
import { packedEvents } from '../../electron/store/slim/slim-sales.ts'
import type { Money } from '../../shared/domain/money/money.ts'
import { publicSale } from '../../electron/features/selling/public-sale.ts'
import { saleRow } from '../../electron/store/sales/sale-row.ts'
import type { WorldClock } from './clock.ts'
import type { SellRequest } from './sell-request.ts'
import type { ServiceModel } from './service-model.ts'
import type { Disk } from './store.ts'

/** What a cashier meant, as typed: the yardstick of every sum. */
export interface Wish {
  productId: string
  amount: Money
}

/** Looks on from outside, through the disk and the service alone, and says what must never happen. */
export interface Watch {
  readonly violations: readonly string[]
  /** A cashier begins a sale. */
  wish(draftId: string, wish: Wish): void
  /** The bytes of a sell request leave. */
  onSell(request: SellRequest, body: string): void
  /** A window was told of a sale. */
  onTold(sale: Sale): void
  /** A window was told how many sales are open. */
  onCount(count: number): void
  /** A sale is looked up with a connection. */
  onFind(saleId: string, profileId: string): void
  readonly hasTwoConnections: boolean
  /** A window's call was answered with a sale. */
  onAnswered(sale: Sale): void
  /** A window opens and reads the sales there are. */
  windowOpens(): void
  /** The program ended: its windows show nothing any more. */
  windowCloses(): void
  /** The journal's file was damaged: of the history only what a copy and intents.log hold comes back. */
  journalSpoilt(): void
  /** Nothing is under way: what the window shows must be what is so. */
  windowAgrees(): void
  /** The history is only ever added to. */
  historyGrows(): void
  /** The world is at rest, and no fault was left to wait for. */
  atRest(): void
  violate(rule: string): void
}

const sentRow = z.object({ state: z.string(), draft_id: z.string(), body: z.string() })
const stateRow = z.object({ state: saleStateSchema })
const countRow = z.object({ count: z.int(), last: z.int().nullable() })
const pairRow = z.object({ id: z.string(), state: saleStateSchema })
const eventRow = z.object({ sale_id: z.string(), state: saleStateSchema, kind: z.string() })
const endRow = z.object({
  id: z.string(),
  draft_id: z.string(),
  state: saleStateSchema,
  product_id: z.string(),
  currency: z.string(),
  amount: z.int(),
  cost: z.int().nullable(),
  total: z.int(),
  again_of: z.string().nullable(),
  closed_as: verdictSchema.nullable(),
  is_open: z.int(),
})

type EndRow = z.output<typeof endRow>
const profileRow = z.object({ profile_id: z.string() })

const restful: readonly SaleState[] = [...finalStates, 'REVIEW', 'PARTIAL']

/** The ends that a person's word foresaw. */
const saidBy: Record<Verdict, readonly SaleState[]> = {
  approved: ['APPROVED'],
  partial: ['PARTIAL'],
  rejected: ['REJECTED', 'DECLINED'],
  'not-made': ['DECLINED', 'NOT_SENT', 'REJECTED'],
}

interface WatchDeps {
  clock: WorldClock
  disk: Pick<Disk, 'folder' | 'durable' | 'intents'>
  model: () => ServiceModel
  hasTwoConnections: boolean
}

export function createWatch({ clock, disk, model, hasTwoConnections }: WatchDeps): Watch {
  const violations: string[] = []
  const wishes = new Map<string, Wish[]>()
  const sells = new Map<string, number>()
  const draftsSold = new Map<string, string>()
  const shown = new Map<string, Set<SaleState>>()
  let view = new Map<string, SaleState>()
  let told = new Map<string, Sale>()
  let openCount = 0
  let events = 0
  let spoilt = false

  const violate = (rule: string) => void violations.push(rule)

  function isWished(draftId: string, productId: string, amount: Money): boolean {
    const meant = wishes.get(draftId) ?? []
    return meant.some((wish) => wish.productId === productId && sameMoney(wish.amount, amount))
  }

  function onSell({ id, productId, amount }: SellRequest, body: string): void {
    const times = (sells.get(id) ?? 0) + 1
    sells.set(id, times)
    if (times > 1) violate(`${id}: ${times} sell requests of one intent`)
    const sql = 'select state, draft_id, body from sale where id = ?'
    const row = disk.durable().get(sentRow, sql, id)
    if (row === null) return violate(`${id}: sent without a durable intent`)
    if (row.state !== 'SENDING') violate(`${id}: sent while the disk says ${row.state}`)
    if (row.body !== body) violate(`${id}: sent another body than the journal's`)
    if (!disk.intents.has(id)) violate(`${id}: sent without its line in intents.log`)
    // A draft's name is as long as this, whatever a wrong program makes of it.
    const draftId = row.draft_id.slice(0, 'draft-0000'.length)
    const before = draftsSold.get(draftId)
    if (before !== undefined && before !== id) violate(`${id}: a draft sold before as ${before}`)
    draftsSold.set(draftId, id)
    if (!isWished(draftId, productId, amount))
      violate(`${id}: sent something else than the cashier asked for`)
  }

  function show({ id, state, amount, productId }: Sale): void {
    let states = shown.get(id)
    if (!states) shown.set(id, (states = new Set()))
    states.add(state)
    if (state === 'PREPARED' || state === 'SENDING') return
    const deed = model().deed(id)
    if (state === 'NOT_SENT' && sells.has(id) && deed !== null) {
      violate(`${id}: shown NOT_SENT, and it is carried out`)
    }
    if (state === 'DECLINED' && deed !== null) {
      violate(`${id}: shown DECLINED, and it is carried out`)
    }
    if (state !== 'APPROVED' && state !== 'REJECTED' && state !== 'PARTIAL') return
    const truth = deed && model().statusOf(deed, clock.real())
    if (truth !== state) violate(`${id}: shown ${state}, the service says ${truth}`)
    if (deed && (deed.plan.differs !== null || !sameMoney(deed.request.amount, amount))) {
      violate(`${id}: shown ${state} over a record that differs`)
    }
    if (deed && deed.request.productId !== productId) violate(`${id}: another product`)
  }

  function onTold(sale: Sale): void {
    view.set(sale.id, sale.state)
    told.set(sale.id, sale)
    const row = disk.durable().get(stateRow, 'select state from sale where id = ?', sale.id)
    if (row?.state !== sale.state) {
      violate(`${sale.id}: told ${sale.state} while the disk says ${row?.state}`)
    }
    show(sale)
  }

  function onAnswered(sale: Sale): void {
    const sql = 'select state from sale_event where sale_id = ? and state = ? limit 1'
    // A full disk keeps a sale in SENDING, which means just that: nobody knows.
    const known = sale.state === 'UNKNOWN' ? 'SENDING' : sale.state
    const isKnown =
      disk.durable().get(stateRow, sql, sale.id, known) !== null ||
      // What nobody was asked about any more is packed.
      packedEvents(disk.durable(), sale.id).some(({ state }) => state === known)
    if (!isKnown) {
      violate(`${sale.id}: answered ${sale.state}, which was never durable`)
    }
    show(sale)
  }

  function onFind(saleId: string, profileId: string): void {
    const row = disk.durable().get(profileRow, 'select profile_id from sale where id = ?', saleId)
    if (row?.profile_id !== profileId) violate(`${saleId}: looked up with ${profileId}`)
  }

  /** All that a window was told is what stands on the disk; when the next look is due changes by itself. */
  function judgeTold(): void {
    for (const [id, sale] of told) {
      const row = disk.durable().get(saleRow, 'select * from sale where id = ?', id)
      const stands = row && { ...publicSale(row), nextLookAt: sale.nextLookAt }
      if (!isDeepStrictEqual(stands, sale)) violate(`${id}: told otherwise than it stands`)
    }
  }

  function durableOpenCount(): number {
    const sql = 'select count(*) as count, null as last from sale where is_open = 1'
    return disk.durable().get(countRow, sql)?.count ?? 0
  }

  function durableStates() {
    return disk.durable().all(pairRow, 'select id, state from sale')
  }

  function windowAgrees(): void {
    for (const { id, state } of durableStates()) {
      if (view.get(id) !== state) violate(`${id}: the window shows ${view.get(id)}, it is ${state}`)
    }
    const open = durableOpenCount()
    if (openCount !== open) violate(`the window says ${openCount} open sales, there are ${open}`)
  }

  function historyGrows(): void {
    const sql = 'select count(*) as count, max(seq) as last from sale_event'
    const { count, last } = disk.durable().get(countRow, sql) ?? { count: 0, last: null }
    if (count < events || (last ?? 0) !== count)
      violate(`the history lost lines: ${count}, ${last}`)
    events = count
  }

  function atRest(): void {
    windowAgrees()
    historyGrows()
    // Reading whole rows takes long: the seeds over files do.
    if (disk.folder() !== null) judgeTold()
    const rows = disk
      .durable()
      .all(endRow, `select ${Object.keys(endRow.shape).join(', ')} from sale`)
    for (const row of rows) judgeEnd(row)
    judgeHistory()
    judgeSums(rows)
    const ids = new Set(rows.map(({ id }) => id))
    for (const { id, again_of: before } of rows) {
      if (before !== null && !ids.has(before) && !spoilt)
        violate(`${id}: again of what is not there`)
    }
    for (const deed of model().deeds()) {
      if (!sells.has(deed.id)) violate(`${deed.id}: carried out and never sent`)
      if (!ids.has(deed.id)) violate(`${deed.id}: lost from the journal`)
    }
  }

  function judgeEnd(row: EndRow): void {
    const { id, state } = row
    const deed = model().deed(id)
    const truth = deed && model().statusOf(deed, clock.real())
    if (!restful.includes(state)) violate(`${id}: ${state} at rest`)
    judgeClosing(row)
    const isTrue = {
      NOT_SENT: deed === null,
      DECLINED: deed === null,
      APPROVED: truth === 'APPROVED',
      REJECTED: truth === 'REJECTED',
      PARTIAL: truth === 'PARTIAL',
    }
    if (Object.hasOwn(isTrue, state) && !isTrue[state as keyof typeof isTrue]) {
      violate(`${id}: ends ${state}, the service says ${truth}`)
    }
    for (const past of shown.get(id) ?? []) {
      const isDenial = past === 'NOT_SENT' || past === 'DECLINED'
      if (isDenial && deed !== null) violate(`${id}: was shown ${past}, and it was carried out`)
      if (past === 'REJECTED' && truth === 'APPROVED') violate(`${id}: REJECTED, then approved`)
    }
    const amount = { minor: row.amount, currency: row.currency }
    if (!isWished(row.draft_id, row.product_id, amount)) {
      violate(`${id}: the journal holds something else than was asked for`)
    }
  }

  /** A person's word stands beside evidence, never in its place: what contradicts it is before somebody again. */
  function judgeClosing({ id, state, closed_as: as, is_open: isOpen }: EndRow): void {
    if (as === null) {
      if (isOpen === (finalStates.includes(state) ? 1 : 0))
        violate(`${id}: ${state}, open ${isOpen}`)
      return
    }
    const agrees = saidBy[as].includes(state)
    if (agrees && isOpen === 1) violate(`${id}: ${state}, closed as ${as}, and still open`)
    if (!agrees && finalStates.includes(state) && isOpen === 0) {
      violate(`${id}: closed as ${as}, ends ${state}, and nobody is asked`)
    }
  }

  function judgeHistory(): void {
    const last = new Map<string, SaleState>()
    const sql = 'select sale_id, state, kind from sale_event order by seq'
    for (const { sale_id: id, state, kind } of disk.durable().all(eventRow, sql)) {
      const before = last.get(id)
      if (before === undefined && state !== 'PREPARED') violate(`${id}: begins as ${state}`)
      if (before !== undefined && before !== state && !legalNext[before].includes(state)) {
        violate(`${id}: went from ${before} to ${state}`)
      }
      if (kind === 'closed' && before !== state) violate(`${id}: a person made it ${state}`)
      last.set(id, state)
    }
    for (const { id, state } of durableStates()) {
      if (last.get(id) !== state) violate(`${id}: is ${state}, its history ends ${last.get(id)}`)
    }
  }

  /** Each state's sum by the journal against what the cashiers asked for and the service carried out. */
  function judgeSums(rows: readonly EndRow[]): void {
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, next) => total + next, 0)
    const approved = rows.filter(({ state }) => state === 'APPROVED')
    const open = rows.filter(({ state }) => state === 'REVIEW' || state === 'PARTIAL')
    const isOpen = new Set(open.map(({ id }) => id))
    const deeds = [...model().deeds()]
    const carriedOut = deeds.filter((deed) => model().statusOf(deed, clock.real()) === 'APPROVED')
    const atService = sum(carriedOut.map(({ request }) => request.amount.minor))
    const stillOpen = carriedOut.filter(({ id }) => isOpen.has(id))
    const inJournal = sum(approved.map(({ amount }) => amount))
    const unsettled = sum(stillOpen.map(({ request }) => request.amount.minor))
    if (inJournal + unsettled !== atService) {
      violate(`sums: ${inJournal} approved + ${unsettled} in review, ${atService} at the service`)
    }
  }

  return {
    violations,
    wish: (draftId, wish) => {
      wishes.set(draftId, [...(wishes.get(draftId) ?? []), wish])
    },
    onSell,
    hasTwoConnections,
    onTold,
    onCount: (count) => {
      openCount = count
    },
    onFind,
    onAnswered,
    windowOpens: () => {
      view = new Map(durableStates().map(({ id, state }) => [id, state]))
      told = new Map()
      openCount = durableOpenCount()
    },
    windowCloses: () => {
      view = new Map()
      told = new Map()
    },
    journalSpoilt: () => {
      spoilt = true
      events = 0
    },
    windowAgrees,
    historyGrows,
    atRest,
    violate,
  }
}

function sameMoney(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency
}
