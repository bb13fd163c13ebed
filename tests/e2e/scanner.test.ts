import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { checkDigit } from '../../shared/domain/barcode/check-digit.ts'
import { payeeProductSchema } from '../../shared/domain/product/product-setting.ts'
import { isClean } from './axe.ts'
import { button, panel, quoteTopUp, ready, startAfresh, typeInto, valueOf, words } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { gs, scanInto } from './scanner-keys.ts'

// A scanner at the counter: it types like a keyboard, only faster than any hand, wherever the focus is.

const token = 'scanner-token'
const payee = (body: string) => body + checkDigit(body)
const water = payee('770999800001')
const power = payee('770999800002')
const gas = payee('770999800003')

let sandbox: Sandbox
let shop: OpenApp
const page = (): Page => shop.page

beforeAll(async () => {
  sandbox = await startSandbox({ token })
  shop = await openApp({ baseUrl: sandbox.url, token, still: true })
  await page().locator('[data-product]').first().waitFor()
  await learn(water, '527611')
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})
beforeEach(async () => {
  // A page of its own for each: no sale begun, no scan waiting.
  await startAfresh(page())
})

async function learn(number: string, productId: string): Promise<void> {
  expect(await shop.call('products.learnPayee', { payee: number, productId })).toMatchObject({
    ok: true,
  })
}

/** The products known for a payee. */
async function known(number: string): Promise<string[]> {
  const reply = await shop.call('products.payees', {})
  if (!reply.ok) throw new Error(reply.error.code)
  const all = payeeProductSchema.array().parse(reply.value)
  return all.filter((one) => one.payee === number).map((one) => one.productId)
}

const scan = (text: string, end?: string) => scanInto(page(), text, end)

/** Asks for the value with Enter; the customer's phone is not on the bill. */
const quote = () => typeInto(page(), 'Celular del cliente', '3001234567')

const field = (label: string) => page().getByLabel(label, { exact: true })
const saying = (text: string | RegExp) => panel(page()).getByText(text)

test('a bill of a known payee opens its product with the reference, with no field focused', async () => {
  await page().evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await scan(`]C1415${water}80200012345678${gs}390000048500${gs}9620991130`)
  const reference = field('Número de referencia')
  await reference.waitFor()
  await expect.poll(() => valueOf(reference)).toBe('0012345678')
  await saying('$ 48.500').waitFor()
  // The keyboard rests on the next thing wanted, and nothing was asked of the service by itself.
  await field('Celular del cliente').and(page().locator(':focus')).waitFor()
  expect(await valueOf(field('Buscar productos, ventas, clientes o acciones'))).toBe('')
})

test('it is taken out of the field where the keyboard was, whose text stays', async () => {
  await quoteTopUp(page(), '3001234567', '')
  const amount = field('Valor')
  await amount.and(page().locator(':focus')).waitFor()
  await page().keyboard.type('70')
  await scan(`(415)${water}(8020)555777(3900)00020000`, '\t')
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('555777')
  // The sale begun before was looked away from, and is as it was.
  const begun = page().getByRole('navigation', { name: 'Ventas empezadas' })
  await begun.getByRole('button', { name: 'Recarga Clara', exact: true }).click()
  await expect.poll(() => valueOf(amount)).toBe('70')
  expect(await valueOf(field('Celular del cliente'))).toBe('300 123 4567')
})

test('what the service charges outranks what is printed', async () => {
  await scan(`(415)${water}(8020)12345678(3900)00000100`)
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('12345678')
  await quote()
  await saying(/^La factura dice \$\s100; el servicio cobra/).waitFor()
})

test('an unknown payee asks for its product, and is learnt once the service answered', async () => {
  await scan(`(415)${power}(8020)99887766`)
  await saying('¿Con qué producto se paga?').waitFor()
  expect(await known(power)).toEqual([])
  await field('Buscar productos, ventas, clientes o acciones')
    .and(page().locator(':focus'))
    .waitFor()
  await page().keyboard.type('horizonte')
  await page().keyboard.press('Enter')
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('99887766')
  expect(await known(power)).toEqual([])
  await quote()
  await expect.poll(() => known(power)).toEqual(['527614'])

  await startAfresh(page())
  await scan(`(415)${power}(8020)11223344`)
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('11223344')
  expect(await words(panel(page()))).toContain('Internet Horizonte')
})

test('several products of one payee are offered', async () => {
  await learn(gas, '527614')
  await learn(gas, '527611')
  await scan(`(415)${gas}(8020)44556677`)
  await saying('¿Con qué producto se paga?').waitFor()
  const offers = panel(page()).locator('[data-row]')
  expect(await offers.count()).toBe(2)
  await offers.first().and(page().locator(':focus')).waitFor()
  await page().keyboard.press('ArrowDown')
  await page().keyboard.press('Enter')
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('44556677')
})

test('a code that reads in several ways fills nothing by itself', async () => {
  await scan(`415${water}8020123456783900000500009620991130`)
  await saying('¿Cuál es la factura?').waitFor()
  await isClean(page())
  const ways = panel(page()).locator('[data-row]')
  expect(await ways.count()).toBe(2)
  expect(await field('Número de referencia').count()).toBe(0)
  await ways.first().and(page().locator(':focus')).waitFor()
  await page().keyboard.press('Enter')
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('12345678')
})

test('past its due day, or with a payee that fails its check, it warns', async () => {
  await scan(`(415)${water}(8020)12345678(12)251130`)
  await saying(/^La factura ya venció/).waitFor()
  await isClean(page())
  await startAfresh(page())
  const wrong = water.slice(0, 12) + ((Number(water.slice(12)) + 1) % 10)
  await scan(`(415)${wrong}(8020)12345678`)
  await saying(/no pasa su verificación/).waitFor()
})

test('Enter of a scan presses nothing: a confirmation waits as before, and Esc leaves a scan', async () => {
  await quoteTopUp(page(), '3001234567', '5000')
  await ready(page(), /^Recargar \$/)
    .and(page().locator(':focus'))
    .waitFor()
  await scan(`(415)${payee('770999800009')}(8020)12345678`)
  await saying('¿Con qué producto se paga?').waitFor()
  await page().keyboard.press('Escape')
  await button(page(), /^Recargar \$/).waitFor()
  const listed = await shop.call('selling.open', {})
  expect(listed).toEqual({ ok: true, value: [] })
})

test('a plain code fills the reference of the open form, and Enter goes no further', async () => {
  await page().keyboard.press('Control+k')
  await page().keyboard.type('horizonte')
  await page().keyboard.press('Enter')
  await field('Celular del cliente').waitFor()
  await field('Celular del cliente').focus()
  await scan('4006381333931')
  await expect.poll(() => valueOf(field('Número de referencia'))).toBe('4006381333931')
  expect(await valueOf(field('Celular del cliente'))).toBe('')
  await button(page(), /^Consultar valor/).waitFor()
})
