import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeFolder } from '../../tests/folders.ts'
import { isOwnUrl } from './origin.ts'
import { proxyFromMac, proxyFromRegistry } from './system/proxy-settings.ts'
import { onClockJump } from './system/resume.ts'
import { startNodeSandbox } from './programs/sandbox-node.ts'
import { sandboxArguments, startTimeoutMs, whenReady } from './programs/sandbox-start.ts'
import { openSettingsFile, settingsAside } from './system/settings-file.ts'
import { printerFromRegistry } from './system/standard-printer.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder('host')
})
afterEach(() => {
  vi.useRealTimers()
})

describe('settings.json', () => {
  test('keeps values for the owner alone, and keys with dots as they are', () => {
    openSettingsFile(folder).set('a.b', { c: [1, 'dos'] })
    expect(settingsAside(folder)).toBeNull()
    const again = openSettingsFile(folder)
    expect(again.get('a.b')).toEqual({ c: [1, 'dos'] })
    expect(again.get('a')).toBeUndefined()
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
  })

  test('a damaged one is set aside, not lost and not in the way', () => {
    writeFileSync(join(folder, 'settings.json'), '{"language": "e')
    const settings = openSettingsFile(folder)
    expect(settings.get('language')).toBeUndefined()
    settings.set('language', 'en')
    expect(openSettingsFile(folder).get('language')).toBe('en')
    expect(readFileSync(join(folder, 'settings.damaged.json'), 'utf8')).toBe('{"language": "e')
    expect(settingsAside(folder)).toBe('settings.damaged.json')
    writeFileSync(join(folder, 'settings.json'), 'the second')
    openSettingsFile(folder)
    expect(settingsAside(folder)).toBe('settings.damaged-2.json')
    expect(readFileSync(join(folder, 'settings.damaged.json'), 'utf8')).toBe('{"language": "e')
  })
})

describe('the embedded test service', () => {
  test('begins its history on the first of the month before last', () => {
    const words = sandboxArguments('EC', new Date('2026-01-15T12:00:00Z')).join(' ')
    expect(words).toBe('--port 0 --currency USD --history-from 2025-11-01 --sales-per-day 60')
  })

  test('really starts, answers, and ends when told', async () => {
    const sandbox = await startNodeSandbox('CO')
    const answer = await fetch(sandbox.url).then((response) => response.status)
    expect(answer).toBeGreaterThanOrEqual(400)
    expect(sandbox.token).not.toBe('')
    sandbox.stop()
    await expect
      .poll(() =>
        fetch(sandbox.url).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down')
  })

  test.each([
    ['something else', 'listening on 4000\n', 'listening on 4000'],
    ['a URL that is none', '{"url":"x","token":"t"}\n', '{"url":"x","token":"t"}'],
  ])('%s is SANDBOX_FAILED, and it is stopped', async (_, line, reason) => {
    const stdout = new PassThrough()
    const stop = vi.fn()
    const ready = whenReady({ stdout, ended: new Promise(() => {}), stop })
    stdout.write(line)
    await expect(ready).rejects.toMatchObject({
      error: { code: 'SANDBOX_FAILED', params: { reason } },
    })
    expect(stop).toHaveBeenCalledOnce()
  })

  test('silence ends after its time', async () => {
    vi.useFakeTimers()
    const stop = vi.fn()
    const ready = whenReady({ stdout: new PassThrough(), ended: new Promise(() => {}), stop })
    const outcome = expect(ready).rejects.toMatchObject({ error: { code: 'SANDBOX_FAILED' } })
    await vi.advanceTimersByTimeAsync(startTimeoutMs)
    await outcome
    expect(stop).toHaveBeenCalledOnce()
  })
})

test('waking up is heard: a timer that comes far too late', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  let woken = 0
  const stop = onClockJump(() => (woken += 1))
  vi.advanceTimersByTime(60_000)
  expect(woken).toBe(0)
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(5_000)
  expect(woken).toBe(1)
  vi.setSystemTime(Date.now() - 600_000)
  vi.advanceTimersByTime(5_000)
  expect(woken).toBe(2)
  stop()
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(5_000)
  expect(woken).toBe(2)
})

describe("the system's proxy", () => {
  const registry = (enabled: number, server: string) =>
    `    ProxyEnable    REG_DWORD    0x${enabled}\r\n    ProxyServer    REG_SZ    ${server}\r\n`

  test('as Windows writes it', () => {
    expect(proxyFromRegistry(registry(1, 'proxy:8080'))).toBe('http://proxy:8080')
    expect(proxyFromRegistry(registry(1, 'http=a:1;https=b:2'))).toBe('http://b:2')
    expect(proxyFromRegistry(registry(1, 'http=a:1'))).toBeNull()
    expect(proxyFromRegistry(registry(0, 'proxy:8080'))).toBeNull()
    expect(proxyFromRegistry('')).toBeNull()
  })

  test('as macOS writes it', () => {
    const on =
      '<dictionary> {\n  HTTPSEnable : 1\n  HTTPSPort : 3128\n  HTTPSProxy : proxy.local\n}'
    expect(proxyFromMac(on)).toBe('http://proxy.local:3128')
    expect(proxyFromMac(on.replace('HTTPSEnable : 1', 'HTTPSEnable : 0'))).toBeNull()
  })
})

test.each([
  ['    Device    REG_SZ    POS-80 Series,winspool,Ne03:\r\n', 'POS-80 Series'],
  ['    Device    REG_SZ    \r\n', null],
  ['', null],
])("the system's own printer as Windows writes it: %j", (text, name) => {
  expect(printerFromRegistry(text)).toBe(name)
})

test('an own URL is the very origin: neither blob: nor a name that begins alike', () => {
  const origin = 'https://mostrador.invalid'
  const own = ['https://mostrador.invalid/', 'https://mostrador.invalid/a?b#c']
  const others = [
    'http://mostrador.invalid/',
    'https://mostrador.invalid.example/',
    'https://mostrador.invalid:8443/',
    'https://user@mostrador.invalid.evil/',
    'blob:https://mostrador.invalid/1',
    'data:text/html,x',
    'about:blank',
    '',
  ]
  expect(own.map((url) => isOwnUrl(url, origin))).toEqual([true, true])
  expect(others.filter((url) => isOwnUrl(url, origin))).toEqual([])
})
