import { expect, test } from 'vitest'
import { hubUrl, parseHubAddress, readCode, writeCode } from './address.ts'

const failing = (code: string): unknown => expect.objectContaining({ error: { code } })

test.each([
  ['postgres://hub.example/shop', 'postgres://hub.example:5432/shop', null],
  ['postgresql://ana@hub.example:6543/shop', 'postgres://hub.example:6543/shop', 'ana'],
  ['postgres://[::1]/shop', 'postgres://[::1]:5432/shop', null],
  [
    'postgres:///shop?host=/run/postgresql&user=ana',
    'postgres:///shop?host=%2Frun%2Fpostgresql&port=5432',
    'ana',
  ],
])('%s', (text, written, user) => {
  const address = parseHubAddress(text, null)
  expect(address.user).toBe(user)
  expect(hubUrl(address)).toBe(written)
  expect(parseHubAddress(written, null)).toEqual({ ...address, user: null })
})

test.each([
  'hub.example/shop',
  'https://hub.example/shop',
  'postgres://ana:secret@hub.example/shop',
  'postgres://hub.example/shop?sslmode=disable',
  'postgres://hub.example/shop?host=/run/postgresql',
  'postgres:///shop?host=hub.example',
  'postgres:///shop',
  'postgres://hub.example/',
  'postgres://hub.example/a b',
])('%s says no address', (text) => {
  expect(() => parseHubAddress(text, null)).toThrow(failing('HUB_ADDRESS'))
})

test('a code says where to come in, as it was written and no other', () => {
  const code = {
    url: 'postgres://hub.example:5432/shop',
    login: 'mostrador_0123456789abcdef',
    password: 'x'.repeat(43),
    ca: null,
  }
  expect(readCode(` ${writeCode(code)}\n`)).toEqual({ ...code, kind: 'register' })
  expect(readCode(writeCode({ ...code, kind: 'reader' })).kind).toBe('reader')
  for (const wrong of [
    '',
    'x',
    writeCode({ ...code, login: 'postgres' }),
    writeCode(code).slice(4),
  ]) {
    expect(() => readCode(wrong)).toThrow(failing('HUB_CODE_WRONG'))
  }
})
