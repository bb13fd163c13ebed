import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import { parseServiceAddress } from '../transport/address.ts'
import { createAnswerThread } from '../answers/answer-thread.ts'
import { createPace } from '../transport/pace.ts'
import { readAnswer } from '../answers/readers.ts'
import type { ServiceSession } from '../session.ts'
import { defaultTimeouts } from '../transport/timeouts.ts'
import type { WireAnswer } from '../transport/wire.ts'
import { testProfile } from './raw-server.ts'

/** Started with the first large answer, and one for all. */
const thread = createAnswerThread()

/** For tests: what the operations share, without a network: `send` and `shoot` answer. */
export function testSession(
  send: ServiceSession['transport']['send'],
  changes: Partial<ServiceSession> = {},
): ServiceSession {
  const profile = changes.profile ?? testProfile('http://127.0.0.1:1')
  return {
    profile,
    address: parseServiceAddress(profile.baseUrl),
    currency: currencyOfCountry[profile.country],
    timeouts: { ...defaultTimeouts, retryPause: 0 },
    transport: { send, close: async () => undefined },
    shoot: async (request) => ({ answer: await send(request), secured: true }),
    readHere: readAnswer,
    thread,
    saleThread: thread,
    pace: createPace(),
    token: () => 'secret',
    onExchange: () => undefined,
    ...changes,
  }
}

/** For tests: an answer that came whole. */
export function wireAnswer(
  body: string,
  status = 200,
  changes: Partial<WireAnswer> = {},
): WireAnswer {
  const headers = { date: 'Sat, 21 Nov 2026 12:00:00 GMT' }
  const at = { startedAt: 1, endedAt: 2 }
  return { ...at, status, headers, body: Buffer.from(body), failure: null, ...changes }
}
