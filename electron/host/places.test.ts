import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { makeFolder } from '../../tests/folders.ts'
import {
  browserPlaces,
  findBrowser,
  isProgram,
  profileFor,
  type Machine,
} from './chromium/browser-path.ts'
import { defaultDataDir } from './system/data-dir.ts'
import { documentsDir } from './system/documents-dir.ts'
import { chatPage, openCommand, showCommand } from './system/open-outside.ts'

const machine = (change: Partial<Machine>): Machine => ({
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin' },
  home: '/home/ana',
  isProgram: () => false,
  ...change,
})

describe('the browser that becomes the window', () => {
  test('Chrome before Chromium before Edge, wherever PATH finds them', () => {
    const there = ['/usr/bin/chromium', '/usr/bin/microsoft-edge', '/usr/local/bin/google-chrome']
    const has = (paths: string[]) => machine({ isProgram: (path) => paths.includes(path) })
    expect(findBrowser(has(there))).toBe('/usr/local/bin/google-chrome')
    expect(findBrowser(has(there.slice(0, 2)))).toBe('/usr/bin/chromium')
    expect(findBrowser(has(there.slice(1, 2)))).toBe('/usr/bin/microsoft-edge')
  })

  test('Windows: Program Files and the own folder of the person', () => {
    const env = {
      ProgramFiles: 'C:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\Ana\\AppData\\Local',
    }
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
    const windows = machine({ platform: 'win32', env, isProgram: (path) => path === edge })
    expect(findBrowser(windows)).toBe(edge)
    expect(browserPlaces(windows)).toContain(
      'C:\\Users\\Ana\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
    )
  })

  test('macOS: of all and of the person', () => {
    const own = '/Users/ana/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    const mac = machine({ platform: 'darwin', home: '/Users/ana', isProgram: (p) => p === own })
    expect(findBrowser(mac)).toBe(own)
  })

  test('the one that is named counts alone', () => {
    const env = { PATH: '/usr/bin', MOSTRADOR_BROWSER: '/opt/browser' }
    const isThere = (path: string) => path === '/opt/browser' || path === '/usr/bin/chromium'
    expect(findBrowser(machine({ env, isProgram: isThere }))).toBe('/opt/browser')
    const missing = machine({ env, isProgram: (path) => path === '/usr/bin/chromium' })
    expect(() => findBrowser(missing)).toThrow(Failure)
  })

  test('a browser of Snap’s keeps its profile where it may write, each data folder’s apart', () => {
    const wanted = '/home/ana/.local/share/mostrador/window'
    const folder = makeFolder('places')
    const script = join(folder, 'chromium-browser')
    writeFileSync(script, '#!/bin/sh\nexec /snap/bin/chromium "$@"\n', { mode: 0o755 })
    const own = join(folder, 'chromium')
    writeFileSync(own, '#!/bin/sh\nexec /usr/lib/chromium/chromium "$@"\n', { mode: 0o755 })
    const of = (browser: string, place = wanted) => profileFor(browser, place, '/home/ana')
    for (const browser of ['/snap/bin/chromium', '/var/lib/snapd/snap/bin/chromium', script]) {
      expect(of(browser)).toMatch(/^\/home\/ana\/snap\/chromium\/common\/mostrador\/[0-9a-f]{16}$/)
    }
    expect(of(script, '/home/ana/otra/window')).not.toBe(of(script))
    expect([of(own), of('/opt/google/chrome/chrome')]).toEqual([wanted, wanted])
  })

  test('what may not be run is no browser', () => {
    const folder = makeFolder('places')
    writeFileSync(join(folder, 'plain'), '', { mode: 0o644 })
    writeFileSync(join(folder, 'program'), '', { mode: 0o755 })
    expect(['plain', 'program', 'none'].map((name) => isProgram(join(folder, name)))).toEqual([
      false,
      true,
      false,
    ])
  })
})

test('the data folder stands where each system keeps such things', () => {
  expect(defaultDataDir('linux', {}, '/home/ana')).toBe('/home/ana/.local/share/mostrador')
  expect(defaultDataDir('linux', { XDG_DATA_HOME: '/d' }, '/home/ana')).toBe('/d/mostrador')
  expect(defaultDataDir('darwin', {}, '/Users/ana')).toBe(
    '/Users/ana/Library/Application Support/Mostrador',
  )
  expect(defaultDataDir('win32', { APPDATA: 'C:\\A' }, 'C:\\U')).toBe('C:\\A\\Mostrador')
  expect(defaultDataDir('win32', { MOSTRADOR_DATA: 'D:\\caja' }, 'C:\\U')).toBe('D:\\caja')
})

test('saving begins in the documents folder where there is one', async () => {
  const home = makeFolder('home')
  expect(await documentsDir(home)).toBe(home)
  mkdirSync(join(home, 'Documentos'))
  expect(await documentsDir(home)).toBe(join(home, 'Documentos'))
})

test('files are opened by programs and arguments, never by a shell line', () => {
  const odd = '/tmp/a; rm -rf "$HOME".xlsx'
  expect(openCommand(odd, 'linux')).toEqual(['xdg-open', odd])
  expect(openCommand(odd, 'darwin')).toEqual(['open', odd])
  expect(openCommand(odd, 'win32')).toEqual(['explorer.exe', odd])
  expect(showCommand('/tmp/a.xlsx', 'linux')).toEqual(['xdg-open', '/tmp'])
  expect(showCommand('/tmp/a.xlsx', 'darwin')).toEqual(['open', '-R', '/tmp/a.xlsx'])
  expect(showCommand('C:\\a.xlsx', 'win32')).toEqual(['explorer.exe', '/select,C:\\a.xlsx'])
})

describe("WhatsApp's page", () => {
  test.each([
    'Recarga Clara: $ 5.000',
    '100 % & más = ganga #1?x=1/../..',
    'una línea\r\ny otra',
    '%0A%26text=otro',
    '🐧 «ñandú» \u202e\u0000',
  ])('is told %j and nothing else', (text) => {
    const url = new URL(chatPage({ number: '573001234567', text }))
    expect(url.href).toMatch(/^https:\/\/wa\.me\/573001234567\?text=[\w%.!~*'()-]*$/)
    expect([...url.searchParams]).toEqual([['text', text]])
  })

  test.each([
    '',
    '0573001234567',
    '57300',
    '57300123456A',
    '573001234567/../settings',
    '573001234567?x=1',
    '573001234567#x',
    '@ejemplo.com/573001234567',
    '../573001234567',
    '573001234567%0A',
  ])('is never made for %j', (number) => {
    expect(() => chatPage({ number, text: 'x' })).toThrow(Failure)
  })

  test('is refused where its address is longer than a system opens', () => {
    expect(() => chatPage({ number: '573001234567', text: 'ñ'.repeat(400) })).toThrow(Failure)
    expect(chatPage({ number: '573001234567', text: '\ud800' })).toContain('%EF%BF%BD')
  })
})
