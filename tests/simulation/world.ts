import type { ParsedInput } from '../../shared/contract/index.ts'
import type { ConnectionState, Profile } from '../../shared/contract/connection.ts'
import { currencyOfCountry } from '../../shared/domain/money/money.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { Failure } from '../../shared/errors.ts'
import { createWorldClock } from './clock.ts'
import { Crash, createLife, type Hardship, type Life } from './crash.ts'
import { chooseWeather, type Weather } from './faults.ts'
import { createWatch } from './invariants.ts'
import { chooseOrder, products } from './products.ts'
import { createRandom } from './random.ts'
import { createRegister, type Bug, type Register } from './register.ts'
import { createServiceModel } from './service-model.ts'
import type { Damage, Disk } from './store.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

type SellInput = ParsedInput<'selling.sell'>

/** A register's world: its disk, its service, its time, and whoever stands before it. */
export type World = ReturnType<typeof createWorld>

export interface WorldOptions {
  seed: number
  disk: Disk
  bug?: Bug
  /** Takes the place of what the seed would choose. */
  weather?: Partial<Weather>
  /** Hears everything that happens, line by line. */
  trace?: (line: string) => void
}

/** A Saturday morning in Bogotá. */
const opening = Date.UTC(2026, 10, 21, 14)
const day = 86_400_000

export function createWorld({ seed, disk, bug = {}, weather: chosen, trace }: WorldOptions) {
  const random = createRandom(seed)
  const weather = { ...chooseWeather(random), ...chosen }
  const clock = createWorldClock(opening + random.int(0, day))
  const hardship: Hardship = { crash: weather.crash, diskFull: weather.diskFull }
  const profile: Profile = profileSample({
    id: 'p1',
    name: 'Tienda',
    country: random.pick(['CO', 'EC']),
    baseUrl: 'http://127.0.0.1:1',
    sandbox: true,
  })
  const profiles: readonly [Profile, Profile] = [profile, { ...profile, id: 'p2' }]
  let connection = profile
  const watch = createWatch({
    clock,
    disk,
    model: () => model,
    hasTwoConnections: weather.twoConnections,
  })
  const model = createServiceModel({ clock, random, weather, profile, onSell: watch.onSell })
  const counts = {
    crashes: 0,
    restarts: 0,
    calls: 0,
    refusals: 0,
    secondStarts: 0,
    closings: 0,
    starts: 0,
    recoveries: 0,
  }
  const inputs: SellInput[] = []
  /** Drafts whose window ended before it heard of them: whoever reopens it may press again. */
  const unheard: SellInput[] = []
  let ids = 0
  let running: { life: Life; register: Register } | null = null

  const note = (line: string) => trace?.(`${clock.real() - opening} ${line}`)

  function start(): void {
    const life = createLife(random, hardship, (where) => {
      counts.crashes += 1
      note(`crash: ${where}`)
    })
    try {
      const register = createRegister({
        life,
        clock,
        random,
        journal: disk.open(life, clock.now(), spoil()),
        service: model.service,
        connection: () => connection,
        watch,
        newId: () => `sale-${(ids += 1)}`,
        products,
        bug,
        onTold: (sale) => note(`told ${sale.id} ${sale.state}`),
      })
      running = { life, register }
      watch.windowOpens()
      register.selling.start()
      note('started')
    } catch (caught) {
      if (!(caught instanceof Crash)) throw caught
    }
  }

  /** What becomes of the journal's file before a start; never before the first one. */
  function spoil(): Damage | null {
    const mayBe = weather.damages && disk.folder() !== null && counts.starts > 0
    counts.starts += 1
    if (!mayBe || !random.chance(0.3)) return null
    const damage = random.pick(['garbage', 'cut', 'gone'] as const)
    note(`the journal's file: ${damage}`)
    counts.recoveries += 1
    watch.journalSpoilt()
    return damage
  }

  /** Whether the program runs; what is left of one that died is put away. */
  function isRunning(): boolean {
    if (running !== null && !running.life.isAlive()) bury()
    return running !== null
  }

  function bury(): void {
    running = null
    disk.crashed()
    watch.historyGrows()
  }

  async function stop(): Promise<void> {
    if (running === null) return
    const { life, register } = running
    let stopped = false
    const ended = register.selling.stop().then(() => (stopped = true))
    ended.catch((caught: unknown) => {
      if (life.isAlive()) watch.violate(`stop failed: ${String(caught)}`)
    })
    for (let turns = 0; !stopped && life.isAlive() && turns < 100; turns += 1)
      await clock.pass(2000)
    if (!stopped && life.isAlive()) watch.violate('stop never ended')
    if (isRunning()) {
      watch.windowAgrees()
      life.die('stopped')
      counts.crashes -= 1
      running = null
    }
    counts.restarts += 1
    note('stopped')
  }

  /** A call from a window, answered or not. */
  async function call(name: string, made: (register: Register) => Promise<void>): Promise<void> {
    if (running === null) return
    const { life, register } = running
    counts.calls += 1
    note(name)
    try {
      await made(register)
    } catch (caught) {
      if (!life.isAlive()) return
      if (!(caught instanceof Failure)) {
        watch.violate(`${name} threw ${String(caught)}`)
        return
      }
      counts.refusals += 1
      note(`${name}: ${caught.error.code}`)
    }
  }

  /** Presses "sell"; `then` hears whether the window was answered. */
  function press(input: SellInput, then: (end: string) => void = () => undefined): void {
    void call(`sell ${input.draftId}`, async ({ selling }) => {
      const alive = running?.life
      unheard.push(input)
      try {
        const sale = await selling.handlers['selling.sell'](input)
        if (alive?.isAlive()) watch.onAnswered(sale)
        then(sale.state)
      } catch (caught) {
        if (caught instanceof Failure) then(caught.error.code)
        throw caught
      } finally {
        if (alive?.isAlive()) unheard.splice(unheard.indexOf(input), 1)
      }
    })
  }

  /** A cashier means to sell just this with a draft. */
  function wish(draftId: string, productId: string, minor: number): void {
    const currency = currencyOfCountry[profile.country]
    watch.wish(draftId, { productId, amount: { minor, currency } })
  }

  const nextDraft = () => `draft-${String(inputs.length).padStart(4, '0')}`

  /** A new sale as a cashier fills it in. */
  function order(again: boolean): SellInput {
    const { productId, values, minor } = chooseOrder(random, profile.country)
    const draftId = nextDraft()
    wish(draftId, productId, minor)
    const input = { draftId, productId, quoteId: null, values, again, againOf: null }
    inputs.push(input)
    return input
  }

  /** The same again, as a sale of its own that names the one before. */
  function orderAgain({ id, draftId: before }: Sale): SellInput | null {
    const first = inputs.find(({ draftId }) => draftId === before)
    if (!first) return null
    const draftId = nextDraft()
    wish(draftId, first.productId, Number((first.values.amount ?? '').replace(',', '')))
    const input = { ...first, draftId, quoteId: null, again: true, againOf: id }
    inputs.push(input)
    return input
  }

  /** Another connection is chosen, where the shop has two. */
  function reconnect(): void {
    if (!weather.twoConnections) return
    connection = connection === profiles[0] ? profiles[1] : profiles[0]
    note(`connection ${connection.id}`)
    if (isRunning()) running?.register.selling.onConnection(stateOf('online'))
  }

  /** What the connection says of itself. */
  function stateOf(reach: 'online' | 'offline'): ConnectionState {
    return {
      profiles: [...profiles],
      activeId: connection.id,
      token: 'memory',
      keyring: true,
      reach,
      business: null,
    } as never
  }

  return {
    seed,
    random,
    weather,
    clock,
    hardship,
    model,
    watch,
    disk,
    counts,
    inputs,
    unheard,
    note,
    start,
    stop,
    isRunning,
    call,
    press,
    order,
    orderAgain,
    reconnect,
    stateOf,
    wish,
    register: () => running?.register ?? null,
    bury,
  }
}
