import { z } from 'zod'
import { ServiceError } from '../http/envelope.ts'
import type { Product } from '../catalog/types.ts'
import type { Data } from '../catalog/types.ts'
import { sentText } from '../catalog/data.ts'
import type { Service } from '../service.ts'

const callSchema = z.looseObject({
  data: z.record(z.string(), z.unknown()),
  _channel: z.string().optional(),
  _version: z.string().optional(),
  _id: z.string().optional(),
})

/** A request's body once its common fields are checked. */
export interface Call {
  data: Data
  channel: string | undefined
  id: string | undefined
}

/** Throws 400 unless the body has the common shape. */
export function parseCall(body: unknown): Call {
  const result = callSchema.safeParse(body)
  if (!result.success) {
    const path = result.error.issues[0]?.path.join('.') || 'data'
    throw new ServiceError(400, 'validation.body', `El campo ${path} falta o no es válido`)
  }
  const { data, _channel, _id } = result.data
  return { data, channel: _channel, id: _id }
}

/** sell and query are refused on any channel but WS. */
export function requireChannel(call: Call): void {
  if (call.channel !== 'WS')
    throw new ServiceError(400, 'validation._channel', 'El campo _channel debe ser WS')
}

/** The product of `data.productId`; 400 when it is not given, 404 when there is none. */
export function requireProduct(service: Service, call: Call): Product {
  const id = sentText(call.data, 'productId')
  if (id === '') throw new ServiceError(400, 'validation.productId', 'Falta el campo productId')
  const product = service.catalog.find(id)
  if (product === undefined)
    throw new ServiceError(404, 'product.notFound', `No existe el producto ${id}`)
  return product
}
