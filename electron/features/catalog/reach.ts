import { toAppError, type ErrorCode } from '../../../shared/errors.ts'

const outOfReach: ReadonlySet<ErrorCode> = new Set([
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_TIMEOUT',
  'CONNECTION_LOST',
  'CERTIFICATE_NOT_TRUSTED',
  'PROXY_FAILED',
  'NOT_THIS_SERVICE',
  'ANSWER_REDIRECTED',
  'ANSWER_NOT_JSON',
])
const noAccess: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'NO_TOKEN', 'NO_PROFILE'])

/** The service could not be asked at all. */
export function isOutOfReach(caught: unknown): boolean {
  return outOfReach.has(toAppError(caught).code)
}

/** Asking for other products would fail the same way: stop for now. */
export function stopsEverything(caught: unknown): boolean {
  return isOutOfReach(caught) || noAccess.has(toAppError(caught).code)
}
