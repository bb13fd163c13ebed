import { read } from '../read.ts'
import type { FindEvidence } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/** Looks a sale up by its `_id` (contract, Endpoints 2); what is not plainly the service's own word throws. */
export async function find(
  session: ServiceSession,
  customerId: string,
  signal?: AbortSignal,
): Promise<FindEvidence> {
  const body = JSON.stringify({ data: { _id: customerId } })
  const options = { signal, timeout: session.timeouts.read }
  const { value, exchange } = await read(session, 'find', body, options)
  return { ...value, exchange }
}
