import type { Product } from '../catalog/types.ts'
import { success } from '../http/envelope.ts'
import { units } from '../money.ts'
import type { Service } from '../service.ts'

const present = (product: Product) => ({
  id: product.id,
  name: product.name,
  image: product.image,
  description: product.description,
  price: product.amount.kind === 'fixed' ? units(product.amount.value) : null,
  categoryId: product.categoryId,
  tip: product.tip,
})

/** The catalog by category, with the assigned commission (contract, endpoint 5). */
export function answerListProducts(service: Service) {
  const categories = service.catalog.categories.map(({ id, name, sort, products }) => ({
    id,
    name,
    sort,
    Products: products.map(present),
  }))
  return success({ Categories: categories }, 'web')
}
