import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { isClean } from './axe.ts'
import {
  button,
  holds,
  nextSale,
  openProduct,
  panel,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
  valueOf,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// What the owner says of products and turns on, as the cashier then meets it at the counter.

const token = 'repeat-token'
let sandbox: Sandbox
let shop: OpenApp
const page = (): Page => shop.page

beforeAll(async () => {
  sandbox = await startSandbox({ token, settings: { statusSeconds: 0 } })
  shop = await openApp({ baseUrl: sandbox.url, token, still: true })
  await page().locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

const phone = () => page().getByLabel('Celular del cliente', { exact: true })
const offers = () => page().getByRole('list', { name: 'Lo que compró antes' })

async function openSettings(name: string): Promise<void> {
  await page().keyboard.press('F9')
  await page().getByRole('link', { name, exact: true }).click()
}

test('off until the owner turns it on: the last sale to a customer is filled in, and the operator asked for', async () => {
  await sellTopUp(page(), '3001234567', '5000')
  await seeResult(page(), 'Aprobada')
  await nextSale(page())
  await openProduct(page(), 'recarga clara')
  await phone().and(page().locator(':focus')).waitFor()
  expect(await offers().count()).toBe(0)

  await openSettings('Preferencias')
  await page()
    .getByRole('switch', { name: /^Ofrecer lo que cada cliente/ })
    .click()
  await page()
    .getByRole('switch', { name: /^Ofrecer lo que cada cliente/, checked: true })
    .waitFor()
  await page().keyboard.press('F1')
  await startAfresh(page())
  await openProduct(page(), 'recarga clara')
  await offers().getByText('300 123 4567').waitFor()
  await isClean(page())
  await phone().focus()
  await page().keyboard.press('ArrowDown')
  await page().keyboard.press('Enter')
  await expect.poll(() => valueOf(phone())).toBe('300 123 4567')
  await button(page(), /^Continuar/)
    .and(page().locator(':focus'))
    .waitFor()
  await page().keyboard.press('Enter')
  await panel(page()).getByText('¿Este número sigue en Recarga Clara?').waitFor()
  expect(await button(page(), /^Recargar \$/).count()).toBe(0)
  await isClean(page())
  await ready(page(), /^Sí, sigue en/).click()
  await ready(page(), /^Recargar \$\s5\.000/).waitFor()
})

test('the key of the way of the cash changes nothing by itself, and what is typed goes on where it was', async () => {
  await startAfresh(page())
  await openProduct(page(), 'recarga clara')
  await holds(page(), phone())
  await page().keyboard.type('300', { delay: 40 })
  const before = await shop.call('products.settings', {})
  const way = panel(page()).getByLabel('Quién entrega el efectivo')
  await page().keyboard.press('Alt+e')
  await holds(page(), way)
  await page().keyboard.press('Escape')
  await page().keyboard.press('End')
  await page().keyboard.type('123', { delay: 40 })
  await holds(page(), phone())
  expect(await valueOf(phone())).toBe('300 123')
  // Nor do the arrows of who goes there with Tab.
  await way.focus()
  await page().keyboard.press('ArrowDown')
  await page().keyboard.press('Escape')
  await page().keyboard.type('45', { delay: 40 })
  expect(await valueOf(phone())).toBe('300 123 45')
  expect(await way.inputValue()).toBe('in')
  expect(await shop.call('products.settings', {})).toEqual(before)
})

test('figures typed after it go on in what was received, and a part paid in cash is read before the sale', async () => {
  await startAfresh(page())
  await openProduct(page(), 'recarga clara')
  await holds(page(), phone())
  await page().keyboard.type('3009876543', { delay: 40 })
  await page().keyboard.press('Enter')
  await page().keyboard.type('8000')
  await page().keyboard.press('Enter')
  await ready(page(), /^Recargar \$/).waitFor()
  const received = page().getByLabel('Recibido')
  await page().keyboard.type('20')
  await page().keyboard.press('Alt+e')
  await holds(page(), panel(page()).getByLabel('Quién entrega el efectivo'))
  await page().keyboard.press('Escape')
  await page().keyboard.type('000', { delay: 40 })
  expect(await valueOf(received)).toBe('20.000')
  await page().keyboard.press('Alt+r')
  await page().keyboard.press('Alt+1')
  await page().keyboard.type('5000')
  await page().keyboard.press('Enter')
  await page().keyboard.press('Alt+2')
  await page().getByTestId('part-said').waitFor()
  expect(await words(page().getByTestId('part-said'))).toBe('Efectivo\n$ 5.000')
})

test('the arrows of the shelf are of the text while somebody writes', async () => {
  await startAfresh(page())
  const search = page().getByRole('combobox', { name: /^Buscar/ })
  const current = page().getByRole('tab', { selected: true })
  await page().keyboard.press('Alt+ArrowRight')
  await current.filter({ hasText: 'Favoritos' }).waitFor()
  await page().keyboard.press('Control+k')
  await page().keyboard.insertText('clara')
  await page().keyboard.press('Alt+ArrowLeft')
  expect(await search.inputValue()).toBe('clara')
  expect(await current.count()).toBe(0)
})

test('the cash goes the way that the owner says, at the counter and in the journal', async () => {
  await openSettings('Productos')
  await page().getByRole('textbox', { name: 'Buscar producto' }).fill('recarga clara')
  await isClean(page())
  const way = page().getByLabel('Quién entrega el efectivo: Recarga Clara')
  await way.selectOption({ label: 'Usted entrega' })
  await page().getByLabel('Para la contabilidad: Recarga Clara').selectOption('cash-out')
  const said = [{ productId: '10000', direction: 'out', nature: 'cash-out' }]
  await expect.poll(() => shop.call('products.settings', {})).toEqual({ ok: true, value: said })
  await page().getByRole('link', { name: 'Códigos de barras' }).click()
  await page().getByText('Todavía no se conoce ningún número').waitFor()
  await isClean(page())
  await page().keyboard.press('F1')
  await startAfresh(page())
  await openProduct(page(), 'recarga clara')
  await phone().and(page().locator(':focus')).waitFor()
  // No usual value has a key where the cash goes out.
  expect(await page().getByTestId('usual').count()).toBe(0)
  await page().keyboard.type('3109998877', { delay: 40 })
  await page().keyboard.press('Enter')
  await holds(page(), page().getByLabel('Valor', { exact: true }))
  await page().keyboard.type('6000')
  await page().keyboard.press('Enter')
  await panel(page())
    .getByText(/^Al aprobarse, entregará/)
    .waitFor()
  expect(await words(panel(page()))).toContain('Total a entregar')

  // Said anew at the counter: what was quoted said another total, and is asked again.
  await panel(page()).getByLabel('Quién entrega el efectivo').selectOption('in')
  await button(page(), /^Continuar/).click()
  await ready(page(), /^Recargar \$\s6\.000/).click()
  await seeResult(page(), 'Aprobada')
  expect(await shop.call('selling.list', { text: '3109998877' })).toMatchObject({
    value: { sales: [{ direction: 'in' }] },
  })
})
