import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'
import { chromiumOrigin } from '../../electron/host/chromium/chromium-host.ts'
import { launchBrowser } from '../../electron/host/chromium/chromium-launch.ts'
import { startNodeSandbox } from '../../electron/host/programs/sandbox-node.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { makeFolder } from '../folders.ts'
import { isClean } from './axe.ts'
import {
  button,
  holds,
  nextSale,
  seeResult,
  sellTopUp,
  tabPress,
  tabType,
  watchMouse,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

let app: OpenApp | null = null
const ends: (() => void)[] = []
afterEach(async () => {
  const open = app
  app = null
  await open?.close()
  ends.splice(0).forEach((end) => end())
})

/** What the page complains of: refusals of its policy, errors of its scripts. */
function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  return heard
}

test('without a service it is as on its first run, and its policy is never broken', async () => {
  app = await openApp()
  const heard = complaints(app.page)
  await app.page.reload()
  await app.page.getByText('Probar con el servicio de prueba').waitFor()
  expect(await app.call('connection.state', {})).toMatchObject({
    ok: true,
    value: { activeId: null },
  })
  expect(heard).toEqual([])
})

test('over a service it shows the register, pictures and all, and keeps nothing of it', async () => {
  const service = await startNodeSandbox('CO')
  ends.push(() => service.stop())
  app = await openApp({ baseUrl: service.url, token: service.token, country: 'CO' })
  const { page, dataDir } = app
  const heard = complaints(page)
  await page.getByText('Recarga Clara').first().waitFor()
  const pictures = page.locator('img[src^="/media/"]')
  await expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.some((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
      ),
    )
    .toBe(true)
  expect(heard).toEqual([])
  const kept = readFileSync(join(dataDir, 'mostrador.log'), 'utf8')
  expect(kept).toContain('started')
  expect(kept).not.toContain(service.token)
})

test('what was looked for stays in no address and in nothing of the browser, and all is the person’s alone', async () => {
  const service = await startNodeSandbox('CO')
  ends.push(() => service.stop())
  const dataDir = makeFolder('kept')
  const opened = await openApp({ baseUrl: service.url, token: service.token, dataDir })
  app = opened
  const { page } = opened
  const phone = '3019876501'
  await sellTopUp(page, phone, '5000')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await page.getByRole('combobox').fill(phone)
  await page.getByRole('option', { name: 'Ver todas las ventas encontradas' }).click()
  const field = page.getByPlaceholder('Buscar venta')
  await expect.poll(() => field.inputValue()).toBe(phone)
  expect(page.url()).not.toContain(phone)
  // One step back from a sale it is there again.
  await page.getByRole('main').getByRole('row').last().getByRole('link').click()
  await page.getByText('Registro del servicio').waitFor()
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe(phone)
  await page.keyboard.press('F2')

  app = null
  await opened.close()
  const window = join(dataDir, 'window')
  const isFile = (path: string) => statSync(path).isFile()
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter(isFile)
  const telling = filesOf(window).filter((path) => {
    const bytes = readFileSync(path)
    return bytes.includes(phone) || bytes.includes(Buffer.from(phone, 'utf16le'))
  })
  expect(telling).toEqual([])
  const own = filesOf(dataDir).filter((path) => !path.startsWith(window))
  const wide = [dataDir, window, ...own].filter((path) => (statSync(path).mode & 0o077) !== 0)
  expect(wide).toEqual([])
})

test('keys of the browser’s own tools and its menu are taken from it', async () => {
  app = await openApp()
  const { page } = app
  await page.getByText('Probar con el servicio de prueba').waitFor()
  const taken = await page.evaluate(() => {
    const keys: KeyboardEventInit[] = [
      { key: 'F12', code: 'F12' },
      { key: 'I', code: 'KeyI', ctrlKey: true, shiftKey: true },
      { key: 'J', code: 'KeyJ', ctrlKey: true, shiftKey: true },
      { key: 'i', code: 'KeyI', metaKey: true, altKey: true },
      { key: 'u', code: 'KeyU', ctrlKey: true },
      { key: 'c', code: 'KeyC', ctrlKey: true },
    ]
    const events = [
      ...keys.map((init) => new KeyboardEvent('keydown', { ...init, cancelable: true })),
      new MouseEvent('contextmenu', { cancelable: true }),
    ]
    return events.map((event) => !window.dispatchEvent(event))
  })
  // Copying stays the person's.
  expect(taken).toEqual([true, true, true, true, true, false, true])
})

test('a second one over the same folder is told that the register is open', async () => {
  app = await openApp()
  await expect(openApp({ dataDir: app.dataDir })).rejects.toMatchObject({
    error: { code: 'REGISTER_ALREADY_OPEN' },
  })
  expect(await app.page.title()).toBe('Mostrador')
})

test('over a journal of a newer version it says so, and nobody may do what needs a right', async () => {
  const service = await startNodeSandbox('CO')
  const dataDir = makeFolder('newer')
  ends.push(() => service.stop())
  const there = { baseUrl: service.url, token: service.token, dataDir }
  app = await openApp(there)
  const made = { id: null, name: 'Ana', role: 'administrator', pin: '2468' } as const
  expect(await app.call('people.save', { ...made, rights: [] })).toMatchObject({ ok: true })
  await app.close()
  const db = openDatabase(join(dataDir, 'journal.db'), { synchronous: 'FULL' })
  db.run("insert into migrations (id, applied_at) values ('99990101T0000-future', 0)")
  db.close()
  app = await openApp(there)
  const { page } = app
  await page.getByText('es de una versión más nueva de Mostrador').first().waitFor()
  await page.getByRole('heading', { name: 'Hoy' }).waitFor()
  expect(await page.getByRole('dialog', { name: 'Caja bloqueada' }).count()).toBe(0)
  const refused = { ok: false, error: { code: 'NOT_ALLOWED' } }
  expect(await app.call('settings.set', { language: 'en' })).toEqual(refused)
  expect(await app.call('connection.remove', { profileId: 'e2e' })).toEqual(refused)
  expect(await app.call('people.list', {})).toEqual(refused)
  expect(await app.call('catalog.get', {})).toMatchObject({ ok: true })
  expect(await app.call('connection.state', {})).toMatchObject({ value: { business: null } })
  await isClean(page)
})

test('a browser that is ended from outside is a closed window, and closing goes on', async () => {
  app = await openApp()
  const cdp = await app.page.context().newCDPSession(app.page)
  await cdp.send('Browser.crash').catch(() => undefined)
  await app.app.window.closed
  await app.close()
  app = null
})

test('a page that crashed closes its window: never a register that looks alive', async () => {
  app = await openApp()
  await app.page.goto('chrome://crash').catch(() => undefined)
  await app.app.window.closed
  expect(readFileSync(join(app.dataDir, 'mostrador.log'), 'utf8')).toContain('the window crashed')
})

test.runIf(process.platform === 'linux')(
  'a display that is gone is said in plain words',
  async () => {
    vi.stubEnv('DISPLAY', ':77')
    vi.stubEnv('WAYLAND_DISPLAY', '')
    ends.push(() => vi.unstubAllEnvs())
    const profileDir = join(makeFolder('no-display'), 'window')
    const opening = launchBrowser({ profileDir, origin: chromiumOrigin, headless: false })
    await expect(opening).rejects.toMatchObject({ error: { code: 'NO_DISPLAY' } })
  },
)

test('the first run offers to make the administrator, and goes on without', async () => {
  app = await openApp()
  const on = app.page
  const presses = await watchMouse(on)
  await tabPress(on, button(on, 'Crear al administrador'))
  await holds(on, on.getByLabel('Nombre'))
  await on.keyboard.type('Dora')
  await tabType(on, on.getByLabel('PIN', { exact: true }), '8642')
  await tabType(on, on.getByLabel('Repita el PIN'), '8642')
  await isClean(on)
  await on.keyboard.press('Enter')
  await on.getByText('Dora es el administrador.').waitFor()
  // What is wanted next has the keyboard: where to sell.
  await holds(on, button(on, 'Colombia'))
  expect(await presses()).toBe(0)
  await on.keyboard.press('Enter')
  await on.locator('[data-product]').first().waitFor()
  await on.getByRole('banner').getByRole('button', { name: /Dora/ }).waitFor()
})
