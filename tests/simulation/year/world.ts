import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Profile } from '../../../shared/contract/connection.ts'
import { profileSample } from '../../../shared/contract/testing/profile-sample.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { Failure } from '../../../shared/errors.ts'
import type { MerchantService } from '../../../electron/service/service.ts'
import { createWorldClock, settle } from '../clock.ts'
import { Crash, createLife, type Hardship } from '../crash.ts'
import type { Weather } from '../faults.ts'
import { createWatch } from '../invariants.ts'
import { createRandom } from '../random.ts'
import { createServiceModel } from '../service-model.ts'
import { createBook } from './book.ts'
import type { YearBug } from './bug.ts'
import { createYearDisk, writeFirstShape, type OpenYear } from './disk.ts'
import { createCustomers } from './people.ts'
import { createTill, type Till } from './till.ts'

export type YearWorld = ReturnType<typeof createYearWorld>

/** How long a year is, and how busy. */
export interface YearPlan {
  seed: number
  days: number
  /** Sales a day. */
  sales: number
  bug?: YearBug
  trace?: (line: string) => void
}

/** A Thursday in Bogotá. */
const opening = Date.UTC(2026, 0, 1, 12)

/** What happened in it. */
const nothing = {
  crashes: 0,
  walsSpoilt: 0,
  restores: 0,
  copies: 0,
  copiesKilled: 0,
  copiesRestored: 0,
  erasures: 0,
  customersErased: 0,
  reports: 0,
  clocksSet: 0,
  fullDisks: 0,
  connections: 0,
  secondStarts: 0,
  checksBehind: 0,
  refusals: 0,
  closings: 0,
  starts: 0,
}

/** A shop of a year: one folder, one service, one register that is started again and again. */
export function createYearWorld({ seed, days, sales, bug = {}, trace }: YearPlan, root: string) {
  const isSmall = sales < 100
  const random = createRandom(seed)
  const clock = createWorldClock(opening)
  const weather: Weather = {
    sellFaults: 0.012,
    findFaults: 0.01,
    window: 'hours',
    notFoundStatus: 404,
    serviceSkew: 0,
    crash: (isSmall ? 0.04 : 0.1) / (sales * 20),
    diskFull: 0,
    awake: false,
    worried: false,
    twoConnections: true,
    damages: false,
  }
  const hardship: Hardship = { crash: weather.crash, diskFull: 0 }
  const profile = profileSample({ sandbox: true })
  const profiles: readonly [Profile, Profile] = [profile, { ...profile, id: 'p2' }]
  const counts = { ...nothing }
  const violations: string[] = []
  const violate = (rule: string) => {
    if (violations.length < 50) violations.push(`day ${state.day}: ${rule}`)
    note(`VIOLATION ${rule}`)
  }
  const noted = createHash('sha256')
  const note = (what: string) => {
    const line = `${state.day} ${clock.real() - opening} ${what}`
    noted.update(`${line}\n`)
    trace?.(line)
  }
  const noteDay = () => {
    const sizes = ['journal.db', 'journal.db-wal', 'intents.log', 'search.db'].map(disk.bytesOf)
    note(`requests ${model.requests()}, sales ${book.sales.size}, bytes ${sizes.join(' ')}`)
  }
  const folder = join(root, 'year')
  writeFirstShape(folder)
  const disk = createYearDisk(folder)
  const book = createBook(violate)
  const customers = createCustomers(random, days * sales, clock.real)
  const watch = createWatch({ clock, disk, model: () => model, hasTwoConnections: true })
  const digits = new Map<string, string>()
  const model = createServiceModel({
    clock,
    random,
    weather,
    profile,
    onSell: (request, body) => {
      watch.onSell(request, body)
      book.onSent(request.id)
      digits.set(request.id, /300\d{7}/.exec(body)?.[0] ?? '')
    },
  })
  const service = personal(model.service, digits)
  const state = {
    day: 0,
    connection: profile,
    cashier: null as { id: string; name: string } | null,
    keepMonths: null as number | null,
    running: null as { till: Till; open: OpenYear } | null,
    /** Copies that a disk spoilt since they were made. */
    spoilt: new Set<string>(),
    isFirstCopy: true,
    wantsCopy: false,
    drafts: 0,
    ids: 0,
  }

  /** Which connection is in use, each since a moment; the first since ever. */
  const uses = [{ id: profile.id, since: -Infinity }]
  function use(connection: Profile): void {
    state.connection = connection
    uses.push({ id: connection.id, since: clock.real() })
  }
  const wasInUse = (profileId: string, from: number, to: number) => {
    const atFrom = uses.findLast(({ since }) => since <= from)
    return atFrom?.id === profileId && !uses.some(({ since }) => since > from && since < to)
  }

  const told = { ...watch, onTold: (sale: Sale) => (watch.onTold(sale), book.onTold(sale)) }

  /** `setBack`: what the journal knows is older than what was told. */
  function start(setBack: boolean): void {
    counts.starts += 1
    const life = createLife(random, hardship, (where) => {
      counts.crashes += 1
      note(`crash: ${where}`)
    })
    bug.opening?.(folder, setBack)
    const open = disk.open(life, clock.now())
    bug.opened?.(open.db)
    const journal = bug.journal?.(open.journal, open.db) ?? open.journal
    if (setBack) book.onSetBack(open.db, clock.real())
    const till = createTill({
      ...{ life, clock, random, folder, journal, service, watch: told },
      connection: () => state.connection,
      cashier: () => state.cashier,
      newId: () => `sale-${String((state.ids += 1)).padStart(7, '0')}`,
      keepMonths: () => state.keepMonths,
      onCopy: () => {
        state.wantsCopy = true
      },
      onProblem: (where, code) => {
        const isExpected = ['DISK_FULL', 'CONNECTION_LOST', 'CANCELLED'].includes(code)
        if (life.isAlive() && !isExpected) violate(`${where} told of ${code}`)
      },
    })
    state.running = { till, open }
    state.isFirstCopy = true
    attempt(() => till.start())
    if (life.isAlive() && hardship.diskFull === 0) book.onStarted(open.db)
  }

  /** What may be the end of the program. */
  function attempt(work: () => void): void {
    try {
      work()
    } catch (caught) {
      if (!(caught instanceof Crash)) throw caught
    }
  }

  /** The till, if the program runs. */
  function till(): Till | null {
    const running = state.running?.till
    return running?.life.isAlive() ? running : null
  }

  /** What is left of a program that died is put away; its files stay as they were. */
  async function bury(): Promise<void> {
    const { running } = state
    if (running === null) return
    running.till.life.die('killed')
    await running.till.end()
    await settle()
    disk.crash()
    watch.windowCloses()
    state.running = null
  }

  /** Closes the program; false: it died before it came to its end. */
  async function stop(): Promise<boolean> {
    const running = till()
    if (running) {
      let isStopped = false
      running.stopSelling().then(
        () => (isStopped = true),
        () => undefined,
      )
      for (let turns = 0; !isStopped && running.life.isAlive() && turns < 100; turns += 1) {
        await clock.pass(2000)
      }
      if (running.life.isAlive() && !isStopped) violate('stop never ended')
    }
    if (!till()) {
      await bury()
      return false
    }
    await running?.end()
    await settle()
    disk.close()
    running?.life.die('stopped')
    counts.crashes -= 1
    watch.windowCloses()
    state.running = null
    return true
  }

  /** Something that a person asks of the register. */
  async function call<T>(name: string, ask: (till: Till) => Promise<T>): Promise<T | null> {
    const asked = till()
    if (!asked) return null
    try {
      return await ask(asked)
    } catch (caught) {
      if (!asked.life.isAlive()) return null
      if (caught instanceof Failure) {
        counts.refusals += 1
        note(`${name}: ${JSON.stringify(caught.error)}`)
      } else violate(`${name} threw ${String(caught)}`)
      return null
    }
  }

  return {
    ...{ random, clock, weather, hardship, profiles, counts, note, violate, folder, disk, book },
    ...{
      customers,
      watch,
      model,
      state,
      use,
      start,
      stop,
      bury,
      call,
      till,
      bug,
      isSmall,
      noteDay,
    },
    digest: () => noted.copy().digest('hex').slice(0, 16),
    violations: () => [...violations, ...watch.violations],
    evidence: () => ({ book, model, customers, now: clock.real(), wasInUse, violate }),
  }
}

/** What find answers of a sale names its customer, in the record and in the answer's own words. */
function personal(service: MerchantService, digits: ReadonlyMap<string, string>): MerchantService {
  return {
    ...service,
    find: async (id, signal) => {
      const heard = await service.find(id, signal)
      if (heard.kind !== 'found') return heard
      const document = digits.get(id) ?? ''
      const person = { document, cellphone: document }
      const { exchange, transaction } = heard
      const said = {
        statusCode: 200,
        data: { Transaction: { id: transaction.id, Person: person } },
      }
      return {
        ...heard,
        exchange: { ...exchange, raw: JSON.stringify(said) },
        transaction: { ...transaction, person },
      }
    },
  }
}
