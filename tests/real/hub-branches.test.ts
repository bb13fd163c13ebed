import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Language } from '../../shared/words/words.ts'
import { isClean } from '../e2e/axe.ts'
import { button, holds, picture, tabPress, tabTo, tabType, words } from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'
import { makeFolder } from '../folders.ts'
import { hub, join, password, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// The owner's screen of all registers, over a real PostgreSQL: one, three and five hundred of them.

const invited = z.object({ code: z.string() })

describe.skipIf(noPostgres !== null)("the owner's screen of all registers", () => {
  let shop: HubShop
  let sandbox: Sandbox
  let app: OpenApp
  let page: Page
  beforeAll(async () => {
    process.env.MOSTRADOR_HUB_PASSWORD = password
    shop = startHubShop()
    await hub(['init', ...shop.owner])
    sandbox = await startSandbox()
    app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
    page = app.page
  })
  afterAll(async () => {
    delete process.env.MOSTRADOR_HUB_PASSWORD
    await app.close()
    await sandbox.close()
    shop.server.close()
  })

  async function register(name: string, branch: string, sale: string): Promise<string> {
    const folder = makeFolder('hub-branch')
    const journal = openJournal(folder)
    sellSample(journal, sale, { createdAt: Date.now(), reference: '3001234567' })
    journal.close()
    await join(await shop.invite(name, '--branch', branch), folder)
    expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
    return folder
  }
  const goTo = async (path: string) => {
    await page.evaluate((to) => (location.hash = `#${to}`), path)
  }
  /** Reads the page anew: away and back. */
  async function look(): Promise<void> {
    await goTo('/hoy')
    await page
      .getByRole('heading', { level: 1, name: /^(Hoy|Today)/ })
      .first()
      .waitFor()
    await goTo('/cajas')
    await page.locator('[data-figure]').first().waitFor()
  }
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const figure = (name: string) => page.locator(`[data-figure=${name}]`)

  test('a shop without a reader has no such page in its rail; a code brings it, by keyboard alone', async () => {
    await register('Caja 1', 'Centro', 'sale-of-1')
    await page.locator('[data-product]').first().waitFor()
    const link = page
      .locator('[data-part=rail]')
      .getByRole('link', { name: 'Sucursales', exact: true })
    expect(await link.count()).toBe(0)
    const { said } = await hub(['add-reader', ...shop.owner, '--name', 'Rosa'])
    await goTo('/ajustes/caja')
    await tabPress(page, button(page, 'Unir esta caja'))
    await holds(page, page.getByLabel('Código de la caja'))
    await page.keyboard.insertText(invited.parse(said).code)
    await page.keyboard.press('Enter')
    await page.getByText('«Rosa» puede ver todas las cajas').waitFor()
    await tabPress(page, link)
    await row('Caja 1').getByText('al día').waitFor()
    await page.getByText(/^Todas las cajas están al día hasta/).waitFor()
    await isClean(page)
    await picture(page, 'cajas-1')
  })

  test('each figure opens its rows, one register is chosen, and a sale is found in all', async () => {
    const folder = await register('Caja 2', 'Norte', 'sale-of-2')
    await register('Caja 3', 'Norte', 'sale-of-3')
    // One that is behind, and a copy of it that tried to send.
    shop.server.sql(
      'update hub.stream set known_until = known_until - 3600000 where register_id = 2; update hub.register set clock_ahead = 600000 where id = 2',
    )
    shop.server.sql("update hub.register set forked_at = now() where name = 'Caja 3'")
    await look()
    await page
      .getByText(
        /^No está completo: faltan datos de Caja 2 y Caja 3\. Hay datos de todas las cajas hasta/,
      )
      .waitFor()
    await row('Caja 2').getByText('atrasada').waitFor()
    await row('Caja 2').getByText('reloj 10 min').waitFor()
    await row('Caja 3').getByText('En dos computadores', { exact: true }).waitFor()
    await isClean(page)
    await picture(page, 'cajas-3')
    await tabPress(page, figure('today'))
    await page.getByTestId('seen-sale').nth(2).waitFor()
    expect(await words(page.getByTestId('seen-sale').first())).not.toContain('300123')
    await isClean(page)
    await picture(page, 'cajas-3-vendido')
    await page.keyboard.press('Escape')
    for (const name of ['drawers', 'open', 'owed', 'credit', 'balances', 'differences', 'month']) {
      await tabPress(page, figure(name))
      await page
        .getByRole('region')
        .filter({ has: page.getByRole('heading', { level: 2 }) })
        .waitFor()
      await page.keyboard.press('Escape')
    }
    // Who is in trouble stands first, so the one that is well is the last.
    await tabTo(page, page.locator('[data-row]').first())
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'C1 · Caja 1' }).waitFor()
    await tabPress(page, figure('today'))
    await expect.poll(() => page.getByTestId('seen-sale').count()).toBe(1)
    await tabPress(page, button(page, 'Ver todas'))
    await tabType(page, page.getByLabel('Buscar en todas').first(), 'sale-of-2')
    await page.keyboard.press('Enter')
    await page.getByTestId('seen-sale').first().waitFor()
    expect(await words(page.getByTestId('seen-sale').first())).toContain('C2 · Caja 2')
    await page.keyboard.press('Escape')
    expect(await hub(['push'], folder)).toMatchObject({ code: 0 })
  })

  test.each<Language>(['es', 'en'])(
    'five hundred registers are seen in %s, also in a small dark window',
    async (language) => {
      shop.server
        .sql(`insert into hub.register (code, name, login, branch, joined_at, seen_at, version)
      select 'C' || n, 'Caja ' || n, 'none_' || n, 'Sucursal ' || lpad((n % 20)::text, 2, '0'), now(), now(), '1.0.0'
      from generate_series(4, 500) n on conflict do nothing`)
      shop.server.sql(`insert into hub.stream (id, register_id, known_until)
      select 'stream ' || r.id, r.id, (extract(epoch from now()) * 1000)::bigint - case when r.id % 50 = 0 then 7200000 else 0 end
      from hub.register r where r.login like 'none_%' on conflict do nothing`)
      shop.server.sql(`insert into hub.day_total
      select r.id, hub.day_of((extract(epoch from now()) * 1000)::bigint), 'p', 'APPROVED', 'in', 'COP', 90, 123456700
      from hub.register r where r.login like 'none_%' on conflict do nothing`)
      await app.call('settings.set', { language })
      await look()
      await page.getByText(/^(No está completo|Not complete): .* (y|and) \d+ (más|more)/).waitFor()
      // Those in trouble, and the branches, each of which is opened for its own.
      expect(await page.locator('[data-group^=branch]').count()).toBe(22)
      expect(await page.locator('[data-register]').count()).toBeLessThan(60)
      await picture(page, `cajas-500-${language}`)
      await page.setViewportSize({ width: 1024, height: 640 })
      await app.call('settings.set', { theme: 'dark' })
      await page.locator('html.dark').waitFor()
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        )
      expect(await overflow()).toBe(false)
      await picture(page, `cajas-500-oscura-${language}`)
      await app.call('settings.set', { theme: 'light' })
      await page.setViewportSize({ width: 1366, height: 768 })
    },
  )

  test('a hub that is gone is said, and so is a reader who was retired; then the page goes', async () => {
    await app.call('settings.set', { language: 'es' })
    await hub(['retire', ...shop.owner, '--name', 'Rosa'])
    await goTo('/hoy')
    await goTo('/cajas')
    await page.getByText('Esta caja fue retirada de la base').waitFor()
    await goTo('/ajustes/caja')
    await tabPress(page, button(page, 'Dejar de ver las cajas'))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('«Rosa» puede ver').waitFor({ state: 'detached' })
  })
})
