import type { FastifyError } from 'fastify'
import { ServiceError } from './http/envelope.ts'

/** Any error of the framework as the service's documented failure. */
export function asServiceError(error: FastifyError | ServiceError): ServiceError {
  if (error instanceof ServiceError) return error
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return new ServiceError(400, 'request.body', 'El cuerpo de la petición no es JSON válido')
  return new ServiceError(500, 'undefined.error', 'Ocurrió un error inesperado')
}
