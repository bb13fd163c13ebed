import type { SandboxClock } from '../clock.ts'

/** A failure that the service answers with the documented error body. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ServiceError'
    this.status = status
    this.code = code
  }
}

/** The documented error body; `date` is Unix time in seconds. */
export function errorBody(error: ServiceError, path: string, clock: SandboxClock) {
  return {
    errorMessage: error.message,
    path,
    date: Math.floor(clock.now() / 1000),
    errorCode: error.code,
  }
}

/** The common envelope of a success. */
export function success(data: unknown, channel: string, message = 'Operación exitosa') {
  return { statusCode: 200, message, data, _channel: channel }
}

/** The envelope of the two reports, which say `status` where the others say `statusCode`. */
export function reportSuccess(data: unknown, channel: string) {
  return { status: 200, message: 'Operación exitosa', data, _channel: channel }
}
