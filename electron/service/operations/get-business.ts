import { read } from '../read.ts'
import type { Business } from '../service.ts'
import type { Session } from '../session.ts'

/** The merchant's balance and profits (contract, Endpoints 1). */
export async function getBusiness(session: Session, signal?: AbortSignal): Promise<Business> {
  const options = { signal, timeout: session.timeouts.read }
  return (await read(session, 'getBusiness', JSON.stringify({ data: {} }), options)).value
}
