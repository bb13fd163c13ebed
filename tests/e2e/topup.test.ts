import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { isClean } from './axe.ts'
import { button, chooseOffer, tabPress, type, words } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// Loading balance through the real window: a link, somebody who pays it, and the load that arrives.

const token = 'loading-token'
let sandbox: Sandbox
let shop: OpenApp
const page = (): Page => shop.page

beforeAll(async () => {
  sandbox = await startSandbox({ token })
  shop = await openApp({ baseUrl: sandbox.url, token })
  await page().locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

const state = () => page().getByTestId('topup-state')
const balance = () => page().getByRole('link', { name: 'Cargar saldo' })

async function makeLink(amount: string): Promise<string> {
  await page().getByLabel('Valor a cargar').and(page().locator(':focus')).waitFor()
  await type(page(), amount)
  await page().keyboard.press('Enter')
  await state().getByText('Esperando el pago').waitFor()
  return page().getByTestId('topup-link').innerText()
}

/** Somebody pays at the link, in a browser of their own. */
async function pay(link: string): Promise<void> {
  const { statusCode, body } = await request(link, { method: 'POST' })
  await body.dump()
  expect(statusCode).toBe(303)
}

test('from the balance: a link as text and QR code, and the load is seen by itself once paid', async () => {
  await expect.poll(() => words(balance())).toContain('$ 5.000.000')
  await tabPress(page(), balance())
  await isClean(page())
  const link = await makeLink('150000')
  expect(link).toMatch(new RegExp(`^${sandbox.url}/pay/`))
  expect(await page().getByRole('img', { name: 'Código QR del enlace de pago' }).count()).toBe(1)
  await isClean(page())
  await button(page(), 'Copiar enlace').and(page().locator(':focus')).waitFor()

  // Selling goes on meanwhile.
  await page().keyboard.press('F1')
  await page().locator('[data-product]').first().waitFor()
  await pay(link)
  await page().keyboard.press('Alt+d')
  await state().getByText('Saldo cargado').waitFor()
  expect(await words(state())).toContain('$ 150.000')
  await page().getByText('$ 5.150.000').first().waitFor()
  await expect.poll(() => words(balance())).toContain('$ 5.150.000')
})

test('from the search: waiting can be given up, and a look finds what was paid after all', async () => {
  await page().keyboard.press('Control+k')
  await page().keyboard.type('cargar')
  await chooseOffer(page(), page().getByRole('option', { name: 'Cargar saldo' }))
  await page().keyboard.press('Enter')
  await tabPress(page(), button(page(), 'Otra carga'))
  const link = await makeLink('20000')
  await tabPress(page(), button(page(), 'Dejar de esperar'))
  await state().getByText('Ya no se está consultando').waitFor()
  await pay(link)
  await tabPress(page(), button(page(), 'Consultar ahora'))
  await state().getByText('Saldo cargado').waitFor()
})
