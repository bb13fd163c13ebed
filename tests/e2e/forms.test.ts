import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import {
  button,
  holds,
  nextSale,
  openProduct,
  ready,
  seeResult,
  startAfresh,
  type,
  typeInto,
  valueOf,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// Forms that change while they are filled: through the real window over the real test service.

const currencies = { CO: 'COP', EC: 'USD' } as const

let sandbox: Sandbox
let app: OpenApp | undefined

async function open(country: Country, formMs = 0): Promise<OpenApp> {
  sandbox = await startSandbox({
    token: 'forms-token',
    balance: 10_000_000_000,
    currency: currencies[country],
    settings: { statusSeconds: 0 },
  })
  if (formMs > 0) {
    sandbox.control.addFaults({
      operation: 'getProduct',
      fault: 'latency',
      ms: formMs,
      count: 1000,
    })
  }
  const opened = await openApp({ baseUrl: sandbox.url, token: 'forms-token', country, still: true })
  await opened.page.locator('[data-product]').first().waitFor()
  return opened
}

const page = () => {
  if (!app) throw new Error('the app is not open')
  return app.page
}
const choose = (label: string) => page().getByLabel(label, { exact: true }).check()
const field = (label: string) => page().getByLabel(label, { exact: true })
const queries = () => sandbox.control.requests().operations.query?.requests ?? 0

/** Back from the confirmation; the form is where it stays once a field of it has the keyboard. */
async function backToForm(): Promise<void> {
  await page().keyboard.press('Escape')
  await page().getByLabel('Venta', { exact: true }).locator('input:focus').waitFor()
}

/** The sales that the service has, the newest last: product, amount in minor units and what was sent. */
const sold = () =>
  sandbox.ledger
    .transactions({ kind: 'sales' })
    .sort((one, other) => one.id - other.id)
    .map(({ productId, amount, data }): [number | null, number, unknown] => [
      productId,
      amount,
      data,
    ])

/** Confirms with the keyboard, and reads the amount that the button said. */
async function sell(verb: string): Promise<number> {
  const action = ready(page(), new RegExp(`^${verb} \\$`))
  await action.and(page().locator(':focus')).waitFor()
  const figure = await words(action)
  await page().keyboard.press('Enter')
  await seeResult(page(), 'Aprobada')
  return Number(figure.replace(/\D/g, ''))
}

beforeAll(async () => {
  app = await open('CO')
})
afterEach(() => sandbox.control.clearRequests())
afterAll(async () => {
  await app?.close()
  await sandbox.close()
})

async function askObligation(): Promise<void> {
  await openProduct(page(), 'banco nogal tarjetas')
  await choose('Número de tarjeta')
  await field('Número de tarjeta u obligación').fill('4539 1256 7890 1234')
  await choose('Cédula de ciudadanía')
  await expect
    .poll(() => field('Número de tarjeta u obligación').inputValue())
    .toBe('453912••••••1234')
  await field('Número de documento').fill('12345678')
  await choose('Pago mínimo')
  await page().keyboard.press('Enter')
}

async function quoteObligation(): Promise<void> {
  await askObligation()
  await button(page(), /^Pagar \$/).waitFor()
}

/** What is sent of the obligation beside its amount. */
const obligation = (customerPaymentType: string) => ({
  customerQueryType: '1',
  reference: '4539121234',
  customerDocType: 'CC',
  customerDocument: '12345678',
  customerPaymentType,
})

test('an obligation: minimum, total and a different value, from one quote each', async () => {
  await quoteObligation()
  const minimum = await sell('Pagar')
  await nextSale(page())

  await quoteObligation()
  await backToForm()
  await choose('Pago total')
  await page().keyboard.press('Enter')
  const total = await sell('Pagar')
  await nextSale(page())

  await quoteObligation()
  await backToForm()
  await choose('Otro valor')
  await page().keyboard.press('Enter')
  await typeInto(page(), 'Valor a pagar', String(total + 1))
  await page().getByText('No puede superar el pago total').waitFor()
  expect(await button(page(), /^Pagar \$/).count()).toBe(0)
  await typeInto(page(), 'Valor a pagar', '50000')
  expect(await sell('Pagar')).toBe(50_000)
  await nextSale(page())

  expect(total).toBeGreaterThan(minimum)
  expect(sold()).toEqual([
    [413001, minimum * 100, expect.objectContaining(obligation('1'))],
    [413001, total * 100, expect.objectContaining(obligation('2'))],
    [413001, 5_000_000, expect.objectContaining(obligation('3'))],
  ])
  expect(queries()).toBe(3)
})

test('whose it is stands in sight, and Enter sells nothing that was not', async () => {
  const before = page().viewportSize()
  await page().setViewportSize({ width: 1280, height: 720 })
  await askObligation()
  const read = page().getByTestId('read-back')
  await read.first().waitFor()
  expect(await read.nth(0).innerText()).toContain('Número de tarjeta u obligación')
  // Right under it, as that tells a wrong number.
  expect(await read.nth(1).innerText()).toContain('Nombre del titular')
  const area = await page().getByLabel('Lo que se va a vender').boundingBox()
  const name = await read.nth(1).boundingBox()
  if (!name || !area) throw new Error('the name is not shown')
  expect(name.y + name.height).toBeLessThanOrEqual(area.y + area.height)
  await page().keyboard.press('Escape')
  await startAfresh(page())

  await page().setViewportSize({ width: 1024, height: 520 })
  await askObligation()
  const more = ready(page(), /^Leer lo que falta/)
  await more.and(page().locator(':focus')).waitFor()
  const sales = sold().length
  await page().keyboard.press('Enter')
  const pays = ready(page(), /^Pagar \$/)
  for (let presses = 0; presses < 10; presses += 1) {
    // What is in sight now is known once it was drawn twice.
    await page().evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    })
    await more.or(pays).waitFor()
    if (await pays.isVisible()) break
    await more.click()
  }
  await pays.waitFor()
  expect(sold()).toHaveLength(sales)
  if (before) await page().setViewportSize(before)
  await startAfresh(page())
})

test('a plan sets its value at once, and another one does without another quote', async () => {
  await openProduct(page(), 'cielo tv')
  await typeInto(page(), 'Número de decodificador', '0012345678')
  await typeInto(page(), 'Celular del cliente', '3001234567')
  await choose('Familia, 3 meses')
  const value = page().getByTestId('given-money')
  await expect.poll(() => words(value)).toContain('$ 129.900')
  await page().keyboard.press('Enter')
  await button(page(), /^Recargar \$|^Vender \$|^Pagar \$/).waitFor()
  await backToForm()
  await choose('Familia, 1 mes')
  await expect.poll(() => words(value)).toContain('$ 45.900')
  await page().keyboard.press('Enter')
  expect(await sell('(Recargar|Vender|Pagar)')).toBe(45_900)
  await nextSale(page())
  expect(sold().at(-1)).toEqual([
    601001,
    4_590_000,
    expect.objectContaining({ plan: 'familia', months: '1', planName: 'Familia, 1 mes' }),
  ])
  expect(queries()).toBe(1)
})

test('a credit: the list, the one chosen, its detail, the sale', async () => {
  await openProduct(page(), 'credito amigo')
  await choose('Cédula')
  await page().keyboard.press('Enter')
  await typeInto(page(), 'Número de documento', '12345678')
  await page().getByText('Créditos disponibles').waitFor()
  const list = page().getByRole('radiogroup', { name: 'Créditos disponibles' })
  const credit = list.getByRole('radio').first()
  const facts = await words(list)
  expect(facts).toMatch(/Crédito de consumo[\s\S]*\$ [\d.]+[\s\S]*Vence[\s\S]*Deuda total/)
  await button(page(), 'Elija el crédito').click()
  await page().getByText('Falta: Créditos disponibles').waitFor()
  // The only one has Enter, which chooses it and goes no further.
  await credit.focus()
  await page().keyboard.press('Enter')
  expect(await credit.isChecked()).toBe(true)
  await page().keyboard.press('Enter')
  const paid = await sell('Pagar')
  await nextSale(page())
  const [product, amount, data] = sold().at(-1) ?? []
  expect([product, amount]).toEqual([413101, paid * 100])
  const number = /\b00[\d ]{8,}\d\b/.exec(facts)?.[0].replaceAll(' ', '')
  expect(JSON.stringify(data)).toContain(number)
  expect(queries()).toBe(2)
})

test('a withdrawal in Ecuador says which way the cash goes, before and after', async () => {
  await app?.close()
  await sandbox.close()
  app = await open('EC')
  await openProduct(page(), 'retiro banco cotopaxi')
  await typeInto(page(), 'Documento del cliente', '1710034065')
  await typeInto(page(), 'Celular del cliente', '0991234567')
  await typeInto(page(), 'Código de retiro', '12345678')
  await typeInto(page(), 'Valor', '50')
  await page().getByText('Al aprobarse, entregará $50,00').waitFor()
  // Across the counter nobody reads what is handed out, to whom, or the code that it takes.
  const across = await words(page().getByTestId('customer'))
  expect(across).toContain('099 123 4567')
  expect(across).not.toMatch(/50|17\s?1003|1234\s?5678/)
  expect(await sell('Retirar')).toBe(5_000)
  await page().getByText('Entregue $50,00').waitFor()
  // What was not given yet is not said to be.
  await expect
    .poll(() => words(page().getByTestId('result-total')))
    .toMatch(/^Total a entregar\s+N\.º \d+\s+\$50,00$/)
  expect(sold()).toEqual([[412101, 5_000, expect.objectContaining({ withdrawalCode: '12345678' })]])
})

test('what is typed before the form comes goes into its first field, and into no search', async () => {
  await app?.close()
  await sandbox.close()
  app = await open('CO', 2500)
  const search = page().getByRole('combobox', { name: /^Buscar/ })
  const card = (name: string) => page().getByRole('button', { name }).first()
  const phone = field('Celular del cliente')

  await card('Recarga Clara').click()
  await type(page(), '30012')
  await holds(page(), phone)
  await type(page(), '34567')
  await expect.poll(() => valueOf(phone)).toBe('300 123 4567')
  expect(await search.inputValue()).toBe('')

  // A second click on the card of the form that is open takes the keyboard from nobody.
  await card('Recarga Clara').dblclick()
  await type(page(), '7000')
  await expect.poll(() => valueOf(field('Valor'))).toBe('7.000')
  expect(await search.inputValue()).toBe('')

  // Who went to the search on purpose goes on there, and what stood in the wait goes where it was meant.
  await card('Recarga Tucán').click()
  await type(page(), '301')
  await page().keyboard.press('Control+k')
  await page().keyboard.type('cie')
  await phone.waitFor()
  await expect.poll(() => phone.inputValue()).toBe('301')
  await page().keyboard.type('lo')
  expect(await search.inputValue()).toBe('cielo')
  await holds(page(), search)
})
