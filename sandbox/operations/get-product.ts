import { success } from '../http/envelope.ts'
import { units } from '../money.ts'
import type { Service } from '../service.ts'
import { requireProduct } from './call.ts'
import type { Call } from './call.ts'

/** One product with the data to draw its form (contract, endpoint 6). */
export function answerGetProduct(service: Service, call: Call) {
  const product = requireProduct(service, call)
  const inputs = product.behaviour.form(product)
  return success(
    {
      id: product.id,
      name: product.name,
      // The detail's price is a number by contract, unlike the list's: 0 where it is not fixed.
      price: product.amount.kind === 'fixed' ? units(product.amount.value) : 0,
      image: product.image,
      description: product.description,
      options:
        inputs === null
          ? {}
          : { view: { title: product.title, form: { button: product.button, inputs } } },
    },
    '',
  )
}
