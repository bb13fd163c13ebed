import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'
import { chromiumOrigin } from '../../electron/host/chromium-host.ts'
import { launchBrowser } from '../../electron/host/chromium-launch.ts'
import { startNodeSandbox } from '../../electron/host/sandbox-node.ts'
import { openDatabase } from '../../electron/store/db.ts'
import { isClean } from './axe.ts'
import { button, holds, tabPress, tabType, watchMouse } from './hands.ts'
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

test('a second one over the same folder is told that the register is open', async () => {
  app = await openApp()
  await expect(openApp({ dataDir: app.dataDir })).rejects.toMatchObject({
    error: { code: 'REGISTER_ALREADY_OPEN' },
  })
  expect(await app.page.title()).toBe('Mostrador')
})

test('over a journal of a newer version it says so, and nobody may do what needs a right', async () => {
  const service = await startNodeSandbox('CO')
  const dataDir = mkdtempSync(join(tmpdir(), 'newer-'))
  ends.push(
    () => service.stop(),
    () => rmSync(dataDir, { recursive: true }),
  )
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
    const profileDir = join(mkdtempSync(join(tmpdir(), 'no-display-')), 'window')
    ends.push(() => rmSync(profileDir, { recursive: true, force: true }))
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
  await on.locator('[data-product]').first().waitFor({ timeout: 20_000 })
  await on.getByRole('banner').getByRole('button', { name: /Dora/ }).waitFor()
})
