import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { finalStates, type SaleState } from '../../../shared/domain/sale/sale.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { createJournalReader } from '../../../electron/store/journal/journal-reader.ts'
import type { Database } from '../../../electron/store/sqlite/db.ts'
import type { Random } from '../random.ts'
import type { ServiceModel } from '../service-model.ts'
import { isLater, printOf, type Book, type Noted } from './book.ts'
import type { Customers } from './people.ts'
import { paperOf } from './paper.ts'

/** What a judge of a journal knows from elsewhere. */
export interface Evidence {
  book: Book
  model: ServiceModel
  customers: Customers
  /** Real time, epoch milliseconds. */
  now: number
  /** Whether a connection was the one in use all the time from one real moment to another. */
  wasInUse: (profileId: string, from: number, to: number) => boolean
  violate: (rule: string) => void
}

const hour = 3_600_000
/** Look-ups have come to their end: sales begun before are at rest. */
const restAfter = 4 * 24 * hour
/** A person closed what was brought back this long ago, or it waits for one. */
const findSpan = 40 * hour
/** So long a connection has to be in use for all that find still shows of it to become known. */
const lookSpan = 24 * hour

const row = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.string(),
  z.string().nullable(),
])
const columns = `id, state, shown_state, draft_id, amount, created_at, product_id, profile_id, is_open,
  rowid, reference, closed_as`

/** A sale as its row has it. */
interface Row {
  id: string
  state: SaleState
  shown: SaleState
  draftId: string
  amount: number
  createdAt: number
  productId: string
  profileId: string
  isOpen: boolean
  row: number
  reference: string
  closedAs: string | null
}

function rowsOf(db: Database): Row[] {
  return db.arrays(`select ${columns} from sale order by rowid`).map((values) => {
    const [
      id,
      state,
      shown,
      draftId,
      amount,
      createdAt,
      productId,
      profileId,
      isOpen,
      at,
      ...rest
    ] = values as z.infer<typeof row>
    const [reference, closedAs] = rest
    return {
      ...{ id, draftId, amount, createdAt, productId, profileId, row: at, reference, closedAs },
      state: state as SaleState,
      shown: shown as SaleState,
      isOpen: isOpen === 1,
    }
  })
}

/**
 * Looks through a whole journal from outside; `random` picks what is looked at one by one. Answers the erased customers
 * whose every sale is erased by now: of them nothing is left anywhere.
 */
export function judgeJournal(
  db: Database,
  evidence: Evidence,
  random: Random,
  samples: number,
): ReadonlySet<number> {
  const rows = rowsOf(db)
  judgeSales(rows, evidence)
  judgeCounters(db, rows, evidence)
  judgeLists(db, rows, evidence, random)
  judgeReports(db, evidence)
  const gone = judgeErased(db, rows, evidence)
  judgeTexts(db, rows, evidence, random, samples)
  judgePapers(db, evidence, random, samples)
  return gone
}

/** Every sale that was carried out or told of is there, once, as the service has it, to the minor unit. */
function judgeSales(rows: readonly Row[], evidence: Evidence): void {
  const { book, model, now, violate } = evidence
  const ids = new Set(rows.map(({ id }) => id))
  if (ids.size !== rows.length) violate('a sale stands in the journal twice')
  const drafts = new Set(rows.map(({ draftId }) => draftId))
  if (drafts.size !== rows.length) violate('a draft was sold twice')
  for (const { id } of model.deeds()) if (!ids.has(id)) violate(`${id}: carried out, and lost`)
  for (const id of book.sales.keys()) if (!ids.has(id)) violate(`${id}: told, and lost`)
  let approved = 0
  let carriedOut = 0
  for (const sale of rows) {
    const { id, draftId, amount, productId } = sale
    const meant = book.meant.get(draftId.split(':')[0] ?? '')
    if (!meant) violate(`${id}: nobody asked for it`)
    else if (meant.amount.minor !== amount || meant.productId !== productId) {
      violate(`${id}: ${amount} of ${productId}, ${meant.amount.minor} was asked for`)
    }
    const noted = book.sales.get(id)
    const deed = model.deed(id)
    const truth = deed && model.statusOf(deed, now)
    if (noted) judgeTold(sale, noted, { ...evidence, truth, isDone: deed !== null })
    if (sale.state === 'APPROVED') approved += amount
    if (truth === 'APPROVED' && finalStates.includes(sale.state)) {
      carriedOut += deed?.request.amount.minor ?? 0
    }
  }
  if (approved !== carriedOut) violate(`sums: ${approved} approved, ${carriedOut} carried out`)
}

function judgeTold(
  { id, state, createdAt, isOpen, closedAs, profileId }: Row,
  { told, setBack }: Noted,
  facts: { truth: string | null; isDone: boolean } & Evidence,
): void {
  const { truth, isDone, now, wasInUse, violate } = facts
  const isFinal = finalStates.includes(state)
  if (isFinal && (state === 'APPROVED' || state === 'REJECTED') && truth !== state) {
    violate(`${id}: ${state}, the service says ${truth}`)
  }
  if (isFinal && (state === 'NOT_SENT' || state === 'DECLINED') && isDone) {
    violate(`${id}: ${state}, and it was carried out`)
  }
  if (!isFinal && !isOpen && closedAs === null) violate(`${id}: ${state}, and nobody is asked`)
  if (state === told || now - createdAt < restAfter) return
  if (setBack === null) {
    // A program that ended after its commit told nobody of it.
    if (!isLater(told, state)) violate(`${id}: told ${told}, is ${state}`)
    return
  }
  if (now - setBack < restAfter) return
  // What find still showed when it was brought back is known again, where its connection was asked; the rest a person is
  // asked about.
  const isAsked = wasInUse(profileId, setBack, setBack + lookSpan)
  const isKnown = truth === told && setBack - createdAt < findSpan && isAsked
  if (isKnown && state !== told && state !== 'REVIEW') {
    violate(`${id}: told ${told}, restored, and ${state} ever since`)
  }
  if (isFinal && state !== told && truth !== state) violate(`${id}: restored as ${state}`)
}

/** What is counted in the commits is what is there. */
function judgeCounters(db: Database, rows: readonly Row[], { violate }: Evidence): void {
  const sums = new Map<string, number>()
  let open = 0
  for (const { profileId, productId, shown, isOpen } of rows) {
    if (isOpen) open += 1
    else {
      const key = `${profileId} ${productId} ${shown}`
      sums.set(key, (sums.get(key) ?? 0) + 1)
    }
  }
  const counted = db.arrays(
    `select profile_id || ' ' || product_id || ' ' || shown_state, count from sale_count
     where count <> 0`,
  ) as readonly [string, number][]
  const same = isDeepStrictEqual(new Map(counted), sums)
  if (!same) violate(`counters: ${JSON.stringify(counted)}, there are ${JSON.stringify([...sums])}`)
  const told = createJournalReader(db).openCount()
  if (told !== open) violate(`counters: ${told} open, there are ${open}`)
}

/** Lists go on from page to page as a bare sort does. */
function judgeLists(
  db: Database,
  rows: readonly Row[],
  { violate }: Evidence,
  random: Random,
): void {
  const journal = createJournalReader(db)
  for (const profileId of new Set(rows.map((one) => one.profileId))) {
    const own = rows
      .filter((one) => one.profileId === profileId)
      .sort((one, other) => other.createdAt - one.createdAt || (other.id > one.id ? 1 : -1))
    const holds = (
      what: string,
      found: readonly { id: string }[],
      expected: readonly { id: string }[],
    ) => {
      const same = isDeepStrictEqual(
        found.map(({ id }) => id),
        expected.map(({ id }) => id),
      )
      if (!same) violate(`list: ${what} of ${profileId} is not what a bare sort says`)
    }
    for (let times = 0; times < 4; times += 1) {
      const at = random.int(0, own.length - 1)
      const after = own[at]?.id
      const { sales, count } = journal.list(profileId, { limit: 30, after })
      holds(`page after ${at}`, sales, own.slice(at + 1, at + 31))
      if (count !== own.length) violate(`list: ${count} counted, there are ${own.length}`)
    }
    const failed: SaleState[] = ['REJECTED', 'DECLINED', 'NOT_SENT', 'REVIEW']
    for (const state of failed) {
      const shown = own.filter((one) => one.shown === state)
      const found = journal.list(profileId, { states: [state], limit: 200 })
      holds(state, found.sales, shown.slice(0, 200))
      if (found.count !== shown.length) violate(`list: ${found.count} ${state}, ${shown.length}`)
    }
    const day = serviceDay(own[random.int(0, own.length - 1)]?.createdAt ?? 0)
    const ofDay = own.filter((one) => serviceDay(one.createdAt) === day)
    holds(day, journal.list(profileId, { day, limit: 5000 }).sales, ofDay)
  }
}

/** A Z report is as it was closed. */
function judgeReports(db: Database, { book, violate }: Evidence): void {
  const journal = createJournalReader(db)
  const closed = db.arrays(
    `select profile_id || ' ' || number, shift_id from shift_close`,
  ) as readonly [string, string][]
  const shifts = new Map(closed)
  for (const [key, print] of book.reports) {
    const shiftId = shifts.get(key)
    const report = shiftId === undefined ? null : journal.shifts.report(shiftId)
    if (report === null) violate(`Z ${key} is lost`)
    else if (printOf(report) !== print) violate(`Z ${key} is not as it was closed`)
  }
}

/** Who asked to be erased is gone from their sales, and nobody else is. */
function judgeErased(
  db: Database,
  rows: readonly Row[],
  { book, customers, now, violate }: Evidence,
): ReadonlySet<number> {
  const gone = new Set(customers.erased)
  const erased = new Set(db.arrays('select sale_id from erasure where stage > 0').flat())
  const waiting = db.arrays(
    `select sale_id, is_open or may_owe = 1 and is_paid = 0, created_at
     from erasure_due join sale on sale.id = sale_id`,
  ) as readonly [string, number, number][]
  const due = new Map(waiting.map(([id, waits, at]) => [id, { waits, at }]))
  const byAge = new Set(db.arrays("select sale_id from erasure where why = 'age'").flat())
  for (const { id, draftId, reference } of rows) {
    const customer = book.meant.get(draftId.split(':')[0] ?? '')?.customer ?? -1
    const isMarked = reference === erasedMark
    // A restore of a copy from before it brought it back out of its line of intents.log, which was erased: in doubt, it is due again.
    const isBroughtBack = isMarked && due.get(id)?.waits === 1
    if (isMarked !== erased.has(id) && !isBroughtBack) violate(`${id}: erased by half`)
    if (customers.erased.has(customer)) {
      if (isMarked) continue
      gone.delete(customer)
      const known = due.get(id)
      if (!known) violate(`${id}: of an erased customer, and not erased`)
      else if (!known.waits && now - known.at > 4 * 24 * hour) {
        violate(`${id}: of an erased customer, and due for days`)
      }
    } else if (isMarked && !byAge.has(id) && !customers.asked.has(customer))
      violate(`${id}: erased, and nobody asked for it`)
  }
  return gone
}

/** What was said of a sale can still be read, as it was sent. */
function judgeTexts(
  db: Database,
  rows: readonly Row[],
  { customers, book, violate }: Evidence,
  random: Random,
  samples: number,
): void {
  const journal = createJournalReader(db)
  const chosen =
    samples >= rows.length ? rows : Array.from({ length: samples }, () => random.pick(rows))
  for (const { id, draftId, reference } of chosen) {
    const sale = journal.sale(id)
    const history = journal.history(id)
    if (!sale) return violate(`${id}: cannot be read`)
    if (history[0]?.state !== 'PREPARED' || history.at(-1)?.state !== sale.state) {
      violate(`${id}: its history does not come to ${sale.state}`)
    }
    if (reference === erasedMark || sale.body === '{}') continue
    const hash = createHash('sha256').update(sale.body).digest('hex')
    if (hash !== sale.bodySha256) violate(`${id}: its body is not what was sent`)
    const customer = book.meant.get(draftId.split(':')[0] ?? '')?.customer ?? -1
    if (!sale.body.includes(customers.digitsOf(customer))) violate(`${id}: of another customer`)
  }
}

/** A paper is as it was printed, and the next one says that it is another. */
function judgePapers(db: Database, { book, violate }: Evidence, random: Random, samples: number) {
  const journal = createJournalReader(db)
  const chance = samples / Math.max(1, book.papers())
  for (const [id, { paper, setBack }] of book.sales) {
    if (paper === null || !random.chance(chance)) continue
    const prints = journal.receipts.ofSale(id)
    if (prints.length === 0) violate(`${id}: nobody knows that it was printed`)
    const sale = journal.sale(id)
    if (!sale || sale.reference === erasedMark || setBack !== null) continue
    if (paperOf(sale) !== paper.words) violate(`${id}: its receipt is not as it was printed`)
  }
}
