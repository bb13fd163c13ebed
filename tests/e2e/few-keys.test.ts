import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { checkDigit } from '../../shared/domain/barcode/check-digit.ts'
import {
  button,
  holds,
  openProduct,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
  valueOf,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { standsAsBefore } from './boxes.ts'
import { watchParts } from './parts.ts'
import { passLimit } from './pass-limit.ts'
import { scanInto } from './scanner-keys.ts'

// What a cashier's hands type at the counter, key by key: how few they are, and that none sells what it was not for.

let sandbox: Sandbox
let app: OpenApp
let page: Page
let keys = 0

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  page = app.page
  // What the shop marks is found before what is only called alike.
  await app.call('catalog.setFavourite', { productId: '10000', favourite: true })
  // A number begins a top-up once the forms that ask for one are here.
  await page.getByLabel('Celular para recargar', { exact: true }).first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})
beforeEach(async () => {
  await startAfresh(page)
  keys = 0
})

/** Sales to a phone, as the service has them. */
const sold = (phone: string) =>
  sandbox.ledger.transactions({ kind: 'sales' }).filter(({ cellphone }) => cellphone === phone)

/** Each key of a hand is counted: 40 ms apart, as no scanner types. */
const press = async (...pressed: string[]) => {
  for (const key of pressed) {
    await page.keyboard.press(key)
    keys += 1
  }
}
const usual = (name: string) => page.getByTestId('usual').getByRole('button', { name })
/** One Enter, once the button takes it. */
const sell = async () => {
  await ready(page, /^(Recargar|Pagar factura) \$/).waitFor()
  await press('Enter')
  await seeResult(page, 'Aprobada')
}
const phone = (digits: string) => press(...digits)
test('a field is judged when it is left, and nothing below it moves', async () => {
  await openProduct(page, 'recarga clara')
  const phone = page.getByLabel('Celular del cliente')
  const value = page.getByLabel('Valor', { exact: true })
  await holds(page, phone)
  const place = async () => (await value.boundingBox())?.y
  const before = await place()
  await page.keyboard.insertText('300123')
  expect(await phone.getAttribute('aria-invalid')).toBe('false')
  // What is wrong keeps the keyboard where it is to be put right.
  await page.keyboard.press('Enter')
  await page.getByText('Faltan 4 números').waitFor()
  await holds(page, phone)
  expect(await phone.getAttribute('aria-invalid')).toBe('true')
  expect(await place()).toBe(before)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('3001234567')
  expect(await phone.getAttribute('aria-invalid')).toBe('false')
  await page.keyboard.press('Enter')
  await holds(page, value)
})

test('a value that the service refuses has the keyboard', async () => {
  await quoteTopUp(page, '3015550012', '7501')
  await page.getByRole('alert').filter({ hasText: 'múltiplo' }).waitFor()
  await holds(page, page.getByLabel(/^Valor/))
  expect(sold('3015550012')).toEqual([])
})

test('what is typed while the value is asked for was received; too little sells nothing', async () => {
  const answerQuote = app.hold('selling.quote')
  await quoteTopUp(page, '3015550013', '7500')
  await page.getByText('Consultando…').waitFor()
  await page.keyboard.type('2000')
  answerQuote()
  const received = page.getByLabel('Recibido')
  await holds(page, received)
  await expect.poll(() => received.inputValue()).toBe('2.000')
  expect(await page.getByRole('combobox', { name: /^Buscar/ }).inputValue()).toBe('recarga clara')
  await page.getByText('Faltan $').waitFor()
  const sell = button(page, /^Lo recibido no alcanza/)
  expect(await sell.isDisabled()).toBe(true)
  const drawn = (key: Element) => getComputedStyle(key).borderTopStyle
  expect(await sell.locator('kbd').evaluate(drawn)).toBe('dashed')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(sold('3015550013')).toEqual([])

  // What stood there is chosen whole: typed over, it is enough, and one Enter sells.
  await page.keyboard.type('20000')
  expect(await words(page.getByTestId('change'))).toBe('$ 12.500')
  expect(await words(ready(page, /^Recargar \$/))).toContain('Enter')
  await page.keyboard.press('Enter')
  await seeResult(page, 'Aprobada')
  expect(await words(page.getByTestId('paid'))).toContain('$ 12.500')
  expect(sold('3015550013')).toHaveLength(1)
})

test('a top-up by search takes 17 keys, the next one by its number 14', async () => {
  await page.getByLabel('Celular para recargar', { exact: true }).first().waitFor()
  await press(...'clar')
  await page.locator('[data-next]').filter({ hasText: 'Recarga Clara' }).waitFor()
  await press('Enter')
  await holds(page, page.getByLabel('Celular del cliente'))
  await phone('3015550021')
  await expect.poll(() => usual('$ 5.000').isEnabled()).toBe(true)
  await press('2')
  await sell()
  expect(keys).toBeLessThanOrEqual(17)

  // The receipt gives way to the next number; nothing is sold by it.
  keys = 0
  await page.getByTestId('next-number').waitFor()
  await ready(page, /^Nueva venta/).waitFor()
  await phone('3015550022')
  const operators = page.getByTestId('operators').getByRole('button')
  await expect.poll(() => operators.count()).toBeGreaterThan(1)
  expect(await operators.filter({ has: page.locator(':focus') }).count()).toBe(0)
  await press('c', 'l')
  await expect.poll(() => usual('$ 2.000').isEnabled()).toBe(true)
  await press('1')
  await sell()
  expect(keys).toBeLessThanOrEqual(14)
  expect(sold('3015550021')).toMatchObject([{ productId: 10000, amount: 500_000 }])
  expect(sold('3015550022')).toMatchObject([{ productId: 10000, amount: 200_000 }])
})

test('cash and change take 22, with one Enter', async () => {
  await press(...'clar')
  await page.locator('[data-next]').filter({ hasText: 'Recarga Clara' }).waitFor()
  await press('Enter')
  await holds(page, page.getByLabel('Celular del cliente'))
  await phone('3015550023')
  await expect.poll(() => usual('$ 10.000').isEnabled()).toBe(true)
  await press('3')
  await ready(page, /^Recargar \$ 10\.000/).waitFor()
  // A usual note has a key; a figure that is typed begins anew.
  await page.keyboard.press('Alt+8')
  await expect.poll(() => page.getByLabel('Recibido').inputValue()).toBe('50.000')
  await press(...'20000')
  expect(await valueOf(page.getByLabel('Recibido'))).toBe('20.000')
  expect(await words(page.getByTestId('change'))).toBe('$ 10.000')
  // The customer reads along where the products stood.
  for (const [name, text] of [
    ['number', '301 555 0023'],
    ['total', '$ 10.000'],
    ['change', '$ 10.000'],
  ] as const)
    expect(await words(page.getByTestId(`customer-${name}`))).toBe(text)
  const product = page.locator('[data-product]').first()
  expect(await product.isVisible()).toBe(false)
  await sell()
  expect(keys).toBeLessThanOrEqual(22)
  expect(sold('3015550023')).toHaveLength(1)
  // Whoever looks for another product has the shelf again; a favourite is one key away.
  await page.keyboard.type('tuc')
  await product.waitFor()
  await page.keyboard.press('Control+1')
  await page.getByRole('heading', { name: 'Recarga Clara' }).waitFor()
  await holds(page, page.getByLabel('Celular del cliente'))
  // A limit of credit is passed by its own key, and by no Enter.
  await phone('3015550033')
  await expect.poll(() => usual('$ 10.000').isEnabled()).toBe(true)
  await press('3')
  await passLimit(app)
  expect(sold('3015550033')).toEqual([])
  await sell()
  expect(sold('3015550033')).toHaveLength(1)
})

test('a bill that is scanned takes 14', async () => {
  const body = '770999800001'
  const payee = body + checkDigit(body)
  await app.call('products.learnPayee', { payee, productId: '527611' })
  await scanInto(page, `(415)${payee}(8020)0012345678`)
  await holds(page, page.getByLabel('Celular del cliente'))
  await phone('3015550024')
  await press('Enter')
  await sell()
  expect(keys).toBeLessThanOrEqual(14)
  expect(sold('3015550024')).toHaveLength(1)
})

test.each([
  [1024, 640],
  [1280, 720],
  [1366, 768],
])('from the first digit to the next number nothing moves, at %i by %i', async (width, height) => {
  await page.setViewportSize({ width, height })
  await startAfresh(page)
  await page.getByLabel('Celular para recargar', { exact: true }).first().waitFor()
  const number = `30155${width}7`.padEnd(10, '1')
  const parts = await watchParts(page)
  await parts.at('the number')
  await phone(number)
  await page.getByTestId('operators').waitFor()
  // Whole, it stands as it is read back.
  const grouped = number.replace(/^(...)(...)/, '$1 $2 ')
  expect(await valueOf(page.getByRole('textbox', { name: 'Celular para recargar' }))).toBe(grouped)
  await press('c', 'l')
  await parts.at('the form')
  await expect.poll(() => usual('$ 5.000').isEnabled()).toBe(true)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.getByText('Falta 1 número').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type(number.slice(-1))
  expect(await valueOf(page.getByLabel('Celular del cliente', { exact: true }))).toBe(grouped)
  await parts.at('a value of two readings')
  const value = page.getByLabel('Valor', { exact: true })
  await value.fill('5.00')
  await value.fill('5000')
  await parts.at('the quote')
  sandbox.control.addFaults({ operation: 'query', fault: 'latency', ms: 300 })
  await value.press('Enter')
  const sell = ready(page, /^Recargar \$/)
  await sell.waitFor()
  await parts.at('how it is paid')
  for (const key of ['Alt+2', 'Alt+3', 'Alt+1']) await page.keyboard.press(key)
  await page.keyboard.type('2000')
  await page.getByText('Faltan $').waitFor()
  await page.keyboard.type('0')
  expect(await words(page.getByTestId('change'))).toBe('$ 15.000')
  await parts.at('the result')
  await page.keyboard.press('Enter')
  await seeResult(page, 'Aprobada')
  await ready(page, /^Nueva venta/).waitFor()
  await parts.at('a notice')
  await page.keyboard.press('Control+p')
  await page.getByTestId('print-notice').waitFor()
  await parts.at('the next number')
  await phone('30')
  await page.getByLabel('Celular para recargar', { exact: true }).first().waitFor()
  expect(await parts.moved()).toEqual([])
  await page.keyboard.press('Alt+k')
  await page.getByTestId('print-notice').waitFor({ state: 'detached' })
})

test('a number begins nothing while a sale waits to be acknowledged, and a code scanned there picks no value', async () => {
  await sellTopUp(page, '3015550003', '5000')
  await seeResult(page, 'En proceso')
  await ready(page, /^Dejar por resolver/).waitFor()
  // What the customer reads gives its place to the products where they are asked for.
  await page.getByTestId('customer').waitFor()
  await page.keyboard.press('Alt+o')
  await page.locator('[data-product]').first().waitFor()
  expect(await page.getByTestId('customer').count()).toBe(0)
  await phone('301')
  await seeResult(page, 'En proceso')
  // Nor is its word lost in a screen that is enlarged twice over.
  await page.setViewportSize({ width: 960, height: 540 })
  const boxOf = (part: string) => page.locator(`[data-part="${part}"]`).boundingBox()
  await expect
    .poll(async () => {
      const [foot, band] = [await boxOf('foot'), await boxOf('band')]
      return (band?.y ?? NaN) + (band?.height ?? NaN) <= (foot?.y ?? NaN)
    })
    .toBe(true)
  await page.setViewportSize({ width: 1366, height: 768 })
  await startAfresh(page)
  await phone('3015550025')
  await press('x')
  // No operator is called so: nothing was chosen, and the letter is dropped.
  const operators = page.getByTestId('operators').getByRole('button')
  await expect.poll(() => operators.count()).toBe(5)
  // Each is as high as the others, and says what chooses it.
  expect(await operators.allInnerTexts()).toEqual(
    [
      ['Clara', 'CL'],
      ['Andina Móvil', 'A'],
      ['Tucán', 'T'],
      ['Colibrí', 'CO'],
      ['Brisa Móvil', 'B'],
    ].map((words) => words.join('\n')),
  )
  for (const one of await operators.all()) expect((await one.boundingBox())?.height).toBe(56)
  await press('t')
  await page.getByRole('heading', { name: 'Recarga Tucán' }).waitFor()
  await expect.poll(() => usual('$ 2.000').isEnabled()).toBe(true)
  // A code that is scanned there is none of these keys.
  await scanInto(page, '2045678901234')
  await page.getByText('¿Con qué producto').or(page.getByText('2045678901234')).first().waitFor()
  await page.keyboard.press('Escape')
  expect(sold('3015550025')).toEqual([])
})

test('the named parts of the screens that are worked with stand where they stood', async () => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await startAfresh(page)
  await page.getByLabel('Celular para recargar', { exact: true }).first().waitFor()
  await standsAsBefore(page, 'sell')
  await phone('3015550026')
  await page.getByTestId('operators').waitFor()
  await standsAsBefore(page, 'number')
  await press('c', 'l')
  await expect.poll(() => usual('$ 5.000').isEnabled()).toBe(true)
  await standsAsBefore(page, 'form')
  await press('2')
  await ready(page, /^Recargar \$/).waitFor()
  await standsAsBefore(page, 'confirm')
  await sell()
  await ready(page, /^Nueva venta/).waitFor()
  await standsAsBefore(page, 'approved')
  for (const [key, screen, there] of [
    ['F2', 'today', page.getByRole('columnheader', { name: 'Total' })],
    ['F3', 'pending', page.getByRole('heading', { name: 'Por resolver' })],
    ['F4', 'reports', page.locator('[data-part=filter]')],
    ['F6', 'till', page.getByRole('button', { name: /^Falta la base/ })],
    ['F9', 'settings', page.locator('[data-part=sections]')],
  ] as const) {
    await page.keyboard.press(key)
    await there.first().waitFor()
    await standsAsBefore(page, screen)
  }
  await app.call('shift.open', { base: [] })
  await page.keyboard.press('F6')
  await page.getByTestId('drawer').waitFor()
  await standsAsBefore(page, 'open till')
})

test('the keys that Hoy says do what they say, and nothing once another page is there', async () => {
  await page.keyboard.press('F2')
  await page.getByRole('heading', { name: 'Hoy', exact: true }).waitFor()
  await press('a')
  await button(page, 'Volver a hoy').waitFor()
  await press('s')
  await page.getByRole('heading', { name: 'Hoy', exact: true }).waitFor()
  await press('q')
  await button(page, /^Cerrar/).waitFor()
  await press('b')
  await holds(page, page.getByRole('textbox', { name: /^Buscar venta/ }))
  await page.keyboard.press('F4')
  await page.locator('[data-part=filter]').waitFor()
  await page.locator('[aria-keyshortcuts="R"]').first().waitFor()
  // Of Hoy it is the reconciliation of the day, here what proves the report.
  await press('r')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('F2')
  await page.getByRole('heading', { name: 'Hoy', exact: true }).waitFor()
  await press('r')
  await page.waitForURL(/conciliacion/)
})

test('the same sale again has a key of its own, and is made once however long it is held', async () => {
  for (const times of [1, 2]) {
    await startAfresh(page)
    await sellTopUp(page, '3015550027', '7500')
    if (times === 1) await seeResult(page, 'Aprobada')
  }
  await ready(page, /^Sí, es otra: Recargar/).waitFor()
  expect(sold('3015550027')).toHaveLength(1)
  await page.keyboard.down('Alt')
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('6')
  await page.keyboard.up('6')
  await page.keyboard.up('Alt')
  await seeResult(page, 'Aprobada')
  expect(sold('3015550027')).toHaveLength(2)
})
