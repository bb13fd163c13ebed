import { read } from '../read.ts'
import type { Category } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/** The catalog by category, in the service's order (contract, Endpoints 5). CATALOG_TOO_LARGE. */
export async function listProducts(
  session: ServiceSession,
  signal?: AbortSignal,
): Promise<Category[]> {
  const options = { signal, timeout: session.timeouts.list }
  return (await read(session, 'listProducts', JSON.stringify({ data: {} }), options)).value
}
