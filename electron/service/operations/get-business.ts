import { z } from 'zod'
import { strictMoney } from '../lenient.ts'
import { dataOf, read, readWith } from '../read.ts'
import type { Business } from '../service.ts'
import type { Session } from '../session.ts'

/** The merchant's balance and profits (contract, Endpoints 1). */
export function getBusiness(session: Session, signal?: AbortSignal): Promise<Business> {
  const amount = strictMoney(session.currency)
  const schema = z.object({ Business: z.object({ balance: amount, profits: amount }) })
  const options = { signal, timeout: session.timeouts.read }
  return read(session, 'getBusiness', JSON.stringify({ data: {} }), options, (answer) => {
    return readWith(schema, dataOf(answer), 'getBusiness').Business
  })
}
