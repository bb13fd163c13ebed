import { expect, it } from 'vitest'
import { environmentProxy, proxyFromScript } from './proxy.ts'

it.each([
  [{ HTTPS_PROXY: 'http://p:8080' }, 'https://service.example', 'http://p:8080'],
  [{ https_proxy: 'p:8080' }, 'https://service.example', 'http://p:8080'],
  [{ ALL_PROXY: 'http://p:1' }, 'https://service.example', 'http://p:1'],
  [{}, 'https://service.example', null],
  [{ HTTPS_PROXY: 'p' }, 'http://localhost:80', null],
  [{ HTTPS_PROXY: 'p' }, 'https://127.0.0.1:80', null],
  [
    { HTTPS_PROXY: 'p', NO_PROXY: 'a.example, .service.example' },
    'https://x.service.example',
    null,
  ],
  [{ HTTPS_PROXY: 'p', NO_PROXY: '*' }, 'https://service.example', null],
  [{ HTTPS_PROXY: 'p', NO_PROXY: 'service.example:8443' }, 'https://service.example', 'http://p'],
  [{ HTTPS_PROXY: 'p', NO_PROXY: 'ervice.example' }, 'https://service.example', 'http://p'],
])('%j leads %s through %s', async (env, url, expected) => {
  expect(await environmentProxy(env)(url)).toBe(expected)
})

it.each([
  ['DIRECT', null],
  ['PROXY p:8080; DIRECT', 'http://p:8080'],
  ['HTTPS p:443', 'https://p:443'],
  ['SOCKS5 s:1080; PROXY p:1', 'http://p:1'],
  ['', null],
])('reads a proxy script that says %j', (answer, expected) => {
  expect(proxyFromScript(answer)).toBe(expected)
})

it('does not go around a proxy that it cannot use', () => {
  expect(() => proxyFromScript('SOCKS5 s:1080')).toThrow('SOCKS5 s:1080')
})
