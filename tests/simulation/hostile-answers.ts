import { find } from '../../electron/service/operations/find.ts'
import { sell } from '../../electron/service/operations/sell.ts'
import type { AnswerThread } from '../../electron/service/answers/answer-thread.ts'
import { readAnswer } from '../../electron/service/answers/readers.ts'
import type { FindEvidence, SellEvidence } from '../../electron/service/service.ts'
import { defaultTimeouts } from '../../electron/service/transport/timeouts.ts'
import { hostileBodies, hostileValues } from '../../electron/service/testing/hostile.ts'
import { testSession, wireAnswer } from '../../electron/service/testing/session.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { decimalFromMinor } from '../../shared/domain/money/money.ts'
import type { Transaction } from '../../shared/domain/sale/transaction.ts'
import type { Random } from './random.ts'

/** When an answer was asked for and heard, and the service's clock by then (epoch ms). */
export interface Heard {
  startedAt: number
  endedAt: number
  date: number
}

/** Answers that no reader can read, or a careful one only, as the production client hears them. */
export interface HostileAnswers {
  sell(body: string, id: string, heard: Heard): Promise<SellEvidence>
  /** `record`: what find would show; null: it shows none. Throws Failure like find. */
  find(id: string, record: Transaction | null, heard: Heard): Promise<FindEvidence>
}

/** Large answers too are read at once: a thread would take of the computer's time, which this world does not know. */
const atOnce: AnswerThread = {
  read: async ({ operation, status, body, context }) =>
    readAnswer(operation, status, body, context),
  close: async () => undefined,
}

const mark = '@'
const acknowledgement = { statusCode: 200, message: 'ok', data: { transactionId: mark } }
const acknowledgements = hostileBodies(JSON.stringify(acknowledgement)).map(([, text]) => text)
/** What only informs: whatever stands there, the sale must settle. */
const informing = ['costs', 'prevBalance', 'createdAt', 'Person', 'PaymentMethod', 'other'] as const

export function createHostileAnswers(random: Random, profile: Profile): HostileAnswers {
  const heardBy = (text: string, status: number, { startedAt, endedAt, date }: Heard) => {
    const headers = { date: new Date(date).toUTCString() }
    const send = async () => wireAnswer(text, status, { startedAt, endedAt, headers })
    // No time to ask again: time in this world is not the computer's.
    const timeouts = { ...defaultTimeouts, read: -1 }
    return testSession(send, { profile, timeouts, saleThread: atOnce })
  }

  return {
    sell: (body, id, heard) => {
      const text = random.pick(acknowledgements).replace(mark, `tx-${id}`)
      return sell(heardBy(text, random.pick([200, 200, 500]), heard), body)
    },
    find: (id, record, heard) => {
      const [, value] = random.pick(hostileValues)
      const members = record === null ? [] : membersOf(record, random.pick(informing), value)
      const data =
        record === null ? `{},"other":${value}` : `{"Transaction":{${members.join(',')}}}`
      return find(heardBy(`{"statusCode":200,"data":${data}}`, 200, heard), id)
    },
  }
}

/** A record as find writes it, with one of its members hostile. */
function membersOf(record: Transaction, hostile: string, value: string): string[] {
  const { id, amount, createdAt, product, statusId, statusName } = record
  const members: Record<string, string> = {
    id,
    amount: decimalFromMinor(amount.minor),
    currency: JSON.stringify(amount.currency),
    TransactionStatus: JSON.stringify({ id: Number(statusId), name: statusName }),
    ...(product && { Product: JSON.stringify(product) }),
    ...(createdAt && { createdAt: JSON.stringify(createdAt.raw) }),
    [hostile]: value,
  }
  return Object.entries(members).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
}
