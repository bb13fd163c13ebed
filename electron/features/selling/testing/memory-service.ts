import type {
  Transaction,
  TransactionRow,
  TransactionStatus,
} from '../../../../shared/domain/sale/transaction.ts'
import { statusIds } from '../../../../shared/domain/sale/transaction.ts'
import { appError, Failure } from '../../../../shared/errors.ts'
import type {
  Exchange,
  FindEvidence,
  MerchantService,
  QueryResult,
  SellEvidence,
} from '../../../service/service.ts'
import { transactionSample } from '../../../store/testing/journal-samples.ts'
import { profileSample } from '../../../../shared/contract/testing/profile-sample.ts'

/** What becomes of a sell request: whether it is carried out, and what its sender is told. */
export type SellFate = 'ok' | 'refused' | 'unauthorized' | 'lost' | 'lost-after' | 'not-sent'

export const memoryProfile = profileSample({ sandbox: true })

const quoteSample: QueryResult = {
  amountEditable: true,
  inputs: [],
  defaultPayload: [],
  cost: { minor: 20_000, currency: 'COP' },
  incentive: { minor: 5000, currency: 'COP' },
  amount: null,
  errorMessage: null,
}

interface MemoryState {
  fate: SellFate
  /** What find says of every record. */
  status: TransactionStatus
  findFails: boolean
  /** The service's clock less ours. */
  skew: number
  quote: QueryResult
  queries: string[]
  /** What list says, whichever days are asked for; null: it cannot be reached. */
  rows: TransactionRow[] | null
  /** Sell answers once this has settled. */
  gate: Promise<unknown>
}

/** For tests: a service in memory whose every answer is chosen. */
export function createMemoryService(now: () => number) {
  const bodies: string[] = []
  const records = new Map<string, Transaction>()
  const finds: string[] = []
  const state: MemoryState = {
    fate: 'ok',
    status: 'APPROVED',
    findFails: false,
    skew: 0,
    quote: { ...quoteSample },
    queries: [],
    rows: null,
    gate: Promise.resolve(),
  }

  const exchange = (httpStatus: number | null): Exchange => ({
    startedAt: now(),
    endedAt: now(),
    httpStatus,
    serverDate: httpStatus === null ? null : now() + state.skew,
    raw: httpStatus === null ? null : `{"statusCode":${httpStatus}}`,
  })

  function carryOut(id: string): void {
    records.set(id, transactionSample({ id: String(4711 + records.size) }))
  }

  async function sell(body: string): Promise<SellEvidence> {
    bodies.push(body)
    await state.gate
    const id = idOf(body)
    switch (state.fate) {
      case 'ok':
        carryOut(id)
        return { kind: 'accepted', transactionId: `tx-${id}`, exchange: exchange(200) }
      case 'refused': {
        const error = appError('SERVICE_REFUSED', { message: 'Saldo insuficiente' })
        return { kind: 'refused', error, exchange: exchange(400) }
      }
      case 'unauthorized':
        return { kind: 'unauthorized', error: appError('UNAUTHORIZED'), exchange: exchange(401) }
      case 'lost-after':
        carryOut(id)
        return { kind: 'unknown', error: appError('CONNECTION_LOST'), exchange: exchange(null) }
      case 'lost':
        return { kind: 'unknown', error: appError('CONNECTION_LOST'), exchange: exchange(null) }
      case 'not-sent':
        return { kind: 'not-sent', error: appError('NAME_NOT_FOUND'), exchange: exchange(null) }
    }
  }

  async function find(id: string): Promise<FindEvidence> {
    finds.push(id)
    if (state.findFails) throw new Failure('CONNECTION_LOST')
    const record = records.get(id)
    if (!record) return { kind: 'not-found', exchange: exchange(404) }
    const { status } = state
    const transaction = { ...record, status, statusId: String(statusIds[status]) }
    return { kind: 'found', transaction, exchange: exchange(200) }
  }

  const absent = (): Promise<never> => Promise.reject(new Failure('CONNECTION_LOST'))
  const service: MerchantService = {
    profile: memoryProfile,
    sell,
    find,
    query: async (body) => {
      state.queries.push(body)
      return state.quote
    },
    getBusiness: absent,
    listProducts: absent,
    getProduct: absent,
    list: async () => {
      if (state.rows === null) throw new Failure('CONNECTION_LOST')
      return { rows: state.rows, exchange: exchange(200), attempts: 1 }
    },
    turn: async () => undefined,
    generateLink: absent,
    getImage: absent,
    close: async () => undefined,
  }
  return { service, state, bodies, records, finds }
}

function idOf(body: string): string {
  const parsed: unknown = JSON.parse(body)
  const isBody = typeof parsed === 'object' && parsed !== null && '_id' in parsed
  return isBody && typeof parsed._id === 'string' ? parsed._id : ''
}
