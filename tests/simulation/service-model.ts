import type { Profile } from '../../shared/contract/connection.ts'
import {
  addDays,
  serviceDay,
  serviceDayBounds,
  serviceLocal,
} from '../../shared/domain/time/dates.ts'
import { currencyOfCountry } from '../../shared/domain/money/money.ts'
import {
  statusIds,
  type ReportKind,
  type Transaction,
  type TransactionRow,
  type TransactionStatus,
} from '../../shared/domain/sale/transaction.ts'
import { appError, Failure } from '../../shared/errors.ts'
import type {
  Exchange,
  FindEvidence,
  ListPage,
  MerchantService,
  QueryResult,
  SellEvidence,
} from '../../electron/service/service.ts'
import type { WorldClock } from './clock.ts'
import {
  planFind,
  planRecord,
  planSell,
  type Fate,
  type RecordPlan,
  type Weather,
} from './faults.ts'
import { createHostileAnswers, type Heard } from './hostile-answers.ts'
import type { Random } from './random.ts'
import { readSellBody, type SellRequest } from './sell-request.ts'

/** A transaction as it truly is at the service, whatever its answers said. */
export interface Deed {
  id: string
  serial: number
  /** Real time. */
  executedAt: number
  /** The same as its record says it. */
  local: string
  visibleFrom: number
  request: SellRequest
  plan: RecordPlan
  /** How often it was carried out: the merchant pays each of them. */
  times: number
}

/** The service in memory, and what is true there. */
export interface ServiceModel {
  readonly service: MerchantService
  /** The record that will ever have been made for an `_id`, or null: none ever will. */
  deed(id: string): Deed | null
  deeds(): Iterable<Deed>
  /** The status of a record at a moment of real time. */
  statusOf(deed: Deed, at: number): TransactionStatus | null
  expireToken(): void
  renewToken(): void
  isTokenValid(): boolean
  /** From now on nothing fails, save what is already under way. */
  calmDown(): void
  requests(): number
}

interface ModelDeps {
  clock: WorldClock
  random: Random
  weather: Weather
  profile: Profile
  /** Asked when the bytes of a sell request leave, before anything else happens. */
  onSell: (request: SellRequest, body: string) => void
}

const hours48 = 48 * 3_600_000

/** Makes the service. Everything happens at its time by the world's clock. */
export function createServiceModel({
  clock,
  random,
  weather,
  profile,
  onSell,
}: ModelDeps): ServiceModel {
  const records = new Map<string, Deed>()
  /** The same by the day that it lists them under. */
  const daily = new Map<string, Deed[]>()
  const hostile = createHostileAnswers(random, profile)
  const currency = currencyOfCountry[profile.country]
  let calm = false
  let tokenValid = true
  let requests = 0

  const current = (): Weather => (calm ? { ...weather, sellFaults: 0, findFaults: 0 } : weather)

  /** When an answer is heard that reaches this computer now. */
  function heardNow(startedAt: number): Heard {
    const date = Math.floor((clock.real() + weather.serviceSkew) / 1000) * 1000
    return { startedAt, endedAt: clock.now(), date }
  }

  /** An answer as it reaches this computer now. */
  function exchange(startedAt: number, httpStatus: number | null, isService = true): Exchange {
    const { endedAt, date } = heardNow(startedAt)
    return {
      startedAt,
      endedAt,
      httpStatus,
      serverDate: isService && httpStatus !== null ? date : null,
      raw: httpStatus === null ? null : `{"statusCode":${httpStatus}}`,
    }
  }

  function sell(body: string): Promise<SellEvidence> {
    const request = readSellBody(body, currency)
    onSell(request, body)
    requests += 1
    const startedAt = clock.now()
    const plan = planSell(random, current(), tokenValid)
    if (plan.executedAfter !== null) carryOut(request, plan.fate, plan.executedAfter)
    return new Promise((resolve, reject) => {
      clock.later(plan.answeredAfter, () => {
        const isThrown = plan.fate === 'thrown-before' || plan.fate === 'thrown-after'
        const isHostile = plan.fate === 'hostile-before' || plan.fate === 'hostile-after'
        if (isThrown) reject(new Error('the transport broke its promise'))
        else if (isHostile) resolve(hostile.sell(body, request.id, heardNow(startedAt)))
        else resolve(answerOf(plan.fate, request.id, startedAt))
      })
    })
  }

  function carryOut(request: SellRequest, fate: Fate, after: number): void {
    const executedAt = clock.real() + after
    const known = records.get(request.id)
    if (known) {
      known.times += 1
      return
    }
    const plan = planRecord(random, current(), fate)
    const deed: Deed = {
      id: request.id,
      serial: 4711 + records.size,
      executedAt,
      local: serviceLocal(executedAt + weather.serviceSkew),
      visibleFrom: executedAt + plan.hiddenFor,
      request,
      plan,
      times: fate === 'twice' ? 2 : 1,
    }
    records.set(request.id, deed)
    const day = serviceDay(executedAt + weather.serviceSkew)
    const ofDay = daily.get(day)
    if (ofDay) ofDay.push(deed)
    else daily.set(day, [deed])
  }

  /** What the real client says of such an end (electron/service/operations/sell.ts). */
  function answerOf(fate: Fate, id: string, startedAt: number): SellEvidence {
    switch (fate) {
      case 'ok':
      case 'slow':
      case 'twice':
      case 'accepted-unrecorded':
        return { kind: 'accepted', transactionId: `tx-${id}`, exchange: exchange(startedAt, 200) }
      case 'not-sent':
        return {
          kind: 'not-sent',
          error: appError('NAME_NOT_FOUND', { host: 'service' }),
          exchange: exchange(startedAt, null),
        }
      case 'refused':
      case 'refused-executed': {
        const isMissing = requests % 2 === 0
        const message = { message: 'Saldo insuficiente' }
        return {
          kind: 'refused',
          error: appError(isMissing ? 'SERVICE_NOT_FOUND' : 'SERVICE_REFUSED', message),
          exchange: exchange(startedAt, isMissing ? 404 : 400),
        }
      }
      case 'unauthorized':
      case 'unauthorized-executed':
      case 'unauthorized-late':
        return {
          kind: 'unauthorized',
          error: appError('UNAUTHORIZED'),
          exchange: exchange(startedAt, 401),
        }
      case 'error-before':
      case 'error-after':
      case 'error-late': {
        const error = appError('SERVICE_ERROR', { status: 500, message: '' })
        return { kind: 'unknown', error, exchange: exchange(startedAt, 500) }
      }
      case 'complaint-before':
      case 'complaint-after': {
        const error = appError('SERVICE_ERROR', { status: 200, message: 'Error' })
        return { kind: 'unknown', error, exchange: exchange(startedAt, 200) }
      }
      case 'garbage-before':
      case 'garbage-after': {
        const [code, status] = [
          ['ANSWER_NOT_JSON', 200],
          ['ANSWER_REDIRECTED', 302],
          ['ANSWER_UNREADABLE', 200],
        ][requests % 3] as ['ANSWER_NOT_JSON' | 'ANSWER_REDIRECTED' | 'ANSWER_UNREADABLE', number]
        return {
          kind: 'unknown',
          error: appError(code),
          exchange: exchange(startedAt, status, false),
        }
      }
      default: {
        const error = appError(clock.now() % 2 === 0 ? 'CONNECTION_LOST' : 'CONNECTION_TIMEOUT')
        return { kind: 'unknown', error, exchange: exchange(startedAt, null) }
      }
    }
  }

  function find(id: string): Promise<FindEvidence> {
    const startedAt = clock.now()
    const { fate, takes } = planFind(random, current())
    const isAllowed = tokenValid
    // The service looks at some moment on the way; its answer may be old when it is heard.
    const lookedAt = clock.real() + Math.floor(takes * random.next())
    return new Promise((resolve, reject) => {
      clock.later(takes, () => {
        if (!isAllowed) reject(new Failure('UNAUTHORIZED'))
        else if (fate === 'lost') reject(new Failure('CONNECTION_LOST'))
        else if (fate === 'timeout') reject(new Failure('CONNECTION_TIMEOUT'))
        else if (fate === 'error')
          reject(new Failure('SERVICE_ERROR', { status: 500, message: '' }))
        else if (fate === 'garbage') reject(new Failure('ANSWER_NOT_JSON'))
        else {
          const deed = records.get(id)
          const isThere = deed !== undefined && isVisible(deed, lookedAt)
          const transaction = isThere ? transactionOf(deed, lookedAt) : null
          if (fate === 'hostile') return resolve(hostile.find(id, transaction, heardNow(startedAt)))
          resolve(
            transaction
              ? { kind: 'found', transaction, exchange: exchange(startedAt, 200) }
              : { kind: 'not-found', exchange: exchange(startedAt, weather.notFoundStatus) },
          )
        }
      })
    })
  }

  /** Within the two days, whichever way this service reads them. */
  function isVisible({ visibleFrom, executedAt }: Deed, at: number): boolean {
    if (at < visibleFrom) return false
    if (weather.window === 'hours') return at < executedAt + hours48
    const day = serviceDay(executedAt + weather.serviceSkew)
    return at + weather.serviceSkew < serviceDayBounds(addDays(day, 1)).end
  }

  function statusOf({ plan, executedAt }: Deed, at: number): TransactionStatus | null {
    let from = executedAt
    let status: TransactionStatus | null = 'PENDING'
    for (const step of plan.course) {
      from += step.after
      if (from > at) break
      status = step.status
    }
    return status
  }

  function transactionOf(deed: Deed, at: number): Transaction {
    const { request, plan, serial, local } = deed
    const status = statusOf(deed, at)
    const minor = request.amount.minor + (plan.differs === 'amount' ? 100 : 0)
    // XTS is what ISO 4217 keeps for tests: no shop's money.
    const currency = plan.differs === 'currency' ? 'XTS' : request.amount.currency
    const productId = plan.differs === 'product' ? '99999' : request.productId
    return {
      id: String(serial),
      amount: { minor, currency },
      costs: null,
      prevBalance: null,
      newBalance: null,
      createdAt: plan.tellsTime ? { local, raw: local } : null,
      product: plan.namesProduct ? { id: productId, name: 'Producto' } : null,
      status,
      statusId: status === null ? '9' : String(statusIds[status]),
      statusName: status ?? 'NEW',
      person: null,
      paymentMethod: null,
    }
  }

  /** The rows of whole days by the service's clock; the end counts, as one of the two readings has it. */
  function list(kind: ReportKind, dateStart: string, dateEnd: string): Promise<ListPage> {
    const startedAt = clock.now()
    const { fate, takes } = planFind(random, current())
    const isAllowed = tokenValid
    const lookedAt = clock.real() + Math.floor(takes * random.next())
    return new Promise((resolve, reject) => {
      clock.later(takes, () => {
        if (!isAllowed) return reject(new Failure('UNAUTHORIZED'))
        if (fate !== 'ok') return reject(new Failure('CONNECTION_LOST'))
        const days: Deed[][] = []
        for (let day = dateStart; day <= dateEnd; day = addDays(day, 1)) {
          days.push(daily.get(day) ?? [])
        }
        const rows = days.flat().filter(({ visibleFrom }) => visibleFrom <= lookedAt)
        const isSales = kind === 'sales'
        resolve({
          rows: isSales ? rows.map((deed) => rowOf(transactionOf(deed, lookedAt))) : [],
          exchange: exchange(startedAt, 200),
          attempts: 1,
        })
      })
    })
  }

  const absent = (): Promise<never> => Promise.reject(new Failure('CONNECTION_LOST'))
  return {
    service: {
      profile,
      sell,
      find,
      query: () => {
        const result = quoteOf(random, profile)
        return new Promise((resolve) => clock.later(random.int(5, 400), () => resolve(result)))
      },
      getBusiness: absent,
      listProducts: absent,
      getProduct: absent,
      list,
      turn: async () => undefined,
      generateLink: absent,
      getImage: absent,
      close: async () => undefined,
    },
    deed: (id) => records.get(id) ?? null,
    deeds: () => records.values(),
    statusOf,
    expireToken: () => {
      tokenValid = false
    },
    renewToken: () => {
      tokenValid = true
    },
    isTokenValid: () => tokenValid,
    calmDown: () => {
      calm = true
      tokenValid = true
    },
    requests: () => requests,
  }
}

function quoteOf(random: Random, { country }: Profile): QueryResult {
  const currency = currencyOfCountry[country]
  const cost = random.chance(0.7) ? { minor: random.int(0, 99_999), currency } : null
  return {
    amountEditable: true,
    inputs: [],
    defaultPayload: [],
    cost,
    incentive: { minor: random.int(0, 9_999), currency },
    amount: null,
    errorMessage: null,
  }
}

function rowOf(transaction: Transaction): TransactionRow {
  const { id, status, statusId, statusName, product, amount, createdAt } = transaction
  return { id, status, statusId, statusName, product, amount, createdAt, raw: '{}' }
}
