import { STATUS_CODES } from 'node:http'
import { errors } from 'undici'
import { appError, Failure, type AppError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/domain/text/json.ts'
import { toText } from './answers/lenient.ts'

const certificateCode =
  /^(ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH|OUT_OF_MEM|CRL_|ERR_SSL_(CERT|TLSV1_ALERT_(UNKNOWN_CA|CERT)|SSLV3_ALERT_(BAD_)?CERT))/

/** The first error code in an error, its causes or the errors gathered in it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  const inner: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...inner].map(codeOf).find((code) => code !== '') ?? ''
}

/** Puts the failure of a connection or of an answer that was cut into the closed list. */
export function explainNetworkError(error: unknown, host: string): AppError {
  if (error instanceof Failure) return error.error
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') {
    return appError('NAME_NOT_FOUND', { host })
  }
  if (code === 'ECONNREFUSED') return appError('CONNECTION_REFUSED', { host })
  if (certificateCode.test(code)) {
    return appError('CERTIFICATE_NOT_TRUSTED', { host, reason: code })
  }
  if (code === 'ETIMEDOUT' || /^UND_ERR_.*TIMEOUT$/.test(code)) {
    return appError('CONNECTION_TIMEOUT')
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return appError('ANSWER_TOO_LARGE')
  // Something that does not speak TLS, or not http, answers there.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return appError('NOT_THIS_SERVICE')
  }
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return appError('ANSWER_UNREADABLE', { where: 'http' })
  }
  // The client was closed under the request: another connection was chosen, or the app ends.
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return appError('CANCELLED')
  if (/^(E[A-Z]+|ERR_SSL_\w+|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(code))
    return appError('CONNECTION_LOST')
  return appError('UNEXPECTED', { reason: error instanceof Error ? error.message : String(error) })
}

/** The documented error body (the service's documentation, Errors). */
export interface ErrorBody {
  message: string
  code: string
}

/** Reads the documented error body; null for any other text, such as a gateway's own. */
export function readErrorBody(json: unknown): ErrorBody | null {
  if (!isRecord(json)) return null
  const message = toText(json['errorMessage'])
  const code = toText(json['errorCode'])
  return message === null || code === null ? null : { message: plainWords(message), code }
}

/** A text of the service made fit for a message: one line, not endless. */
export function plainWords(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** What a status other than success means, with the service's words when it said any. */
export function errorOfStatus(status: number, message: string | null): AppError {
  const words = message || STATUS_CODES[status] || `HTTP ${status}`
  if (status >= 300 && status < 400) return appError('ANSWER_REDIRECTED')
  if (status === 401) return appError('UNAUTHORIZED')
  if (status === 404) return appError('SERVICE_NOT_FOUND', { message: words })
  if (status === 408 || status === 429 || status >= 500 || status < 300) {
    return appError('SERVICE_ERROR', { status, message: words })
  }
  return appError('SERVICE_REFUSED', { message: words })
}
