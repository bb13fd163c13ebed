import { read } from '../read.ts'
import type { ProductDetail } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/** One product with its first form (contract, Endpoints 6). */
export async function getProduct(
  session: ServiceSession,
  productId: string,
  signal?: AbortSignal,
): Promise<ProductDetail> {
  const body = JSON.stringify({ data: { productId } })
  const options = { signal, timeout: session.timeouts.read }
  return (await read(session, 'getProduct', body, options)).value
}
