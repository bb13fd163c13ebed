import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { errorOfStatus, explainNetworkError, readErrorBody } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

describe('explainNetworkError', () => {
  it.each([
    ['ENOTFOUND', 'NAME_NOT_FOUND'],
    ['EAI_AGAIN', 'NAME_NOT_FOUND'],
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ETIMEDOUT', 'CONNECTION_TIMEOUT'],
    ['UND_ERR_CONNECT_TIMEOUT', 'CONNECTION_TIMEOUT'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['EPIPE', 'CONNECTION_LOST'],
    ['ENETUNREACH', 'CONNECTION_LOST'],
    ['EHOSTUNREACH', 'CONNECTION_LOST'],
    ['UND_ERR_SOCKET', 'CONNECTION_LOST'],
    ['CERT_HAS_EXPIRED', 'CERTIFICATE_NOT_TRUSTED'],
    ['CERT_NOT_YET_VALID', 'CERTIFICATE_NOT_TRUSTED'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERTIFICATE_NOT_TRUSTED'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'CERTIFICATE_NOT_TRUSTED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERTIFICATE_NOT_TRUSTED'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERTIFICATE_NOT_TRUSTED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERTIFICATE_NOT_TRUSTED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'NOT_THIS_SERVICE'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'CONNECTION_LOST'],
    ['UND_ERR_DESTROYED', 'CANCELLED'],
    ['UND_ERR_HEADERS_OVERFLOW', 'ANSWER_UNREADABLE'],
    ['SOMETHING_NEW', 'UNEXPECTED'],
  ])('%s is %s', (code, expected) => {
    expect(explainNetworkError(withCode(code), 'h').code).toBe(expected)
  })

  it('looks into causes and into errors of several attempts', () => {
    const caused = new Error('outer', { cause: withCode('ECONNREFUSED') })
    const several = new AggregateError([new Error('first'), withCode('ENOTFOUND')])
    expect(explainNetworkError(caused, 'h')).toEqual({
      code: 'CONNECTION_REFUSED',
      params: { host: 'h' },
    })
    expect(explainNetworkError(several, 'h').code).toBe('NAME_NOT_FOUND')
  })

  it('leaves what is explained already and takes whatever is thrown', () => {
    expect(explainNetworkError(new Failure('URL_INSECURE'), 'h')).toEqual({ code: 'URL_INSECURE' })
    expect(explainNetworkError('text', 'h')).toEqual({
      code: 'UNEXPECTED',
      params: { reason: 'text' },
    })
  })
})

describe('the documented error body', () => {
  it('is known by its message and its code', () => {
    const body = { errorMessage: 'Sin\n  saldo', errorCode: 'undefined.error', date: 1, path: '/' }
    expect(readErrorBody(body)).toEqual({ message: 'Sin saldo', code: 'undefined.error' })
    expect(readErrorBody({ errorMessage: 'x'.repeat(900), errorCode: 'e' })?.message).toHaveLength(
      301,
    )
  })

  it.each([null, [], 'x', {}, { errorMessage: 'x' }, { message: 'x', errorCode: 'e' }])(
    'is not %j',
    (body) => {
      expect(readErrorBody(body)).toBeNull()
    },
  )
})

it.each([
  [301, 'ANSWER_REDIRECTED'],
  [400, 'SERVICE_REFUSED'],
  [401, 'UNAUTHORIZED'],
  [403, 'SERVICE_REFUSED'],
  [404, 'SERVICE_NOT_FOUND'],
  [408, 'SERVICE_ERROR'],
  [422, 'SERVICE_REFUSED'],
  [429, 'SERVICE_ERROR'],
  [500, 'SERVICE_ERROR'],
  [599, 'SERVICE_ERROR'],
])('status %i is %s', (status, code) => {
  expect(errorOfStatus(status, null).code).toBe(code)
})
