import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { run } from '../../electron/cli/run.ts'
import { readBack } from '../../electron/features/reports/workbook/testing/read-back.ts'
import { registersCalls } from '../../shared/contract/accounting/registers.ts'
import { usualProfile } from '../../shared/contract/connection.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import type { Language } from '../../shared/words/words.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { isClean } from '../e2e/axe.ts'
import { button, holds, picture, tabPress, tabTo } from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'
import { makeFolder } from '../folders.ts'
import { hub, join, password, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'
import { startStubbornProxy, type StubbornProxy } from './stubborn-proxy.ts'

// The page Reportes over several registers, on the computer of who reads their books, by keyboard, over a real PostgreSQL.

const later = { interval: 100 }
const valueOf = async (asked: ReturnType<OpenApp['call']>): Promise<unknown> => {
  const reply = await asked
  expect(reply).toMatchObject({ ok: true })
  return reply.ok ? reply.value : null
}
const invited = z.object({ code: z.string() })
/** As the window's own connection is called: registers of one account call it alike. */
const account = 'Tienda de prueba'

describe.skipIf(noPostgres !== null)('reports over all registers, in the window', () => {
  let shop: HubShop
  let proxy: StubbornProxy
  let service: Sandbox
  let app: OpenApp
  let page: Page
  const folders = ['one', 'two'].map((name) => makeFolder(`hub-reports-${name}`))

  async function sellOne(folder: string, amount: number): Promise<void> {
    const values = ['--set', 'customerCellphone=3001234567', '--set', `amount=${amount}`]
    const said = { out: '', err: '' }
    const streams = {
      out: (text: string) => void (said.out += text),
      err: (text: string) => void (said.err += text),
    }
    const args = ['sell', '10000', ...values, '--yes', '--data-dir', folder]
    const env = { LANG: 'es_CO', MOSTRADOR_TOKEN: service.token }
    expect(await run(args, env, streams), said.out + said.err).toBe(0)
  }
  const address = () => [
    ...['--ca', shop.server.ca, '--address', `postgres://localhost:${proxy.port}/shop`],
  ]
  async function reader(name: string, ...more: readonly string[]): Promise<string> {
    const args = ['add-reader', ...shop.owner, '--name', name, ...address(), ...more]
    const { code, said } = await hub(args)
    expect(code).toBe(0)
    return invited.parse(said).code
  }

  beforeAll(async () => {
    process.env.MOSTRADOR_HUB_PASSWORD = password
    shop = startHubShop()
    proxy = await startStubbornProxy(shop.server.port)
    service = await startSandbox({})
    await hub(['init', ...shop.owner])
    for (const [at, folder] of folders.entries()) {
      const profile = { ...usualProfile, id: `p${at}`, name: account, country: 'CO' }
      const profiles = [{ ...profile, baseUrl: service.url }]
      const connection = { profiles, activeId: profile.id }
      writeFileSync(pathOf(folder, 'settings.json'), JSON.stringify({ connection }))
      await sellOne(folder, 2000 + at * 1000)
      const branch = at === 0 ? 'Centro' : 'Norte'
      const code = await shop.invite(`Caja ${at + 1}`, '--branch', branch)
      expect(await join(code, folder)).toMatchObject({ code: 0 })
      expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
    }
    app = await openApp({ baseUrl: service.url, token: service.token, still: true })
    page = app.page
  })
  afterAll(async () => {
    delete process.env.MOSTRADOR_HUB_PASSWORD
    await app.close()
    await service.close()
    proxy.close()
    shop.server.close()
  })

  const goTo = (path: string) => page.evaluate((to) => void (location.hash = `#${to}`), path)
  const line = () => page.getByTestId('registers')
  const whose = () => line().getByLabel('De qué cajas')
  const rows = () => page.locator('[data-row]')
  const cells = (row: number) => rows().nth(row).getByRole('cell').allInnerTexts()
  const mirrors = () => {
    const folder = pathOf(app.dataDir, 'mirror')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  async function openReports(): Promise<void> {
    await goTo('/hoy')
    await goTo('/reportes')
    await page.getByRole('heading', { level: 1, name: 'Reportes' }).waitFor()
  }
  async function paste(code: string, name: string): Promise<void> {
    await goTo('/ajustes/caja')
    await tabPress(page, button(page, 'Unir esta caja'))
    await holds(page, page.getByLabel('Código de la caja'))
    await page.keyboard.insertText(code)
    await page.keyboard.press('Enter')
    await page.getByText(`«${name}» puede ver todas las cajas`).waitFor()
  }
  async function stopReading(): Promise<void> {
    await goTo('/ajustes/caja')
    await tabPress(page, button(page, 'Dejar de ver las cajas'))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('puede ver todas las cajas').waitFor({ state: 'detached' })
  }

  test('who has no reader, or one that reads no books, has nothing to choose', async () => {
    await page.locator('[data-product]').first().waitFor()
    await openReports()
    await rows().nth(1).waitFor()
    expect(await line().count()).toBe(0)
    await paste(await reader('Rosa'), 'Rosa')
    await openReports()
    const asked = await app.call('registers.choices', {})
    expect(asked).toMatchObject({ ok: true, value: { choices: null } })
    expect(await line().count()).toBe(0)
    await stopReading()
    await paste(await reader('Conta', '--books'), 'Conta')
  })

  test('all registers are chosen by keyboard alone, each row says its register, and how fresh it is', async () => {
    await openReports()
    await whose().waitFor()
    await tabTo(page, whose())
    await page.keyboard.press('ArrowDown')
    await line().getByText('Leído de las cajas').waitFor()
    await expect.poll(async () => (await cells(0)).join('|'), later).toContain('C2')
    expect((await cells(1)).join('|')).toContain('C1')
    await button(page, /^Completo/).waitFor()
    await isClean(page)
    await picture(page, 'reportes-cajas')
    await tabPress(page, line().getByRole('button', { name: '2 cajas' }))
    await page.getByText('Lo que cada caja envió de la cuenta').waitFor()
    await isClean(page)
    await picture(page, 'reportes-cajas-leidas')
    await page.keyboard.press('Escape')
    expect(mirrors()).toHaveLength(1)
  })

  test('the workbook is the one of the command line', async () => {
    const folder = makeFolder('hub-reports-file')
    await tabTo(page, button(page, 'Exportar a Excel'))
    await page.keyboard.press('Enter')
    await page.getByLabel('Carpeta').fill(folder)
    await page.getByLabel('Nombre del archivo').fill('ventana.xlsx')
    await page.keyboard.press('Enter')
    await page.getByText(/^Se guardaron/).waitFor()
    const typed = pathOf(folder, 'comando.xlsx')
    const day = serviceDay(Date.now())
    const env = {
      ...{ LANG: 'es_CO', MOSTRADOR_HUB_PASSWORD: password, MOSTRADOR_TOKEN: service.token },
    }
    const args = ['report', 'sales', '--from', `${day.slice(0, 8)}01`, '--to', day]
    const all = ['--registers', 'all', '--account', account, '--base-url', service.url]
    const streams = { out: () => undefined, err: () => undefined }
    const more = ['--xlsx', typed, '--data-dir', app.dataDir, '--same-shop']
    expect(await run([...args, ...all, ...more], env, streams)).toBe(0)
    const [shown, said] = [readBack(pathOf(folder, 'ventana.xlsx')), readBack(typed)]
    expect(shown.names).toEqual(said.names)
    for (const sheet of ['Ventas', 'Conciliación', 'Turnos'].filter((one) =>
      said.names.includes(one),
    ))
      expect(shown.lines(sheet), sheet).toEqual(said.lines(sheet))
    const named = shown.rows('Ventas').map(({ Caja }) => String(Caja))
    expect(named.toSorted()).toEqual(['C1 · Caja 1', 'C2 · Caja 2'])
  })

  test('one that is behind is named, and then nothing is called complete', async () => {
    const known = '(select known_until from hub.stream where register_id = 2 and ended_at is null)'
    const until = shop.server.sql(`select ${known}`)
    const setUntil = (to: string) =>
      shop.server.sql(`update hub.stream set known_until = ${to} where register_id = 2`)
    setUntil(`${until} - 86400000`)
    await tabPress(page, line().getByRole('button', { name: 'Leer de nuevo' }))
    await line().getByText('No está completo: puede faltar algo de C2 · Caja 2.').waitFor()
    await button(page, /^Falta 1 caja/).waitFor()
    expect(await button(page, /^Completo/).count()).toBe(0)
    await isClean(page)
    await picture(page, 'reportes-cajas-falta')
    await tabTo(page, line().getByRole('button', { name: '2 cajas' }))
    await page.keyboard.press('r')
    await page.getByText('no está aquí todo lo que vendieron').waitFor()
    await picture(page, 'reportes-cajas-por-que')
    await page.keyboard.press('Escape')
    await whose().selectOption({ label: 'Centro' })
    await button(page, /^Completo/).waitFor()
    await line().getByText('Las ventas son las de toda la cuenta').waitFor()
    await expect.poll(async () => (await cells(0)).join('|'), later).not.toContain('C2')
    setUntil(until)
  })

  test('while the database hangs it is called off by a key, and the register goes on', async () => {
    proxy.hang()
    await whose().selectOption('all')
    const reading = page.getByText('Leyendo lo que enviaron las cajas')
    await reading.waitFor()
    await picture(page, 'reportes-cajas-leyendo')
    await isClean(page)
    expect(await app.call('connection.refresh', {})).toMatchObject({ ok: true })
    await page.keyboard.press('Escape')
    await reading.waitFor({ state: 'detached' })
    // What was shown before stands there, and says whose it is.
    await expect.poll(() => whose().inputValue()).toBe('branch Centro')
    await expect.poll(() => mirrors().length, later).toBe(1)
    proxy.pass()
    await whose().selectOption('all')
    await expect.poll(async () => (await cells(0)).join('|'), later).toContain('C2')
  })

  test('other days of it are read again, and the page that is left leaves nothing', async () => {
    await button(page, 'Mes pasado').click()
    await page.getByText('No hubo ventas en estos días').waitFor()
    expect(await whose().inputValue()).toBe('all')
    await goTo('/hoy')
    await expect.poll(() => mirrors().length, later).toBe(0)
    await openReports()
    await whose().waitFor()
    expect(await whose().inputValue()).toBe('own')
  })

  test.each<Language>(['es', 'en'])(
    'it is clean in %s, in a small dark window, too',
    async (language) => {
      await app.call('settings.set', { language })
      await goTo('/hoy')
      await goTo('/reportes')
      await page.getByTestId('registers').locator('select').first().selectOption('all')
      await expect.poll(async () => (await cells(0)).join('|'), later).toContain('C2')
      for (const theme of ['light', 'dark'] as const) {
        await app.call('settings.set', { theme })
        await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor()
        await page.setViewportSize({ width: 1366, height: 768 })
        await picture(page, `reportes-cajas-${theme}-${language}`)
      }
      await page.setViewportSize({ width: 1024, height: 640 })
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        )
      expect(await overflow()).toBe(false)
      await picture(page, `reportes-cajas-chica-${language}`)
      await page.setViewportSize({ width: 1366, height: 768 })
      await app.call('settings.set', { theme: 'light' })
    },
  )

  test('a cashier with reports sees those of the own register alone, whatever they know', async () => {
    await app.call('settings.set', { language: 'es' })
    const ana = { id: null, name: 'Ana Ruiz', role: 'administrator' } as const
    await app.call('people.save', { ...ana, rights: [], pin: '2468' })
    const beto = { id: null, name: 'Beto Díaz', role: 'cashier' } as const
    const saved = await app.call('people.save', {
      ...beto,
      rights: ['sell', 'reports'],
      pin: '1357',
    })
    expect(saved).toMatchObject({ ok: true })
    const day = serviceDay(Date.now())
    const days = { from: day, to: day }
    const wish = { jobId: 'mine', ...days, only: null, account }
    const brought = await app.call('registers.bring', wish)
    const { over } = registersCalls['registers.bring'].output.parse(
      brought.ok ? brought.value : null,
    )
    const { people } = z
      .object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })
      .parse(await valueOf(app.call('people.state', {})))
    const personId = people.find(({ name }) => name === beto.name)?.id ?? ''
    await valueOf(app.call('people.signIn', { personId, pin: '1357' }))
    const denied = { ok: false, error: { code: 'NOT_ALLOWED' } }
    expect(await app.call('registers.choices', {})).toMatchObject(denied)
    expect(await app.call('registers.bring', wish)).toMatchObject(denied)
    const sales = { kind: 'sales', ...days } as const
    expect(await app.call('reports.completeness', { ...sales, over })).toMatchObject(denied)
    expect(await app.call('reports.completeness', sales)).toMatchObject({ ok: true })
    await openReports()
    await rows().nth(1).waitFor()
    expect(await line().count()).toBe(0)
  })
})
