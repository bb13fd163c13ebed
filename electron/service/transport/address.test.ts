import { expect, it } from 'vitest'
import { parseServiceAddress } from './address.ts'

it.each([
  ['https://s.example/', { origin: 'https://s.example', port: 443, basePath: '', secure: true }],
  ['https://s.example:8443/a/b//', { origin: 'https://s.example:8443', basePath: '/a/b' }],
  ['http://localhost:3000', { hostname: 'localhost', port: 3000, secure: false }],
  ['http://127.8.9.1', { hostname: '127.8.9.1', port: 80 }],
  ['http://[::1]:5', { hostname: '::1', port: 5 }],
])('reads %s', (text, expected) => {
  expect(parseServiceAddress(text)).toMatchObject(expected)
})

it.each([
  ['http://s.example', 'URL_INSECURE'],
  ['http://localhost.example', 'URL_INSECURE'],
  ['http://127.evil.example', 'URL_INSECURE'],
  ['http://192.168.0.4', 'URL_INSECURE'],
  ['ftp://s.example', 'URL_INVALID'],
  ['s.example', 'URL_INVALID'],
  ['https://user:pass@s.example', 'URL_INVALID'],
  ['https://s.example/?a=1', 'URL_INVALID'],
  ['', 'URL_INVALID'],
])('refuses %s with %s', (text, code) => {
  let caught: unknown
  try {
    parseServiceAddress(text)
  } catch (error) {
    caught = error
  }
  expect(caught).toMatchObject({ error: { code } })
  expect(String(caught)).not.toContain('pass')
})
