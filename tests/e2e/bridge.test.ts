import { createServer, type Server } from 'node:http'
import type { Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chromiumOrigin,
  createChromiumHost,
  type ChromiumHost,
} from '../../electron/host/chromium/chromium-host.ts'
import { createLog } from '../../electron/log.ts'
import { makeFolder } from '../folders.ts'

// Whoever is not the app's own main frame tries to call; what counts is that nothing is handled.

let dataDir: string
let host: ChromiumHost
let page: Page
let handled: unknown[]
let foreign: Server
let foreignUrl: string
let foreignHits: string[]

/** What a hostile page would run. */
const attack = `
  const ask = window.__mostradorCall ?? (() => 'no binding')
  const request = JSON.stringify({ call: 'settings.get', input: {} })
  Promise.resolve(ask(request)).then((reply) => console.log('attack: ' + reply))
  Promise.resolve(window.bridge ? window.bridge.call('settings.get', {}) : 'no bridge')
    .then((reply) => console.log('attack: ' + JSON.stringify(reply)))
`
const hostilePage = `<!doctype html><title>foreign</title><script>${attack}</script>`

/** What a page can ask for and must not have, and the two things that it has. */
const permissions = [
  ...['clipboard-write', 'notifications', 'clipboard-read', 'geolocation', 'camera', 'microphone'],
  ...['midi', 'idle-detection', 'local-fonts', 'window-management', 'display-capture'],
]

/** Calls from a frame in every way that it has. */
async function callFrom(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    const ask: unknown = Reflect.get(globalThis, '__mostradorCall')
    const bridge: unknown = Reflect.get(globalThis, 'bridge')
    const request = JSON.stringify({ call: 'settings.get', input: {} })
    return [
      typeof ask === 'function' ? String(await Reflect.apply(ask, undefined, [request])) : 'none',
      typeof bridge,
    ]
  })
}

const refused = '{"ok":false,"error":{"code":"FORBIDDEN_SENDER"}}'

describe.each([
  ['without a window', { headless: true }],
  // The whole of the browser that people have, on a screen that is not there.
  ['in a visible window', { headless: false, offscreen: true }],
])('%s', (_, showing) => {
  beforeAll(async () => {
    dataDir = makeFolder('bridge-e2e')
    host = createChromiumHost({ dataDir, log: createLog(dataDir), ...showing })
    await host.openWindow({
      asset: async (path) => ({
        status: path === '/' ? 200 : 404,
        contentType: 'text/html',
        body: new TextEncoder().encode('<!doctype html><title>own</title><p>own</p>'),
      }),
      answer: async (request) => {
        handled.push(request)
        return { ok: true, value: null }
      },
    })
    page = host.page()
    foreign = createServer((request, response) => {
      foreignHits.push(request.url ?? '')
      response.setHeader('content-type', 'text/html').end(hostilePage)
    })
    foreignUrl = await new Promise((resolve) => {
      foreign.listen(0, '127.0.0.1', () => {
        const address = foreign.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`)
      })
    })
  })
  afterAll(async () => {
    foreign.close()
    await host.close()
  })

  beforeEach(() => {
    handled = []
    foreignHits = []
  })

  /** After every attack: nothing came through, no one else is open, and the app itself still works. */
  afterEach(async () => {
    expect(handled).toEqual([])
    expect(foreignHits).toEqual([])
    await expect.poll(() => page.context().pages().length).toBe(1)
    // The host may be sending the page home by itself at this moment, which ends a navigation of ours.
    await expect
      .poll(() => page.goto(`${chromiumOrigin}/`).then((answer) => answer?.ok(), String))
      .toBe(true)
    await page.evaluate(() => window.bridge.call('settings.get', {}))
    expect(handled).toEqual([{ call: 'settings.get', input: {} }])
  })

  describe('frames inside the page', () => {
    test.each([
      ['about:blank', (url: string) => ({ src: 'about:blank', url })],
      ['srcdoc', (url: string) => ({ srcdoc: '<p>inside</p>', url })],
      ['the app itself', (url: string) => ({ src: '/', url })],
      ['a foreign page', (url: string) => ({ src: url, url })],
      ['data:', (url: string) => ({ src: 'data:text/html,<p>inside', url })],
    ])('%s', async (_, attributes) => {
      await page.evaluate((attributes) => {
        const frame = document.createElement('iframe')
        Object.assign(frame, attributes)
        document.body.append(frame)
      }, attributes(foreignUrl))
      const inside = page.frames().filter((frame) => frame !== page.mainFrame())
      expect(inside).toHaveLength(1)
      for (const frame of inside) {
        const [reply, bridge] = await callFrom(frame)
        expect(reply).toBe(refused)
        expect(bridge).toBe('undefined')
      }
    })
  })

  describe('windows that the page opens', () => {
    test.each(['/', 'about:blank', 'FOREIGN', 'BLOB', 'data:text/html,<p>x', 'SCRIPT', ''])(
      'window.open(%j)',
      async (target) => {
        const seen: Page[] = []
        const note = (other: Page) => void seen.push(other)
        page.context().on('page', note)
        const replies = await page.evaluate(
          async ([target, foreignUrl, html]) => {
            const blob = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
            const special: Record<string, string> = {
              FOREIGN: foreignUrl,
              BLOB: blob,
              SCRIPT: ['javascript', '1'].join(':'),
            }
            const url = special[target] ?? target
            const opened = window.open(url)
            const found: string[] = []
            for (let turn = 0; turn < 20; turn += 1) {
              try {
                const ask: unknown = opened && Reflect.get(opened, '__mostradorCall')
                const bridge: unknown = opened && Reflect.get(opened, 'bridge')
                if (typeof ask === 'function') {
                  const request = '{"call":"settings.get","input":{}}'
                  found.push(String(await Reflect.apply(ask, undefined, [request])))
                }
                if (bridge !== undefined && bridge !== null) found.push('bridge')
              } catch {
                // Another origin, or closed already: not reachable from here.
              }
              await new Promise((resolve) => setTimeout(resolve, 10))
            }
            return found
          },
          [target, foreignUrl, hostilePage] as const,
        )
        expect(replies).toEqual([])
        await expect.poll(() => seen.every((other) => other.isClosed())).toBe(true)
        page.context().off('page', note)
      },
    )

    test('a link with target=_blank', async () => {
      await page.evaluate((url) => {
        const link = document.createElement('a')
        Object.assign(link, { href: url, target: '_blank', textContent: 'x' })
        document.body.append(link)
        link.click()
      }, foreignUrl)
      await expect.poll(() => page.context().pages().length).toBe(1)
    })
  })

  describe('the page itself going elsewhere', () => {
    test.each(['FOREIGN', 'https://example.com/', 'data:text/html,<p>x'])(
      'to %s: it stays where it is',
      async (target) => {
        await page.evaluate(
          (url) => void (location.href = url),
          target === 'FOREIGN' ? foreignUrl : target,
        )
        await new Promise((resolve) => setTimeout(resolve, 80))
        expect(page.url()).toBe(`${chromiumOrigin}/`)
        // While it is being refused the driver names the page that is not coming.
        await expect.poll(() => page.title()).toBe('own')
        expect(page.url()).toBe(`${chromiumOrigin}/`)
      },
    )

    test.each(['about:blank', 'BLOB'])('to %s: it comes home', async (target) => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.evaluate(
        ([target, html]) => {
          const blob = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
          location.href = target === 'BLOB' ? blob : target
        },
        [target, hostilePage] as const,
      )
      await expect.poll(() => page.title()).toBe('own')
      expect(page.url()).toBe(`${chromiumOrigin}/`)
      expect(logged.filter((text) => text.includes('"ok":true'))).toEqual([])
    })

    test('a foreign page that got in all the same is refused and sent home', async () => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      const evil = 'https://evil.example/'
      const home = `${chromiumOrigin}/`
      await page.route(evil, (route) =>
        route.fulfill({ contentType: 'text/html', body: hostilePage }),
      )
      // The way home is held up, so that the foreign page has its time.
      const held = Promise.withResolvers<undefined>()
      await page.route(home, (route) => held.promise.then(() => route.fallback()))
      await page.evaluate((url) => void (location.href = url), evil)
      // By then it has called the binding too: afterEach sees whether anything was handled.
      await expect.poll(() => logged).toContain('attack: "no bridge"')
      expect(page.url()).toBe(evil)
      held.resolve(undefined)
      await expect.poll(() => page.url()).toBe(home)
      await page.unroute(evil)
      await page.unroute(home)
    })
  })

  describe('ways out of the page', () => {
    test('fetch, sockets, forms, beacons, pictures and workers reach nobody', async () => {
      const outcome = await page.evaluate(async (url) => {
        const fetched = await fetch(url).then(
          () => 'reached',
          () => 'refused',
        )
        const socket = await new Promise<string>((resolve) => {
          try {
            const opened = new WebSocket(url.replace('http', 'ws'))
            opened.onopen = () => resolve('reached')
            opened.onerror = () => resolve('refused')
          } catch {
            resolve('refused')
          }
        })
        navigator.sendBeacon(url)
        const picture = new Image()
        const pictured = await new Promise<string>((resolve) => {
          picture.onload = () => resolve('reached')
          picture.onerror = () => resolve('refused')
          picture.src = url
        })
        const form = document.createElement('form')
        Object.assign(form, { action: url, method: 'post' })
        document.body.append(form)
        form.submit()
        const worker = await navigator.serviceWorker.register('/worker.js').then(
          // The driver's stub of it answers nothing.
          (registration: unknown) => (registration ? 'registered' : 'refused'),
          () => 'refused',
        )
        return [fetched, socket, pictured, worker]
      }, foreignUrl)
      expect(outcome).toEqual(['refused', 'refused', 'refused', 'refused'])
    })

    test('nothing is downloaded', async () => {
      await page.evaluate(() => {
        const link = document.createElement('a')
        link.href = URL.createObjectURL(new Blob(['x']))
        link.download = 'x.exe'
        document.body.append(link)
        const download = new Promise((resolve) => setTimeout(resolve, 50))
        link.click()
        return download
      })
      expect(page.url()).toBe(`${chromiumOrigin}/`)
    })

    test('inline scripts do not run', async () => {
      const ran = await page.evaluate(async () => {
        const script = document.createElement('script')
        script.textContent = 'window.inlineRan = true'
        document.body.append(script)
        return Reflect.get(globalThis, 'inlineRan') === true
      })
      expect(ran).toBe(false)
    })
  })

  describe('what the page may use', () => {
    test('the two permissions that were granted, and nothing else, without a question', async () => {
      const states = await page.evaluate(
        (names) =>
          Promise.all(
            names.map(async (name) => {
              // TypeScript's list of names is shorter than the browser's.
              const query: unknown = Reflect.get(navigator.permissions, 'query')
              if (typeof query !== 'function') return 'no query'
              const status: unknown = await Reflect.apply(query, navigator.permissions, [{ name }])
              return String(Reflect.get(Object(status), 'state'))
            }),
          ),
        permissions,
      )
      const granted = permissions.filter((_, index) => states[index] === 'granted')
      expect(granted).toEqual(['clipboard-write', 'notifications'])
      expect(new Set(states)).toEqual(new Set(['granted', 'denied']))
    })

    test('place, screen and the clipboard are refused at once', async () => {
      const outcome = await page.evaluate(async () => {
        const refused = (caught: unknown) => (caught instanceof Error ? caught.name : 'refused')
        const place = new Promise<string>((resolve) => {
          navigator.geolocation.getCurrentPosition(
            () => resolve('found'),
            ({ code }) => resolve(code === 1 ? 'NotAllowedError' : `code ${code}`),
          )
        })
        const asked = [
          navigator.mediaDevices.getDisplayMedia(),
          navigator.clipboard.readText(),
        ].map((answer) => answer.then(() => 'given', refused))
        return Promise.all([place, ...asked])
      })
      expect(outcome).toEqual(['NotAllowedError', 'NotAllowedError', 'NotAllowedError'])
    })
  })
})
