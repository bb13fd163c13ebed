import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import { beginning, type OutboxReader, type Position } from '../../../store/hub/outbox.ts'
import type { Journal } from '../../../store/journal/journal.ts'
import { openMemoryJournal } from '../../../store/testing/memory-journal.ts'
import { sellSample } from '../../../store/testing/sell-sample.ts'
import { ship, type ReadOutbox } from '../ship.ts'
import { createHubModel, hubBugs, numbersOf, type Held } from './hub-model.ts'

/** What can be wrong with how a register reads what it sends. */
const senderBugs = [
  'sends what it read once',
  'passes a change over',
  'reads out of order',
  'says too early that it is all',
  'knows every position',
] as const

/** Planted, each must be found. */
export const shippingBugs = [...hubBugs, ...senderBugs]
export type ShippingBug = (typeof shippingBugs)[number]

/**
 * One register that sells, erases, sends twice at once, is joined again, against a hub that does all that hubs do to it; then
 * all calms down. In the end the hub holds what the journal does, and names what it refuses. @throws Error what is not so
 */
export async function playShipping(seed: number, bug: ShippingBug | null = null): Promise<void> {
  const { journal } = openMemoryJournal()
  const random = numbersOf(seed)
  const lastOf = () => journal.outbox.after(0, 1_000_000).at(-1) ?? beginning
  const model = createHubModel(random, { bug: hubBug(bug), isAll: (seq) => seq === lastOf().seq })
  const read = readerOf(journal, bug)
  let stream = ''
  let sold = 0
  const begin = (id: string) => {
    stream = id
    const named = { id, code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
    journal.outbox.begin({ ...named, begunAt: 1 })
    model.join(id)
  }
  const hub = bug === 'says too early that it is all' ? early(model.hub) : model.hub
  const send = (by = hub) => ship({ hub: by, read, stream, version: '1', now: () => 1, atOnce: 7 })
  const isBad = (ref: string, of: number) => Number(ref.slice('sale-'.length)) % 4 === of
  begin(`${seed}`)
  let copy = model.held()
  for (let round = 0; round < 8; round += 1) {
    if (random() < 0.6) sellSample(journal, `sale-${(sold += 1)}`)
    if (random() < 0.3) eraseOne(journal, 1 + Math.floor(random() * sold))
    if (random() < 0.2) await mustBeForked(model, send, random() < 0.5)
    const before = model.held().position.seq
    // The window and the command line at once.
    for (const one of await Promise.allSettled([send(), send()])) {
      if (one.status === 'rejected') mustBe(isFailure(one.reason, 'HUB_UNREACHABLE'), one.reason)
    }
    mustBe(model.held().position.seq >= before, 'the position went back')
    if (random() < 0.3) model.arrive()
    if (random() < 0.2) copy = model.held()
    if (random() < 0.2) model.goBackTo(copy)
    if (random() < 0.15) {
      begin(`${seed} again in ${round}`)
      copy = model.held()
    }
    const bad = Math.floor(random() * 4)
    model.refuse((ref) => isBad(ref, bad))
  }
  model.arrive()
  model.calm()
  model.refuse((ref) => isBad(ref, 1))
  const { missing } = await send()
  const names = new Set(missing.map(({ thing }) => thing))
  for (const name of names) mustBe(isBad(name.slice('sale '.length), 1), `${name} is not missing`)
  mustBeSame(journal, model.held(), lastOf(), names)
  model.refuse(() => false)
  mustBe((await send()).missing.length === 0, 'something is missing for ever')
  mustBeSame(journal, model.held(), lastOf(), new Set())
}

function mustBe(isSo: boolean, otherwise: unknown): void {
  if (!isSo) throw otherwise instanceof Error ? otherwise : new Error(String(otherwise))
}

const isFailure = (caught: unknown, code: string) =>
  caught instanceof Failure && caught.error.code === code

/** A sale of before loses its customer. */
function eraseOne(journal: Journal, number: number): void {
  const sale = `sale-${number}`
  if (!journal.sale(sale) || journal.personal.isErased(sale)) return
  journal.personal.ask({ sales: [sale], notes: [] }, { at: 1, why: 'request', by: null })
  journal.personal.eraseDue(Number.MAX_SAFE_INTEGER, 1)
}

/** A hub that stands where this journal never was takes nothing from it; `late`: it came to stand there after it was asked. */
async function mustBeForked(
  model: ReturnType<typeof createHubModel>,
  send: (hub: HubConnection) => Promise<unknown>,
  late: boolean,
): Promise<void> {
  const before = model.held()
  const elsewhere = { ...before, position: { ...before.position, tip: 'ffffffffffffffff' } }
  if (!late) model.goBackTo(elsewhere)
  const sending: HubConnection = {
    ...model.hub,
    run(...of) {
      model.goBackTo(elsewhere)
      return model.hub.run(...of)
    },
  }
  const [sent] = await Promise.allSettled([send(sending)])
  const isRefused =
    sent?.status === 'rejected' &&
    (isFailure(sent.reason, 'HUB_FORKED') || isFailure(sent.reason, 'HUB_UNREACHABLE'))
  mustBe(isRefused && [before, elsewhere].includes(model.held()), 'a copy was mixed in')
  model.goBackTo(before)
}

function mustBeSame(
  journal: Journal,
  { position, rows }: Held,
  { seq, tip }: Position,
  missing: ReadonlySet<string>,
): void {
  mustBe(position.seq === seq && position.tip === tip, 'the hub stands elsewhere')
  const things = new Map(journal.outbox.after(0, 1_000_000).map((one) => [nameOf(one), one]))
  for (const name of rows.keys()) {
    const of = name.replace(/^unreadable /, '')
    mustBe(things.has(of) || name === of, `${name} is nowhere`)
  }
  for (const [name, { kind, ref }] of things) {
    mustBe(rows.has(`unreadable ${name}`) === missing.has(name), `${name} is named wrongly`)
    if (missing.has(name)) continue
    const image = journal.outbox.image(kind, ref)
    mustBe(isDeepStrictEqual(rows.get(name), image), `${name} is not as it is`)
  }
}

const nameOf = ({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`

const hubBug = (bug: ShippingBug | null) => hubBugs.find((one) => one === bug) ?? null

/** Says of every push that nothing is left after it. */
const early = (hub: ReturnType<typeof createHubModel>['hub']): typeof hub => ({
  ...hub,
  run: (sql, values = []) => hub.run(sql, values.with(5, 1)),
})

/** What is sent is read through this: as it is, or with one of the bugs. */
function readerOf(journal: Journal, bug: ShippingBug | null): ReadOutbox {
  const { outbox } = journal
  const once = new Map<string, ReturnType<OutboxReader['image']>>()
  const reader: OutboxReader = {
    ...outbox,
    image(kind, ref) {
      if (bug !== 'sends what it read once') return outbox.image(kind, ref)
      const name = nameOf({ kind, ref })
      const known = once.get(name) ?? outbox.image(kind, ref)
      once.set(name, known)
      return known
    },
    after(seq, most) {
      const changes = outbox.after(seq, most)
      if (bug === 'reads out of order') return changes.toReversed()
      // The one that ends a batch, where the next one is of another thing.
      const isLast = bug === 'passes a change over' && changes.length === most && most > 1
      return isLast ? changes.filter((_, at) => at !== most - 2) : changes
    },
    knows: (position) => bug === 'knows every position' || outbox.knows(position),
  }
  return (work) => work(reader)
}
