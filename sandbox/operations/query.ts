import { rejected } from '../catalog/checks.ts'
import { magicOf } from '../catalog/magic.ts'
import { signQuote } from '../catalog/sign.ts'
import { success } from '../http/envelope.ts'
import { units } from '../money.ts'
import type { Service } from '../service.ts'
import { requireChannel, requireProduct } from './call.ts'
import type { Call } from './call.ts'

/** Quotes a product (contract, endpoint 4); a rejected query is a 500. */
export function answerQuery(service: Service, call: Call) {
  requireChannel(call)
  const product = requireProduct(service, call)
  const magic = magicOf(call.data)
  if (magic === 'query-fails') throw rejected('El proveedor rechazó la consulta')
  const quote = product.behaviour.quote(product, call.data)
  const error = magic === 'quote-error' ? 'El proveedor no tiene valores por pagar' : quote.error
  return success(
    {
      amountEditable: quote.amountEditable,
      Inputs: quote.inputs,
      DefaultPayload: [],
      Amount: {
        cost: units(quote.cost),
        incentive: quote.incentive === null ? null : units(quote.incentive),
        ...(quote.amount === undefined ? {} : { amount: units(quote.amount) }),
      },
      Error: { message: error },
      sign: signQuote(service.signKey, product.id),
    },
    'WS',
  )
}
