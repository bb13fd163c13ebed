import { setImmediate as pause } from 'node:timers/promises'
import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { CallOutput, CallsOf, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { OtherRegisters } from '../../../shared/domain/books/behind.ts'
import { maskReference } from '../../../shared/domain/privacy/mask.ts'
import { appError, toAppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { CommonDeps } from '../../deps.ts'
import type { ErasureWhy } from '../../store/erasure/erasure-log.ts'
import { keptSince } from '../../store/erasure/erasures-due.ts'
import type { OrderedElsewhere, Personal } from '../../store/erasure/personal.ts'
import { saveJson, saveText } from '../../store/files/save-file.ts'
import { keysOfCustomer } from '../../store/sales/sale-customer.ts'
import type { CustomerTraces, JournalSearch } from '../../store/search/journal-search.ts'
import type { TrailDraft } from '../../store/tables/trail.ts'
import { customerCsv, keptOf } from './customer-file.ts'

export interface PrivacyDeps extends Pick<
  CommonDeps,
  'journal' | 'emit' | 'now' | 'decimalSign' | 'onProblem'
> {
  /** What goes over all sales, and keeps an index of them that loses who is erased. */
  search: Pick<JournalSearch, 'customer' | 'tend'>
  /** Who is at the register. */
  cashier: () => { id: string; name: string } | null
  /** Writes a line of who did what. */
  note: (action: string, said: AuditLine) => void
  /** After how many months customers are erased from sales that ended; null: never. */
  keepMonths: () => number | null
  /** Now by the service's clock, as far as it is known (epoch ms). */
  serviceNow: () => number
  /** The newest time that this computer and the service agree on, epoch ms; null: none, or they do not agree. */
  agreedTime: () => number | null
  mustBeApproved: (path: string) => void
  /** What the hub last told of the other registers of the shop. */
  others: () => OtherRegisters | null
  /** What is kept as who is at the register may see it: commissions are not for everyone who may export. */
  shown: (kept: object) => object
}

export interface Privacy {
  readonly handlers: Handlers<CallsOf<'privacy'>>
  /** Begins to erase what had to wait, and what is older than the owner keeps it: now and every hour. */
  start(): void
  stop(): void
}

const hourMs = 3_600_000
/** Few are erased at a time, as one that is compressed takes two to three milliseconds: a sale must never wait for them. */
const erasedAtOnce = 5
/** So many that are too old are said in one line. */
const atOnce = 20
/** So many at a time are written down to be erased. */
const askedAtOnce = 500
const betweenMs = 200
/** How soon it is asked again whether the clock is to be trusted. */
const clockMs = 60_000

/** What is kept about customers, for those who ask and as long as the owner keeps it. */
export function createPrivacy(deps: PrivacyDeps): Privacy {
  const forgetting: Forgetting = { deps: tellingOnce(deps), timer: null }
  return {
    handlers: {
      'privacy.find': async ({ key }) => find(deps, key),
      'privacy.elsewhere': async () => elsewhere(deps),
      'privacy.export': (input) => exportKept(deps, input),
      'privacy.erase': ({ key }) => erase(forgetting.deps, key),
    },
    start: () => after(forgetting, betweenMs),
    stop: () => {
      if (forgetting.timer) clearTimeout(forgetting.timer)
    },
  }
}

async function find(
  { search, now }: PrivacyDeps,
  key: string,
): Promise<CallOutput<'privacy.find'>> {
  const { notes, sales, erasable, due, from, to } = await search.customer(key, now())
  return { sales, erasable, due, from, to, notes: notes.map(({ at, text }) => ({ at, text })) }
}

/** Whom an erasure still has to reach; null: there is no other register. */
function elsewhere({ journal, others }: PrivacyDeps): CallOutput<'privacy.elsewhere'> {
  const outbox = journal.read()?.outbox
  const stream = outbox?.stream()
  if (!outbox || !stream) return null
  const heard = others()
  const known = heard?.stream === stream.id ? heard : null
  const standing = (known?.registers ?? []).filter(({ retired }) => retired === null)
  // What was ordered here goes there with the next sending: until then nobody is known to have heard it.
  const { isAny, isUntold } = outbox.orders
  const names = isAny() ? standing.map(({ name }) => name) : []
  return { unheard: isUntold() ? names : (known?.unheard ?? names) }
}

async function exportKept(
  deps: PrivacyDeps,
  { key, path, format, language }: ParsedInput<'privacy.export'>,
): Promise<CallOutput<'privacy.export'>> {
  deps.mustBeApproved(path)
  const kept = await keptOf(deps.journal.read(), await deps.search.customer(key, deps.now()))
  const separator = deps.decimalSign() === 'comma' ? ';' : ','
  if (format === 'json') await saveJson(path, { customer: key, ...deps.shown(kept) })
  else await saveText(path, customerCsv(kept, language, separator))
  const detail = `${format}: ${kept.records.length}`
  deps.note('privacy.export', { subject: maskReference(key), detail })
  return { path, rows: kept.records.length }
}

async function erase(deps: ForgettingDeps, key: string): Promise<CallOutput<'privacy.erase'>> {
  const { personal } = deps.journal.write()
  const at = deps.now()
  // What others asked for has its own line.
  while (followUp(deps, at) === erasedAtOnce) await pause()
  const traces = await deps.search.customer(key, at)
  const { ids: sales, notes, erasable: now } = traces
  const cashier = deps.cashier()
  const person = cashier && { id: cashier.id, name: cashier.name }
  const why = { at, why: 'request', by: person?.name ?? null } as const
  // What the others erase began before it, by a clock that is theirs, too.
  const everywhere = {
    at: deps.serviceNow(),
    keys: deps.journal.write().outbox.stream() === null ? [] : keysOfCustomer(key),
  }
  await ask(
    personal,
    traces,
    { why, everywhere },
    {
      at,
      person,
      action: 'privacy.erase',
      subject: maskReference(key),
      detail: `${now} / ${sales.length}${notes.length === 0 ? '' : ` + ${notes.length}`}`,
    },
  )
  // Who bought for years has hundreds of sales: others go on being sold meanwhile.
  let done = 0
  for (let some = erasedAtOnce; some === erasedAtOnce;) {
    await pause()
    some = eraseSome(deps, at)
    done += some
    deps.emit('privacy.progress', { done, total: Math.max(now, done) })
  }
  // Only then it is done: the index of the sales stands in a file of its own.
  await deps.search.tend()
  let erased = 0
  for (const some of inParts(sales, askedAtOnce)) {
    erased += personal.erasedAmong(some)
    await pause()
  }
  const unreadable = sales.filter((id) => personal.unreadable.has(id))
  return {
    erased,
    left: sales.length - erased,
    notes: notes.length,
    unreadable,
    ordered: everywhere.keys.length > 0,
  }
}

/** Erases a handful of what is due; who cannot be read is said, each once. */
function eraseSome(
  { journal, unreadable }: ForgettingDeps,
  at: number,
  lineOf?: (requested: number) => TrailDraft,
): number {
  const { personal } = journal.write()
  const count = personal.eraseDue(at, erasedAtOnce, lineOf)
  unreadable(personal.unreadable)
  return count
}

/** The same, with what tells of sales that cannot be read: each of them once. */
interface ForgettingDeps extends PrivacyDeps {
  unreadable: (saleIds: Iterable<string>) => void
}

function tellingOnce(deps: PrivacyDeps): ForgettingDeps {
  const told = new Set<string>()
  return {
    ...deps,
    unreadable: (saleIds) => {
      for (const sale of saleIds) {
        if (told.has(sale)) continue
        told.add(sale)
        deps.onProblem(appError('SALE_UNREADABLE', { sale }))
      }
    },
  }
}

function* inParts<T>(all: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most)
}

/** Writes down what is to be erased; with the first of it the line of the trail, and the order to the other registers. */
async function ask(
  personal: Personal,
  { ids, notes }: Pick<CustomerTraces, 'ids' | 'notes'>,
  { why, everywhere }: { why: ErasureWhy; everywhere: OrderedElsewhere },
  line: TrailDraft,
): Promise<void> {
  const [firstIds = [], ...otherIds] = inParts(ids, askedAtOnce)
  const noteIds = notes.map(({ kind, id }) => ({ kind, id }))
  const [firstNotes = [], ...otherNotes] = inParts(noteIds, erasedAtOnce)
  personal.ask({ sales: firstIds, notes: firstNotes }, why, line, everywhere)
  for (const sales of otherIds) {
    await pause()
    personal.ask({ sales, notes: [] }, why)
  }
  for (const some of otherNotes) {
    await pause()
    personal.ask({ sales: [], notes: some }, why)
  }
}

/** Erases a handful of what had to wait; answers how many. */
function followUp(deps: ForgettingDeps, at: number): number {
  const { search, onProblem } = deps
  const count = eraseSome(deps, at, (some) => ownLine('privacy.followed', at, some))
  if (count > 0) search.tend().catch((caught: unknown) => onProblem(toAppError(caught)))
  return count
}

/** Erases a handful of what is too old by a time that is certain; answers whether there is more. */
function expire(deps: ForgettingDeps, months: number, at: number): boolean {
  const moment = keptSince(at, months)
  const { personal } = deps.journal.write()
  const sales = personal.olderThan(moment, atOnce)
  const notes = personal.notesOlderThan(moment, atOnce)
  const count = sales.length + notes.length
  if (count === 0) return false
  const line = ownLine('privacy.expired', at, count)
  personal.ask({ sales, notes }, { at, why: 'age', by: null }, line)
  followUp(deps, at)
  return count > erasedAtOnce
}

/** What is forgotten by itself, a handful at a time. */
interface Forgetting {
  readonly deps: ForgettingDeps
  timer: NodeJS.Timeout | null
}

function after(forgetting: Forgetting, wait: number): void {
  forgetting.timer = setTimeout(() => run(forgetting), wait)
  forgetting.timer.unref()
}

function run(forgetting: Forgetting): void {
  const { deps } = forgetting
  after(forgetting, orTold(deps.onProblem, () => forgetSome(deps)) ?? hourMs)
}

/** One handful of what had to wait, or is too old; answers when to look again, in milliseconds. */
function forgetSome(deps: ForgettingDeps): number {
  const now = deps.now()
  if (followUp(deps, now) === erasedAtOnce) return betweenMs
  const months = deps.keepMonths()
  if (months === null) return hourMs
  // What is erased never comes back: a clock that nobody confirms says nothing of anyone's age.
  const agreed = deps.agreedTime()
  if (agreed === null) return clockMs
  return expire(deps, months, Math.min(now, agreed)) ? betweenMs : hourMs
}

/** A line of the trail about what happens by itself. */
function ownLine(action: string, at: number, count: number): TrailDraft {
  return { at, person: null, action, detail: String(count) }
}
