import type { Profile } from '../../shared/contract/connection.ts'
import type { Emit, EventPayload } from '../../shared/contract/index.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { SaleProduct } from '../../shared/domain/sale/sale-product.ts'
import type { SellingDeps } from '../../electron/features/selling/ports.ts'
import { createSelling, type Selling } from '../../electron/features/selling/selling.ts'
import type { FindEvidence, MerchantService, SellEvidence } from '../../electron/service/service.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import type { WorldClock } from './clock.ts'
import type { Life } from './crash.ts'
import type { Watch } from './invariants.ts'
import type { Random } from './random.ts'
import type { Disk } from './store.ts'

/**
 * A deliberate bug: it stands between the production code and the world, and shows the oracle what a
 * wrong program would have done.
 */
export interface Bug {
  service?: (real: MerchantService, world: BugWorld) => MerchantService
  journal?: (real: Journal, world: BugWorld) => Journal
  emit?: (real: Emit, world: BugWorld) => Emit
  /** Shows itself over files only. */
  disk?: (real: Disk) => Disk
  /** Done when the program starts, before anything else. */
  start?: (journal: Journal, service: MerchantService) => void
}

export interface BugWorld {
  clock: WorldClock
  random: Random
  service: () => MerchantService
}

/** One run of the register over the disk: the production selling feature, mortal. */
export interface Register {
  readonly selling: Selling
  /** The computer woke up and said so. */
  resumed(): void
}

interface RegisterDeps {
  life: Life
  clock: WorldClock
  random: Random
  journal: Journal
  service: MerchantService
  /** The connection in use. */
  connection: () => Profile
  watch: Watch
  newId: () => string
  products: ReadonlyMap<string, SaleProduct>
  bug: Bug
  /** Hears what the windows are told. */
  onTold: (sale: Sale) => void
}

/** Makes a run; nothing of it acts once its life has ended. */
export function createRegister(deps: RegisterDeps): Register {
  const { life, clock, random, watch, products, bug } = deps
  const listeners = new Set<() => void>()
  const mortal = mortalService(deps)
  let service = mortal
  const world: BugWorld = { clock, random, service: () => mortal }
  const journal = bug.journal?.(deps.journal, world) ?? deps.journal
  service = bug.service?.(mortal, world) ?? mortal

  const tell: Emit = (name, payload) => {
    if (!life.isAlive()) return
    // The event's name says what it carries.
    if (name === 'selling.openCount') {
      watch.onCount((payload as EventPayload<'selling.openCount'>).count)
    }
    if (name !== 'selling.changed') return
    const sale = payload as EventPayload<'selling.changed'>
    deps.onTold(sale)
    watch.onTold(sale)
  }
  const currency = service.profile.country === 'CO' ? 'COP' : 'USD'
  const balance = { minor: 10_000_000, currency }
  const sellingDeps: SellingDeps = {
    journal,
    service: () => {
      life.demand()
      return connected(service, deps.connection(), watch)
    },
    profileId: () => deps.connection().id,
    productForSale: async (productId) => {
      const product = products.get(productId)
      if (!product) throw new RangeError(productId)
      return product
    },
    emit: bug.emit?.(tell, world) ?? tell,
    clock: {
      now: clock.now,
      monotonic: clock.monotonic,
      after: (delay, work) =>
        life.isAlive() ? clock.after(delay, () => life.isAlive() && work()) : noop,
    },
    onResume: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    balance: () => ({ balance, profits: balance, at: clock.now() }),
    refreshBalance: noop,
    onProblem: noop,
    newId: deps.newId,
  }
  const selling = createSelling(sellingDeps)
  bug.start?.(journal, service)
  return { selling, resumed: () => listeners.forEach((listener) => listener()) }
}

/** The service as it is reached with one connection: a sale of another one must not be looked up there. */
export function connected(
  service: MerchantService,
  profile: Profile,
  watch: Watch,
): MerchantService {
  if (profile.id === service.profile.id && !watch.hasTwoConnections) return service
  return {
    ...service,
    profile,
    find: (id, signal) => {
      watch.onFind(id, profile.id)
      return service.find(id, signal)
    },
  }
}

/** The service as a mortal program reaches it: what was sent goes on without it, answers find nobody. */
export function mortalService({
  life,
  clock,
  random,
  service,
}: Pick<RegisterDeps, 'life' | 'clock' | 'random' | 'service'>): MerchantService {
  const living = <T>(answer: Promise<T>, name: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const hear = (then: () => void) => {
        if (!life.isAlive()) return
        try {
          life.point(name)
        } catch {
          // The program ended with the answer in its hands.
          return
        }
        then()
      }
      answer.then(
        (value) => hear(() => resolve(value)),
        (caught: unknown) => hear(() => reject(caught)),
      )
    })

  return {
    ...service,
    sell: (body): Promise<SellEvidence> => {
      life.point('before the request')
      const answer = service.sell(body)
      clock.later(random.int(1, 2000), () => {
        try {
          life.point('the request on its way')
        } catch {
          // It ended, or had ended before: the request goes on by itself.
        }
      })
      return living(answer, 'the answer to a sale')
    },
    find: (id, signal): Promise<FindEvidence> => {
      life.demand()
      return living(service.find(id, signal), 'the answer to a look-up')
    },
    query: (body, signal) => {
      life.demand()
      return living(service.query(body, signal), 'a quote')
    },
  }
}

function noop(): void {
  return undefined
}
