import { read } from '../read.ts'
import type { MerchantAccount } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/** The merchant's balance and profits (contract, Endpoints 1). */
export async function getBusiness(
  session: ServiceSession,
  signal?: AbortSignal,
): Promise<MerchantAccount> {
  const options = { signal, timeout: session.timeouts.read }
  return (await read(session, 'getBusiness', JSON.stringify({ data: {} }), options)).value
}
