import { isRecord } from '../../../shared/domain/json.ts'
import { dataOf, read, readWith } from '../read.ts'
import { productDetail } from '../schemas/product.ts'
import type { ProductDetail } from '../service.ts'
import type { Session } from '../session.ts'

/** One product with its first form (contract, Endpoints 6). */
export function getProduct(
  session: Session,
  productId: string,
  signal?: AbortSignal,
): Promise<ProductDetail> {
  const body = JSON.stringify({ data: { productId } })
  const options = { signal, timeout: session.timeouts.read }
  return read(session, 'getProduct', body, options, (answer) => {
    const data = dataOf(answer)
    // The contract does not show whether the product stands in `data` or in `data.Product`.
    const product = isRecord(data) && isRecord(data['Product']) ? data['Product'] : data
    return readWith(productDetail(session.currency), product, 'products/get')
  })
}
