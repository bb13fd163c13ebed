import { z } from 'zod'
import { dataOf, read, readWith } from '../read.ts'
import { categories } from '../schemas/product.ts'
import type { Category } from '../service.ts'
import type { Session } from '../session.ts'

/** The catalog by category, in the service's order (contract, Endpoints 5). */
export function listProducts(session: Session, signal?: AbortSignal): Promise<Category[]> {
  const schema = z.object({ Categories: categories(session.currency) })
  const options = { signal, timeout: session.timeouts.list }
  return read(session, 'listProducts', JSON.stringify({ data: {} }), options, (answer) => {
    return readWith(schema, dataOf(answer), 'products/list').Categories
  })
}
