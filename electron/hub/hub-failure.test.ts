import { expect, test } from 'vitest'
import { hubFailure } from './hub-failure.ts'

/** As the driver throws what the server answered. */
const answered = (code: string, more: object = {}) =>
  Object.assign(new Error('said'), { code, severity: 'ERROR', ...more })
/** As Node throws what the connection met. */
const met = (code: string) => Object.assign(new Error('met'), { code })

test.each([
  ['EPIPE', 'HUB_UNREACHABLE'],
  ['ECONNRESET', 'HUB_UNREACHABLE'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'HUB_UNTRUSTED'],
  ['INVALID_CA', 'HUB_UNTRUSTED'],
  ['HOSTNAME_MISMATCH', 'HUB_UNTRUSTED'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'HUB_UNTRUSTED'],
  ['EPROTO', 'HUB_UNTRUSTED'],
])('a connection that fails with %s is %s', (code, name) => {
  expect(hubFailure(met(code))).toMatchObject({ error: { code: name } })
})

test.each([
  ['HB001', 'HUB_FORKED'],
  ['28P01', 'HUB_LOGIN_REFUSED'],
  ['22P02', 'HUB_REFUSED'],
  ['23502', 'HUB_REFUSED'],
  ['54000', 'HUB_REFUSED'],
  ['42703', 'HUB_FAILED'],
  ['57014', 'HUB_UNREACHABLE'],
  ['55P03', 'HUB_UNREACHABLE'],
  ['53300', 'HUB_UNREACHABLE'],
  ['40P01', 'HUB_UNREACHABLE'],
])('an answer %s is %s', (code, name) => {
  expect(hubFailure(answered(code))).toMatchObject({ error: { code: name } })
})

test('a login that may not sign in any more was retired, whatever the language of the server', () => {
  expect(hubFailure(answered('28000', { routine: 'InitializeSessionUserId' }))).toMatchObject({
    error: { code: 'HUB_RETIRED' },
  })
  expect(hubFailure(answered('28000', { routine: 'ClientAuthentication' }))).toMatchObject({
    error: { code: 'HUB_LOGIN_REFUSED' },
  })
})
