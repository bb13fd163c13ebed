import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Language } from '../../shared/words/words.ts'
import { accountSchema } from '../../shared/domain/credit/debtor.ts'
import { isClean } from '../e2e/axe.ts'
import { button, holds, picture, quoteTopUp, ready, seeResult, watchMouse } from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'
import { hub, password, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What is lent at one counter is paid at another, in two windows with a PostgreSQL between them, by keyboard alone.

const later = { interval: 200 }
const owing = z.object({ value: z.array(accountSchema) })
const pesos = (units: number) => `$ ${units.toLocaleString('es-CO')}`

describe.skipIf(noPostgres !== null)('one book of credit at two counters', () => {
  let shop: HubShop
  let sandbox: Sandbox
  let one: OpenApp
  let other: OpenApp
  const lineOf = (page: Page, text: string | RegExp) =>
    page.getByTestId('debt-line').filter({ hasText: text })

  async function opened(name: string): Promise<OpenApp> {
    const given = { baseUrl: sandbox.url, token: sandbox.token, still: true }
    const app = await openApp(given)
    await app.page.locator('[data-product]').first().waitFor()
    const address = `postgres://localhost:${shop.server.port}/shop`
    const code = await shop.invite(name, '--ca', shop.server.ca, '--address', address)
    expect(await app.call('hub.join', { code })).toMatchObject({ ok: true })
    const base = [{ currency: 'COP', pieces: [], other: 5_000_000 }]
    expect(await app.call('shift.open', { base })).toMatchObject({ ok: true })
    return app
  }
  /** Sends and hears until the other's book says that so much is owed. */
  async function told(from: OpenApp, to: OpenApp, minor: number): Promise<void> {
    const owed = async () => {
      for (const app of [from, to]) await app.call('hub.sendNow', {})
      const { value } = owing.parse(await to.call('credit.owing', {}))
      return value.flatMap(({ standings }) => standings.map((one) => one.owed.minor))
    }
    await expect.poll(owed, later).toEqual(minor === 0 ? [] : [minor])
  }

  /** From anywhere to the account of who was found, by keyboard alone. */
  async function toAccount(page: Page): Promise<void> {
    await page.keyboard.press('F6')
    await button(page, /^Fiado/).waitFor()
    await page.keyboard.press('f')
    await holds(page, page.getByLabel('Buscar persona'))
    await page.keyboard.insertText('rosa')
    await page.getByTestId('debtor').first().waitFor()
    await page.keyboard.press('Enter')
    await button(page, 'Recibir abono').waitFor()
  }

  beforeAll(async () => {
    process.env.MOSTRADOR_HUB_PASSWORD = password
    shop = startHubShop()
    await hub(['init', ...shop.owner])
    sandbox = await startSandbox()
    one = await opened('Caja 1')
    other = await opened('Patio')
  })
  afterAll(async () => {
    delete process.env.MOSTRADOR_HUB_PASSWORD
    await one.close()
    await other.close()
    await sandbox.close()
    shop.server.close()
  })

  test('a sale on credit at one is paid in part at the other, whose account says who wrote what', async () => {
    const { page } = one
    await quoteTopUp(page, '3001234567', '15000')
    await ready(page, /^Recargar \$/).waitFor()
    await page.keyboard.press('Alt+3')
    await holds(page, page.getByLabel('Quién lo debe', { exact: true }))
    await page.keyboard.insertText('Rosa Elvira')
    await page.keyboard.press('Enter')
    await page.getByTestId('owes').waitFor()
    await page.keyboard.press('Enter')
    await seeResult(page, 'Aprobada')
    await told(one, other, 1_500_000)

    const there = other.page
    const mouse = await watchMouse(there)
    await toAccount(there)
    await there.getByText(pesos(15_000)).first().waitFor()
    await lineOf(there, /Recarga.*C1 · Caja 1/).waitFor()
    await there.keyboard.press('e')
    await holds(there, there.getByLabel('Valor', { exact: true }))
    await there.keyboard.insertText('6000')
    await isClean(there)
    await picture(there, 'fiado-abono-otra-caja')
    await there.keyboard.press('Control+Enter')
    await lineOf(there, 'Abono').waitFor()
    await there.getByText(pesos(9_000)).first().waitFor()
    expect(await mouse()).toBe(0)
    await isClean(there)
    await picture(there, 'fiado-otra-caja')

    await told(other, one, 900_000)
    await toAccount(page)
    await lineOf(page, /Abono.*C2 · Patio/).waitFor()
    await page.getByText(pesos(9_000)).first().waitFor()
  })

  test.each<Language>(['es', 'en'])(
    'both accounts are clean, light and dark, in %s',
    async (language) => {
      for (const { page, call } of [one, other]) {
        await call('settings.set', { language })
        await page.locator(`html[lang="${language}"]`).waitFor()
        await isClean(page)
        await picture(page, `fiado-${page === one.page ? 'caja-1' : 'patio'}-${language}-light`)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.locator('html.dark').waitFor()
        await picture(page, `fiado-${page === one.page ? 'caja-1' : 'patio'}-${language}-dark`)
        await page.emulateMedia({ colorScheme: 'light' })
      }
    },
  )
})
