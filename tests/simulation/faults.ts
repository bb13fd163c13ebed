import type { TransactionStatus } from '../../shared/domain/sale/transaction.ts'
import type { Random } from './random.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What becomes of a sell request. `late`: it lies somewhere on the way and arrives up to 46 hours later. */
export type Fate =
  | 'ok'
  | 'slow'
  | 'twice'
  | 'accepted-unrecorded'
  | 'not-sent'
  | 'dropped-before'
  | 'dropped-after'
  | 'dropped-late'
  | 'error-before'
  | 'error-after'
  | 'error-late'
  | 'garbage-before'
  | 'garbage-after'
  | 'hostile-before'
  | 'hostile-after'
  | 'complaint-before'
  | 'complaint-after'
  | 'refused'
  | 'refused-executed'
  | 'unauthorized'
  | 'unauthorized-executed'
  | 'unauthorized-late'
  | 'thrown-before'
  | 'thrown-after'

/** How the weights of faults stand to each other; a seed says how often there is one at all. */
const faultWeights: Record<Exclude<Fate, 'ok'>, number> = {
  slow: 10,
  twice: 4,
  'accepted-unrecorded': 1,
  'not-sent': 8,
  'dropped-before': 10,
  'dropped-after': 12,
  'dropped-late': 10,
  'error-before': 6,
  'error-after': 8,
  'error-late': 4,
  'garbage-before': 4,
  'garbage-after': 6,
  'hostile-before': 2,
  'hostile-after': 4,
  'complaint-before': 2,
  'complaint-after': 2,
  refused: 10,
  'refused-executed': 5,
  unauthorized: 4,
  'unauthorized-executed': 3,
  'unauthorized-late': 2,
  'thrown-before': 1,
  'thrown-after': 1,
}

/** The service of one seed: how it reads its contract, and how often it fails. */
export interface Weather {
  sellFaults: number
  findFaults: number
  /** How find reads "two days". */
  window: 'hours' | 'calendar'
  /** How it says "no such transaction". */
  notFoundStatus: 200 | 404
  /** The service's clock less real time. */
  serviceSkew: number
  crash: number
  diskFull: number
  /** The computer stays on through the nights, so that every look-up of the schedule is made. */
  awake: boolean
  /** Refusals that are carried out all the same, cashiers who look again, and clocks that are set meanwhile. */
  worried: boolean
  /** The shop sells with two connections in turn, and each sale is looked up with its own alone. */
  twoConnections: boolean
  /** Over files: the journal's file may be spoilt between two runs, and copies of it are made. */
  damages: boolean
}

/** Quiet, rough and stormy seeds. */
export function chooseWeather(random: Random): Weather {
  const worried = random.chance(0.03)
  const mood = random.weighted({ quiet: 89, rough: 8, stormy: 3 })
  const share = { quiet: 0.025, rough: 0.3, stormy: 0.7 }[mood]
  return {
    sellFaults: share,
    findFaults: share * random.pick([0.05, 0.2, 0.5]),
    window: random.pick(['hours', 'calendar']),
    notFoundStatus: random.pick([200, 404]),
    serviceSkew: random.pick([0, 0, 0, 0, 20 * second, -90 * second, 10 * minute, -26 * hour]),
    crash: random.chance(0.7) ? 0.0005 + share * 0.012 : 0,
    diskFull: random.chance(0.2) ? share * 0.03 : 0,
    awake: random.chance(0.004),
    worried,
    twoConnections: random.chance(0.08),
    damages: random.chance(0.3),
  }
}

export interface SellPlan {
  fate: Fate
  /** How long after it was sent it is carried out; null: never. */
  executedAfter: number | null
  /** How long after it was sent its sender hears. */
  answeredAfter: number
}

/** What is to become of one sell request. */
export function planSell(random: Random, weather: Weather, isTokenValid: boolean): SellPlan {
  const fate = chooseFate(random, weather, isTokenValid)
  const travel = random.int(20, 900)
  const quick = travel + random.int(20, 3 * second)
  switch (fate) {
    case 'ok':
    case 'twice':
    case 'complaint-after':
    case 'error-after':
    case 'garbage-after':
    case 'hostile-after':
    case 'refused-executed':
    case 'unauthorized-executed':
    case 'thrown-after':
      return { fate, executedAfter: travel, answeredAfter: quick }
    case 'slow':
      return { fate, executedAfter: travel, answeredAfter: random.int(20 * second, 60 * second) }
    case 'dropped-after':
      return { fate, executedAfter: travel, answeredAfter: random.pick([quick, 90 * second]) }
    case 'dropped-late':
    case 'error-late':
    case 'unauthorized-late':
      return {
        fate,
        executedAfter: lateness(random),
        answeredAfter: random.pick([quick, 90 * second]),
      }
    case 'dropped-before':
      return { fate, executedAfter: null, answeredAfter: random.pick([quick, 90 * second]) }
    default:
      return { fate, executedAfter: null, answeredAfter: quick }
  }
}

function chooseFate(random: Random, weather: Weather, isTokenValid: boolean): Fate {
  if (!isTokenValid) {
    return random.weighted({
      unauthorized: 8,
      'unauthorized-executed': 1,
      'unauthorized-late': 1,
    })
  }
  if (weather.worried && random.chance(0.15)) return 'refused-executed'
  return random.chance(weather.sellFaults) ? random.weighted(faultWeights) : 'ok'
}

/** From seconds to 46 hours, the short ones as likely as the long ones. */
function lateness(random: Random): number {
  const [least, most] = random.pick([
    [second, minute],
    [minute, 20 * minute],
    [20 * minute, 6 * hour],
    [6 * hour, 46 * hour],
  ] as const)
  return random.int(least, most)
}

/** What the service makes of a request that it carries out. */
export interface RecordPlan {
  /** How long find does not show it yet. */
  hiddenFor: number
  /** Status by status, with how long after the one before; null: one that the contract does not name. */
  course: readonly { after: number; status: TransactionStatus | null }[]
  differs: 'amount' | 'currency' | 'product' | null
  namesProduct: boolean
  tellsTime: boolean
}

/**
 * A refusal that was carried out all the same shows within the ten seconds that the policy waits
 * between its two looks: beyond that no client could tell it from a refusal.
 */
const refusalHiddenMost = 9 * second

/** The course of a record. */
export function planRecord(random: Random, weather: Weather, fate: Fate): RecordPlan {
  const isOdd = random.chance(weather.sellFaults * 0.15)
  const differs = isOdd ? random.pick(['amount', 'currency', 'product'] as const) : null
  const isLagging = random.chance(weather.sellFaults * 0.3)
  const lag = isLagging ? random.int(second, 6 * minute) : 0
  return {
    hiddenFor: fate === 'refused-executed' ? random.int(0, refusalHiddenMost) : lag,
    course: statusCourse(random),
    differs,
    namesProduct: differs === 'product' || random.chance(0.8),
    tellsTime: random.chance(0.8),
  }
}

function statusCourse(random: Random): RecordPlan['course'] {
  const end = random.weighted<TransactionStatus>({
    APPROVED: 87,
    REJECTED: 12,
    PARTIAL: 1,
    PENDING: 0.5,
    PROCESSING: 0.5,
  })
  const steps: { after: number; status: TransactionStatus | null }[] = []
  if (random.chance(0.05)) steps.push({ after: 0, status: 'PENDING' })
  if (random.chance(0.04)) steps.push({ after: wait(random), status: 'PROCESSING' })
  if (random.chance(0.02)) steps.push({ after: wait(random), status: null })
  return [...steps, { after: steps.length === 0 ? 0 : wait(random), status: end }]
}

function wait(random: Random): number {
  return random.chance(0.9) ? random.int(0, 90 * second) : random.int(90 * second, 40 * hour)
}

export type FindFate = 'ok' | 'lost' | 'timeout' | 'error' | 'garbage' | 'hostile'

/** What becomes of a look-up, and how long it takes. */
export function planFind(random: Random, weather: Weather): { fate: FindFate; takes: number } {
  const fate = random.chance(weather.findFaults)
    ? random.weighted<FindFate>({ lost: 4, timeout: 3, error: 4, garbage: 2, hostile: 2, ok: 0 })
    : 'ok'
  const slow = random.chance(0.03)
  return { fate, takes: slow ? random.int(second, 30 * second) : random.int(5, 800) }
}
