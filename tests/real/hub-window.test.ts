import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hubCalls } from '../../shared/contract/upkeep/hub.ts'
import { claim, claimKey } from '../../electron/hub/claims.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Language } from '../../shared/words/words.ts'
import { isClean } from '../e2e/axe.ts'
import {
  button,
  clearPanel,
  holds,
  picture,
  result,
  seeResult,
  sellTopUp,
  tabPress,
} from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'
import { copyOf, hub, password, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { startStubbornProxy, type StubbornProxy } from './stubborn-proxy.ts'

// A register that joins in its window, and sends by itself, to a real PostgreSQL that may hang.

/** The window sends some seconds after something changed; a hub that comes back is asked again after some minutes at most. */
const later = { interval: 100 }
const state = hubCalls['hub.state'].output

describe.skipIf(noPostgres !== null)('a window with PostgreSQL behind it', () => {
  let shop: HubShop
  let proxy: StubbornProxy
  /** The folder of another register of the shop. */
  let nine = ''
  let sandbox: Sandbox
  let app: OpenApp
  let page: Page

  async function start(dataDir?: string): Promise<void> {
    const given = { baseUrl: sandbox.url, token: sandbox.token, still: true }
    app = await openApp(dataDir === undefined ? given : { ...given, dataDir })
    page = app.page
  }
  beforeAll(async () => {
    process.env.MOSTRADOR_HUB_PASSWORD = password
    shop = startHubShop()
    proxy = await startStubbornProxy(shop.server.port)
    await hub(['init', ...shop.owner])
    sandbox = await startSandbox()
    await start()
  })
  afterAll(async () => {
    delete process.env.MOSTRADOR_HUB_PASSWORD
    await app.close()
    await sandbox.close()
    proxy.close()
    shop.server.close()
  })

  const invite = (name: string, ...more: readonly string[]) =>
    shop.invite(
      ...[name, '--ca', shop.server.ca, '--address', `postgres://localhost:${proxy.port}/shop`],
      ...more,
    )
  const goTo = async (path: string) => {
    await page.evaluate((to) => (location.hash = `#${to}`), path)
  }
  const register = async () => {
    const reply = await app.call('hub.state', {})
    return reply.ok ? state.parse(reply.value).register : null
  }
  const sold = () => shop.server.sql("select count(*) from hub.sale where state = 'APPROVED'")
  /** How many sales the hub has, once it has all. */
  async function allSent(): Promise<number> {
    await expect.poll(async () => (await register())?.left, later).toBe(0)
    return Number(sold())
  }
  async function sell(phone: string): Promise<void> {
    await clearPanel(page)
    await sellTopUp(page, phone, '5000')
    await seeResult(page, 'Aprobada')
  }
  const card = () => page.getByTestId('own-register')
  async function typeCode(open: string, code: string): Promise<void> {
    await tabPress(page, button(page, open))
    await holds(page, page.getByLabel('Código de la caja'))
    await page.keyboard.insertText(code)
    await page.keyboard.press('Enter')
  }

  test('a code is pasted by keyboard alone, and the register sends what was and what comes', async () => {
    await page.locator('[data-product]').first().waitFor()
    await sell('3001234567')
    await goTo('/ajustes/caja')
    await typeCode('Unir esta caja', 'no code')
    await card().getByText('Ese no es un código').waitFor()
    await page.keyboard.press('Escape')
    await typeCode('Unir esta caja', await invite('Caja 1'))
    await card().getByText('C1 · Caja 1').waitFor()
    await card().getByText('Todo está enviado').waitFor()
    await expect.poll(sold, later).toBe('1')
    await sell('3007654321')
    await expect.poll(sold, later).toBe('2')
    await expect.poll(async () => (await register())?.left, later).toBe(0)
    // How its clock is, the hub heard as well.
    const clock = 'select abs(clock_ahead) < 60000, waiting from hub.register'
    await expect.poll(() => shop.server.sql(clock), later).toBe('t|0')
  })

  test('what another register is selling now is told before it is sold here, too', async () => {
    const { folder } = await shop.joined('Caja 9')
    nine = folder
    const journal = openJournal(folder)
    const login = journal.outbox.stream()?.login ?? ''
    journal.close()
    const other = await connectHub(shop.socketOf(), { user: login, password })
    const [like = ''] = shop.server.sql('select product_id from hub.sale limit 1').split('\n')
    const key = await claimKey(other)
    /** What the window asked last of the connection that it keeps. */
    const hasAsked = (what: string) => () =>
      shop.server.sql(`select count(*) from pg_stat_activity where state = 'idle'
        and query like '%${what}%' and usename = (select login from hub.register where name = 'Caja 1')`)
    const question = page.getByText('Caja 9 empezó esta misma venta')
    // A computer that is busy may be too late for a sale, which then goes on unasked; it asks again later.
    for (let last = 0; last < 5 && !(await question.isVisible()); last += 1) {
      const asked = hasAsked(last === 0 ? 'claim%_v1' : 'claim_key_v1')
      await expect.poll(asked, later).toBe('1')
      const phone = `300888990${last}`
      await claim(other, key, {
        ...{ saleId: `there-${last}`, service: sandbox.url, productId: like, reference: phone },
        ...{ amount: 500_000, currency: 'COP', withinMs: 0, but: [], anyway: true },
      })
      await clearPanel(page)
      await sellTopUp(page, phone, '5000')
      await question.or(result(page).filter({ hasText: 'Aprobada' })).waitFor()
    }
    await question.waitFor()
    await picture(page, 'otra-caja')
    await isClean(page)
    // Nobody sells it again by a hasty Enter.
    expect(await page.getByRole('button', { name: /^No, es la misma/ }).isVisible()).toBe(true)
    await page.keyboard.press('Alt+6')
    await seeResult(page, 'Aprobada')
    await other.close()
  })

  test('while the hub hangs it sells, closes and opens; then the hub gets all of it', async () => {
    const before = await allSent()
    proxy.hang()
    await sell('3001112233')
    await expect.poll(async () => (await register())?.isSending, later).toBe(true)
    const { dataDir } = app
    await app.close()
    await start(dataDir)
    await page.locator('[data-product]').first().waitFor()
    await sell('3002223344')
    expect(sold()).toBe(`${before}`)
    proxy.pass()
    await app.call('hub.sendNow', {})
    await expect.poll(sold, later).toBe(`${before + 2}`)
  })

  test('who is erased here is erased at the others, and the page says which have not heard it', async () => {
    const journal = openJournal(nine)
    const sold = { id: 'of-nine', reference: '3005556677', phone: '3005556677' }
    sellSample(journal, sold.id, { ...sold, createdAt: Date.now() - 3 * 86_400_000 })
    journal.close()
    await goTo('/ajustes/datos')
    await page.getByText('Un borrado llega también a las otras cajas').waitFor()
    await page.getByLabel('Celular, documento, referencia o nombre').fill('300 555 6677')
    await page.keyboard.press('Enter')
    await page.getByText('Aquí no se guarda nada de ese cliente.').waitFor()
    await button(page, 'Borrar en las otras cajas').press('Enter')
    await button(page, 'Sí, borrar').press('Enter')
    await page.getByText('Se ordenó a las otras cajas.').waitFor()
    await page.getByText('falta: Caja 9.').waitFor()
    await isClean(page)
    await picture(page, 'datos-otras-cajas')
    const orders = "select count(*) from hub.shared where kind = 'erasure'"
    await app.call('hub.sendNow', {})
    await expect.poll(() => shop.server.sql(orders), later).toBe('1')
    expect(await hub(['push'], nine)).toMatchObject({ code: 0, said: { left: 0 } })
    const after = openJournal(nine)
    expect(after.personal.isErased(sold.id)).toBe(true)
    after.close()
    await app.call('hub.sendNow', {})
    await page.getByText('cuando vuelve a enviar.').waitFor()
  })

  test.each<Language>(['es', 'en'])('its card is clean in %s', async (language) => {
    await app.call('settings.set', { language })
    await goTo('/ajustes/caja')
    await card().getByText('C1 · Caja 1').waitFor()
    await isClean(page)
    await card().scrollIntoViewIfNeeded()
    await picture(page, `caja-${language}`)
  })

  test('a folder that was copied says what to do, joins as another, and leaves with a question', async () => {
    await app.call('settings.set', { language: 'es' })
    const { dataDir } = app
    await app.close()
    const copy = copyOf(dataDir)
    await start(dataDir)
    await page.locator('[data-product]').first().waitFor()
    const before = await allSent()
    await sell('3003334455')
    await expect.poll(sold, later).toBe(`${before + 1}`)
    await app.close()
    await start(copy)
    await goTo('/ajustes/caja')
    await card().getByText('hay otra copia de esta caja').waitFor()
    await expect
      .poll(
        () =>
          shop.server.sql("select forked_at is not null from hub.register where name = 'Caja 1'"),
        later,
      )
      .toBe('t')
    await isClean(page)
    await card().scrollIntoViewIfNeeded()
    await picture(page, 'caja-copia')
    await typeCode('Unir con otro código', await invite('Caja 2'))
    await card().getByText('C3 · Caja 2').waitFor()
    await card().getByText('Todo está enviado').waitFor()
    await tabPress(page, button(page, 'Desconectar esta caja'))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await button(page, 'Unir esta caja').waitFor()
    expect(await register()).toBeNull()
  })
})
