import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Thread } from '../../../electron/async/thread.ts'
import { carryOut } from '../../../electron/features/hub/carry-out.ts'
import { createClaimDesk } from '../../../electron/features/hub/claims/claim-desk.ts'
import { claimQuestionSchema } from '../../../electron/features/hub/claims/claim-question.ts'
import { createClaims } from '../../../electron/features/hub/claims/claims.ts'
import { hubQuestionSchema } from '../../../electron/features/hub/hub-question.ts'
import { packShared } from '../../../electron/features/hub/packed-shared.ts'
import { pushNow, type Unanswered } from '../../../electron/features/hub/push-now.ts'
import { joinHub, type RegisterDeps } from '../../../electron/features/hub/register.ts'
import { createShipping } from '../../../electron/features/hub/shipping.ts'
import type { ReadOutbox } from '../../../electron/features/hub/ship.ts'
import type { HubConnection } from '../../../electron/hub/connect.ts'
import { writtenJournal } from '../../../electron/store/journal/journal-access.ts'
import { writeCode } from '../../../electron/hub/address.ts'
import type { OutboxReader } from '../../../electron/store/hub/outbox.ts'
import type { Places } from '../../../electron/store/hub/shared.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { settle, type WorldClock } from '../clock.ts'
import type { Invited, ShopHub } from './hub-model.ts'
import { saleOf, type Doc } from './images.ts'
import type { KeptJournal } from './journals.ts'
import { endSession, openSession, type Line, type Session } from './line.ts'

/** A wrong program, or a wrong hub: what stands between the production code and the world. */
export interface TillBug {
  reader?: (real: OutboxReader) => OutboxReader
  hub?: (real: HubConnection) => HubConnection
  /** A sale waits for the hub as long as it takes. */
  patient?: boolean
}

export interface TillDeps {
  name: string
  kept: KeptJournal
  clock: WorldClock
  line: Line
  hub: ShopHub
  /** Where it is asked who else sells the same; the same hub, or a model beside a real one. */
  claimHub: ShopHub
  /** What its login has once it joined. */
  password: string
  /** A folder for what stands beside the journal. */
  dataDir: string
  profileId: string
  version: string
  /** How far its clock is ahead, in milliseconds. */
  skew: number
  /** Its version is one that is still to come: it sends what this one does not know. */
  isNewer: boolean
  /** Its version is one of before registers shared anything, until it is updated. */
  isOlder: boolean
  /** How many changes go at once. */
  atOnce: number
  bug: TillBug
}

export type Till = ReturnType<typeof createTill>

/** A part of an image, and a kind of thing, that nobody knows yet. */
export const future = 'future'
const itemsSchema = z.array(z.looseObject({ kind: z.string(), image: z.looseObject({}) }))

/**
 * A register of a later version: each sale has a part more, beside it there is something of another kind, and it shares what nobody
 * else knows.
 */
const sendingMore = (real: HubConnection): HubConnection => ({
  ...real,
  rows(row, sql, values = []) {
    if (!sql.includes('share_v1')) return real.rows(row, sql, values)
    const said = { kind: future, scope: 'shop', key: 'x', version: 0, body: { a: [1] } }
    const changes = z.array(z.unknown()).parse(JSON.parse(String(values[5])))
    return real.rows(row, sql, values.with(5, JSON.stringify([...changes, said])))
  },
  run(sql, values = []) {
    if (!sql.includes('push_v1')) return real.run(sql, values)
    const items = itemsSchema.parse(JSON.parse(String(values[7])))
    const all = items.flatMap((item) => {
      if (item.kind !== 'sale') return [item]
      const image = { ...item.image, [future]: [{ id: 'x' }] }
      return [
        { ...item, image },
        { ...item, kind: future, image: { a: 1 } },
      ]
    })
    return real.run(sql, values.with(7, JSON.stringify(all)))
  },
})

/** What a register of the first version never asked. */
const later = /hub\.(told|accounts|share|orders|claim|claim_key|unclaim)_v1\(/
/** An image as a register of an earlier version has it: a column of each sale, and the papers that were printed, came later. */
export function withoutLater(image: Doc): Doc {
  const { receipt_print: _printed, receipt_print_end: _ended, ...before } = image
  if (!('sale' in before)) return before
  const { draft_id: _draft, ...sale } = saleOf(before)
  return { ...before, sale }
}
/** A register of an earlier version: it sends what it has, and neither says nor hears anything else. */
function sendingLess(real: HubConnection, isOlder: () => boolean): HubConnection {
  const mustKnow = (sql: string) => {
    if (isOlder() && later.test(sql)) throw new Failure('HUB_NOT_PREPARED')
  }
  return {
    ...real,
    async rows(row, sql, values) {
      mustKnow(sql)
      return real.rows(row, sql, values)
    },
    async run(sql, values = []) {
      mustKnow(sql)
      if (!isOlder() || !sql.includes('push_v1')) return real.run(sql, values)
      const items = itemsSchema.parse(JSON.parse(String(values[7])))
      const sent = items.map((item) => ({ ...item, image: withoutLater(item.image) }))
      return real.run(sql, values.with(7, JSON.stringify(sent)))
    },
  }
}

/** How often a window looks (electron/features/hub/shipping.ts). */
const lookEvery = 5_000
export const account = 'account Tienda https://service'

/** A register of the shop: its journal, what sends, and what asks the others; its computer's clock is its own. */
export function createTill(deps: TillDeps) {
  const { kept, clock, line, hub, claimHub, bug } = deps
  const { journal } = kept
  const till = {
    skew: deps.skew,
    version: deps.version,
    lastClaim: '' as '' | 'heard' | 'failed',
    isOlder: deps.isOlder,
  }
  let isSelling = false
  const now = () => clock.real() + till.skew
  const own = {
    now,
    monotonic: clock.monotonic,
    after(ms: number, work: () => void) {
      // When it is looked whether something is to be sent the world says.
      if (ms === lookEvery) return () => undefined
      if (ms > 0) return clock.after(ms, work)
      // What only lets others have a turn waits for no time.
      queueMicrotask(work)
      return () => undefined
    },
  }
  /** What goes on. */
  const pending = new Set<Promise<unknown>>()
  function pends<T>(work: Promise<T>): Promise<T> {
    const done = work.catch(() => undefined).finally(() => pending.delete(done))
    pending.add(done)
    return work
  }
  async function idle(): Promise<void> {
    while (pending.size > 0) {
      await Promise.all(pending)
      await settle()
    }
    await settle()
  }
  const places = (): Places => ({ accounts: { [account]: deps.profileId }, beside: [] })
  const outbox = bug.reader?.(journal.outbox) ?? journal.outbox
  const read: ReadOutbox = (work) => work(outbox)
  const sessions = new Set<Session>()
  /** Who waits, and is to know once something that was asked is not answered any more. */
  const waiting = new Set<() => void>()
  const hang = () => waiting.forEach((know) => know())

  /** A connection of its own, in a session that may be ended. */
  async function connected(
    to: ShopHub,
    session: Session,
    { user, password }: { user: string; password: string },
  ): Promise<HubConnection> {
    if (line.isDown()) throw new Failure('HUB_UNREACHABLE', { reason: 'down' })
    const real = await to.connect(user, password)
    const own = deps.isNewer ? sendingMore(real) : sendingLess(real, () => till.isOlder)
    return line.wrap(bug.hub?.(own) ?? own, session)
  }

  /** What a thread does, in this one; whoever ends it ends what it has open. */
  function threadOf(
    work: (question: object, told: (what: unknown) => void, session: Session) => Promise<unknown>,
    waits: <T>(asked: Promise<T>) => Promise<T> = (asked) => asked,
  ): Thread {
    let session = openSession(hang)
    return {
      async ask(question, schema, { progress } = {}) {
        if (session.isEnded) session = openSession(hang)
        sessions.add(session)
        const answer = work(question, (told) => progress?.(told), session)
        return waits(
          Promise.race([answer, session.ended.promise]).then((said) => schema.parse(said)),
        )
      },
      async end(reason = new Failure('CANCELLED')) {
        sessions.delete(session)
        endSession(session, reason)
      },
    }
  }

  /** As electron/features/hub/hub-worker.ts has it. */
  async function push(
    question: object,
    told: (what: unknown) => void,
    session: Session,
    unanswered: Unanswered = new Map(),
  ) {
    const { stream, password, version, dataDir, places: of } = hubQuestionSchema.parse(question)
    const at = read((found) => found.stream())
    if (at?.id !== stream) throw new Failure('HUB_NOT_JOINED')
    const found = await connected(hub, session, { user: at.login, password })
    try {
      const onSent = ({ seq }: { seq: number }) => told({ seq })
      const sending = { hub: found, read, stream, dataDir, version, now, onSent, unanswered }
      const came = await pushNow({ ...sending, atOnce: deps.atOnce, places: of })
      return { ...came, shared: came.shared && packShared(came.shared) }
    } finally {
      await found.close()
    }
  }

  const registerDeps = (session: Session): RegisterDeps => ({
    secrets: {
      read: async () => null,
      write: async () => true,
      remove: async () => undefined,
    },
    inJournal: (work) => work(journal),
    ...{ by: null, version: till.version, now, givenPassword: deps.password },
    connect: (_address, who) => connected(hub, session, who),
  })

  const shippingOf = (thread: Thread) =>
    createShipping({
      ...{ dataDir: deps.dataDir, thread, places, journal: writtenJournal(journal), clock: own },
      version: till.version,
      password: async () => deps.password,
      keepBeside: () => undefined,
      carryOut: (orders) => pends(carryOut(registerDeps(openSession()), orders)),
      onShared: () => undefined,
      forgetPassword: () => undefined,
      isSelling: () => isSelling,
      onProblem: () => undefined,
      onChange: () => undefined,
    })
  /** What sends, and remembers what was not answered. */
  const sends = () => {
    const unanswered: Unanswered = new Map()
    return threadOf((question, told, session) => push(question, told, session, unanswered), pends)
  }
  let thread = sends()
  let shipping = shippingOf(thread)

  const claimThread = () => {
    let desk: { of: Session; answer: ReturnType<typeof createClaimDesk> } | null = null
    return threadOf((question, _told, session) => {
      if (desk?.of !== session)
        desk = {
          of: session,
          answer: createClaimDesk((_address, who) => connected(claimHub, session, who)),
        }
      const asks = claimQuestionSchema.parse(question)
      // That the connection is looked after says nothing of a sale.
      if (asks.ask.kind !== 'claim') return desk.answer(asks)
      return desk.answer(asks).then(
        (answer) => {
          till.lastClaim = 'heard'
          return answer
        },
        (caught: unknown) => {
          till.lastClaim = 'failed'
          throw caught
        },
      )
    })
  }
  const claims = createClaims({
    clock: bug.patient ? { ...own, after: (ms, work) => own.after(ms * 100, work) } : own,
    stream: () => journal.outbox.stream(),
    password: async () => deps.password,
    serviceOf: () => 'https://service',
    thread: claimThread(),
  })

  /** Waits for what is asked; where nothing is answered any more time passes, until whoever asks gives up. */
  async function comes<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => undefined)
    done.catch(() => undefined)
    const hung = Promise.withResolvers<undefined>()
    const know = () => hung.resolve(undefined)
    waiting.add(know)
    // What goes on behind may be hanging since before.
    if ([...sessions].some(({ isHung, isEnded }) => isHung && !isEnded)) know()
    await Promise.race([done.catch(() => undefined), hung.promise])
    waiting.delete(know)
    for (let turn = 0; turn < 200; turn += 1) {
      const isDone = await Promise.race([done.then(always, always), never()])
      if (isDone) return done
      await clock.pass(10_000)
      // What lets others have a turn between two steps waits for no time.
      await nextTurn()
    }
    throw new Error('nobody gave up what is not answered any more')
  }

  return {
    deps,
    journal,
    kept,
    now,
    places,
    claims,
    state: till,
    shipping: () => shipping,
    stream: () => journal.outbox.stream(),
    /** Sends as the window does. What the register says of it is in its state. */
    async look(): Promise<void> {
      await comes(shipping.look())
      // What a clock began behind may be hanging, too.
      await comes(idle())
    },
    /** Sends as the command line does, beside whatever the window does. */
    async pushBeside(): Promise<string | null> {
      const session = openSession(hang)
      const stream = journal.outbox.stream()
      if (!stream) return null
      const { dataDir, password, version } = { ...deps, version: till.version }
      const question = { dataDir, stream: stream.id, password, version, places: places() }
      const silent = clock.after(180_000, () =>
        endSession(session, new Failure('HUB_UNREACHABLE', { reason: 'ETIMEDOUT' })),
      )
      try {
        await comes(Promise.race([push(question, () => undefined, session), session.ended.promise]))
        return null
      } catch (caught) {
        return toAppError(caught).code
      } finally {
        silent()
        endSession(session, new Failure('CANCELLED'))
      }
    },
    /** The program ends in the middle of what it does, and is started again. */
    restart(): void {
      void shipping.stop()
      void thread.end()
      thread = sends()
      shipping = shippingOf(thread)
      claims.renew()
    },
    /** @throws Failure */
    async join({ login, password }: Invited): Promise<void> {
      const session = openSession(hang)
      const silent = clock.after(180_000, () =>
        endSession(session, new Failure('HUB_UNREACHABLE', { reason: 'ETIMEDOUT' })),
      )
      const url = 'postgres:///shop?host=/hub'
      const code = writeCode({ kind: 'register', url, login, password, ca: null })
      try {
        const joining = shipping.without(() => joinHub(registerDeps(session), code))
        await comes(joining)
        // It sends at once.
        await comes(idle())
      } finally {
        silent()
        endSession(session, new Failure('CANCELLED'))
        claims.renew()
      }
    },
    forgetClaim(): void {
      till.lastClaim = ''
    },
    selling(is: boolean): void {
      isSelling = is
    },
    /** Nothing of it acts any more. */
    async end(): Promise<void> {
      for (const session of sessions) endSession(session, new Failure('CANCELLED'))
      await Promise.all([shipping.stop(), claims.stop()])
    },
  }
}

const always = () => true
/** Loses against whatever is decided already. */
const never = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  return false
}
