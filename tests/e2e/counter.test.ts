import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import type { Page } from 'playwright-core'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { listDays, presetRange } from '../../shared/domain/time/range.ts'
import { makeFolder } from '../folders.ts'
import { steadyPort } from '../steady-port.ts'
import {
  button,
  clearPanel,
  confirm,
  holds,
  nextSale,
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

// A day at the counter, through the real window over the real test service, from the first run on.

const month = presetRange('lastMonth', serviceDay(Date.now()))
const busyDay = listDays(month)[14] ?? month.from
const token = 'counter-token'

let folder: string
let sandbox: Sandbox
let port: number

/** The service over its own folder, so that it can be stopped and come back as it was. */
const serve = () =>
  startSandbox({
    port,
    token,
    data: join(folder, 'service'),
    historyFrom: month.from,
    historyTo: month.to,
    salesPerDay: 110,
    busyDays: { [busyDay]: 990 },
    settings: { statusSeconds: 1 },
  })

beforeAll(async () => {
  folder = makeFolder('counter')
  port = await steadyPort()
  sandbox = await serve()
})
afterAll(async () => {
  await sandbox.close()
})

/** Sales that this day's cashier made, as the service has them. */
const sold = (phone: string) =>
  sandbox.ledger.transactions({ kind: 'sales' }).filter(({ cellphone }) => cellphone === phone)

test('the first run over the embedded test service: marked for ever, and ready to sell', async () => {
  const app = await openApp()
  try {
    const { page } = app
    await page.getByRole('heading', { name: 'Bienvenido a Mostrador' }).waitFor()
    await button(page, 'Colombia').click()
    await page.getByText('Recarga Clara').first().waitFor()
    expect(await page.getByLabel('Aviso permanente').innerText()).toContain(
      'Servicio de prueba: ninguna venta es real',
    )
    await page.keyboard.press('F9')
    expect(await page.getByLabel('Aviso permanente').innerText()).toContain('Servicio de prueba')
    await sellTopUp(page, '3001112233', '4000')
    await seeResult(page, 'Aprobada')
  } finally {
    await app.close()
  }
})

test('the first run over a real service: says what is missing and what is wrong, then connects', async () => {
  const app = await openApp()
  try {
    const { page } = app
    await button(page, 'Conectar').click()
    await button(page, 'Probar conexión').click()
    await page.getByText('Escriba el token de acceso.').waitFor()
    await page.getByLabel('Nombre').fill('Tienda La Esquina')
    await page.getByLabel('Dirección del servicio').fill(sandbox.url)
    await page.getByLabel('Token de acceso').fill('not-the-token')
    await button(page, 'Probar conexión').click()
    await page.getByText('El servicio no acepta el token de acceso').waitFor()
    await page.getByLabel('Dirección del servicio').fill('http://127.0.0.1:9')
    await button(page, 'Probar conexión').click()
    await page.getByText('no acepta la conexión').waitFor()
    await page.getByLabel('Dirección del servicio').fill(sandbox.url)
    await page.getByLabel('Token de acceso').fill(token)
    await button(page, 'Probar conexión').click()
    await page.getByText('La conexión funciona. Saldo $ 5.000.000').waitFor()
    await button(page, 'Guardar').click()
    await page.getByText('Recarga Clara').first().waitFor()
    expect(await page.getByText('Servicio de prueba').count()).toBe(0)
    expect(await page.getByRole('banner').innerText()).toContain('Tienda La Esquina')
    const kept = await readFile(join(app.dataDir, 'mostrador.log'), 'utf8')
    expect(kept).not.toContain(token)
  } finally {
    await app.close()
  }
})

let app: OpenApp
let page: Page
let dataDir: string
beforeAll(async () => {
  dataDir = join(folder, 'register')
  app = await openApp({ baseUrl: sandbox.url, token, dataDir })
  page = app.page
})
afterAll(() => app.close())
beforeEach(() => clearPanel(page))

test('products are browsed with the arrows and found without accents', async () => {
  await page.getByRole('tab', { name: 'Paquetes de datos' }).click()
  // A product says its price as well.
  await page.getByRole('button', { name: /Clara 3 GB por 7 días\s*\$\s*10\.000$/ }).waitFor()
  expect(await page.locator('[data-product]').count()).toBeGreaterThan(3)
  await page.getByRole('tab', { name: 'Todos' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('colibri')
  // What is found stands first; the room that it leaves is the rest of the shelf's.
  await page.getByText(/^Encontrados: 2 de \d+$/).waitFor()
  const shown = await page.locator('[data-product]').allInnerTexts()
  expect(shown.slice(0, 2)).toEqual([
    expect.stringContaining('Recarga Colibrí'),
    expect.stringContaining('Colibrí 6 GB'),
  ])
  expect(shown.length).toBeGreaterThan(20)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Recarga Colibrí' }).waitFor()
})

test('a page that another one was asked for before it came takes no keys', async () => {
  // A load of the page knows no other page yet.
  await startAfresh(page)
  const slow = Promise.withResolvers<null>()
  const chunk = /SettingsPage-.*\.js$/
  await page.route(chunk, async (route) => {
    await slow.promise
    await route.fallback()
  })
  const asked = page.waitForRequest(chunk)
  await page.keyboard.press('F9')
  await asked
  await page.keyboard.press('F1')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox')
  await holds(page, search)
  const came = page.waitForEvent('requestfinished', (request) => chunk.test(request.url()))
  slow.resolve(null)
  await came
  // What the page does with the keyboard by itself, it does before it is drawn again.
  await page.evaluate(
    () => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300)),
  )
  await holds(page, search)
  await page.unroute(chunk)
})

test('a top-up is sold with the keyboard alone, and every page tells of the same sale', async () => {
  const { balance } = sandbox.ledger.business()
  await quoteTopUp(page, '+57 301 555 0011', '7500')
  await page.getByTestId('read-back').filter({ hasText: '301 555 0011' }).waitFor()
  expect(await words(page.getByTestId('total'))).toBe('$ 7.500')
  expect(sold('3015550011')).toEqual([])
  await confirm(page)
  await seeResult(page, 'Aprobada')

  const [entry, ...more] = sold('3015550011')
  expect(more).toEqual([])
  expect(entry).toMatchObject({ amount: 750_000, currency: 'COP', status: 'APPROVED' })
  expect(sandbox.ledger.business().balance).toBe(balance - 750_000)
  const receipt = await words(page.getByTestId('receipt'))
  for (const text of ['******0011', '$ 7.500', String(entry?.id), String(entry?.transactionId)])
    expect(receipt).toContain(text)
  expect(receipt).not.toMatch(/301\s?555\s?0011/)
  expect(receipt).toContain('No es factura de venta')
  await page.getByRole('banner').getByText('$ 4.992.500').waitFor()
  await nextSale(page)

  await page.keyboard.press('F2')
  const row = page.getByRole('row').filter({ hasText: '••• 0011' })
  await row.waitFor()
  await expect.poll(() => row.innerText()).toMatch(/7\.500[\s\S]*Aprobada/)
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Registro del servicio').click()
  const told = await words(page.getByRole('main'))
  // The customer's paper comes first; what only the service calls so is folded.
  expect(told.indexOf('Total cobrado')).toBeLessThan(told.indexOf('Esta venta'))
  for (const text of ['$ 7.500', 'Saldo anterior', '$ 5.000.000', 'Saldo nuevo', '$ 4.992.500'])
    expect(told).toContain(text)
  for (const text of ['Se anotó la venta', 'Se envió al servicio', 'El servicio la recibió'])
    expect(told).toContain(text)
  expect(told).toContain('El servicio la muestra: Aprobada')
  expect(told).toContain(String(entry?.id))
  expect(told).toContain(String(entry?._id))
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Hoy' }).waitFor()
  await page.getByPlaceholder(/^Buscar venta/).fill(String(entry?.id))
  await page.getByRole('heading', { name: 'Ventas encontradas' }).waitFor()
  // Until the answer is there, none is shown.
  await page.getByText('1 entre todas las ventas').waitFor()
  // The head, the day and the sale.
  expect(await page.getByRole('row').count()).toBe(3)
  // The search above says when it was, and the only one that it finds is chosen already.
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(String(entry?.id))
  await expect
    .poll(() => words(page.getByRole('option', { selected: true })))
    .toMatch(/ 20\d\d, \d+:\d\d /)
  await page.keyboard.press('Enter')
  await page.getByText('Registro del servicio').waitFor()
})

test('the same sale again asks first, and its first answer is no', async () => {
  await sellTopUp(page, '3015550011', '7500')
  const asks = button(page, /^Sí, es otra: Recargar/)
  await asks.waitFor()
  expect(sold('3015550011')).toHaveLength(1)
  await holds(page, ready(page, /^No, es la misma/))
  await page.keyboard.press('Alt+V')
  await page.getByText('Registro del servicio').waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toContain(
    sold('3015550011')[0]?._id,
  )
  await page.keyboard.press('F1')
  await holds(page, ready(page, /^No, es la misma/))
  const read = page.getByTestId('read-back').filter({ hasText: '301 555 0011' })
  const [line, area] = [await read.boundingBox(), await read.locator('xpath=../..').boundingBox()]
  if (!line || !area) throw new Error('the number is not shown')
  expect(line.y + line.height).toBeLessThanOrEqual(area.y + area.height)
  await page.keyboard.press('Enter')
  await page.getByLabel('Valor a pagar').waitFor()
  expect(sold('3015550011')).toHaveLength(1)
})

test('the question of a same sale says how that one ends, and no notice or key on its way answers it', async () => {
  await startAfresh(page)
  await sellTopUp(page, '3025550003', '7500')
  await seeResult(page, 'En proceso')
  await nextSale(page)
  await sellTopUp(page, '3025550003', '7500')
  await ready(page, /^Sí, es otra/).waitFor()
  const [waits] = sold('3025550003')
  sandbox.control.setStatus(waits?.id ?? 0, 'APPROVED')
  await app.call('selling.look', { saleId: waits?._id ?? '' })
  await page.getByText('Ya hizo esta venta').filter({ hasText: 'Aprobada' }).waitFor()
  await page.keyboard.press('Alt+6')
  const told = page.getByText('Venta anterior')
  expect(await told.count()).toBe(0)
  await holds(page, ready(page, /^No, es la misma/))
  expect(sold('3025550003')).toHaveLength(1)
  await page.keyboard.press('Enter')
  await told.waitFor()
  await page.keyboard.press('Alt+Q')
  await told.waitFor({ state: 'detached' })
})

test('Enter chooses where a transfer came in, and pressed twice it does not sell', async () => {
  await startAfresh(page)
  await openProduct(page, 'recarga clara')
  await holds(page, page.getByLabel('Celular del cliente', { exact: true }))
  await page.keyboard.type('3025550029', { delay: 40 })
  await page.keyboard.press('Enter')
  await holds(page, page.getByLabel('Valor', { exact: true }))
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await ready(page, /^Recargar \$/).waitFor()
  await page.keyboard.press('Alt+2')
  await holds(page, button(page, /^Nequi/))
  // The second one before anything is drawn of the first.
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
  await holds(page, page.getByLabel('Número de la transferencia'))
  await ready(page, /^Recargar \$/).waitFor()
  expect(sold('3025550029')).toHaveLength(0)
  await ready(page, /^Recargar \$/).press('Enter')
  await seeResult(page, 'Aprobada')
  expect(sold('3025550029')).toHaveLength(1)
})

test('a month of thousands of sales is complete, and its workbook is the ledger', async () => {
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  const truth = sandbox.ledger.transactions({ kind: 'sales', ...month })
  expect(truth.length).toBeGreaterThan(4000)
  const count = truth.length.toLocaleString('es-CO')
  await button(page, /^Completo/).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: `${count} ventas` })
    .waitFor()

  await button(page, 'Exportar a Excel').click()
  const suggested = await page.getByLabel('Nombre del archivo').inputValue()
  expect(suggested).toBe(`Ventas ${month.from.slice(0, 7)}.xlsx`)
  await page.getByLabel('Carpeta').fill(folder)
  await page.keyboard.press('Enter')
  await page.getByText(`Se guardaron ${count} filas`).waitFor()

  const book = read(await readFile(join(folder, suggested)), { cellDates: true })
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Ventas'] ?? {})
  const sales = rows.slice(0, -1)
  expect(sales).toHaveLength(truth.length)
  const sum = truth.reduce((all, { amount }) => all + amount, 0)
  const written = sales.reduce((all, row) => all + Math.round(Number(row['Valor COP']) * 100), 0)
  expect(written).toBe(sum)
  expect(rows.at(-1)).toMatchObject({ 'Fecha y hora': 'Total', 'Valor COP': sum / 100 })
  expect(sales.map((row) => String(row['Id'])).toSorted()).toEqual(
    truth.map(({ id }) => String(id)).toSorted(),
  )
  expect(sales.every((row) => row['Fecha y hora'] instanceof Date)).toBe(true)

  await button(page, 'Exportar a Excel').click()
  await page.getByLabel('Carpeta').fill(folder)
  await page.keyboard.press('Enter')
  await page.getByText(/^Ya existe/).waitFor()
  await button(page, 'Cancelar').click()
})

test('the service stops: everything can be looked at, nothing is sold, and nothing is lost', async () => {
  await expect
    .poll(async () => {
      const reply = await app.call('catalog.get', {})
      return JSON.stringify(reply).includes('"formStored":false')
    })
    .toBe(false)
  await quoteTopUp(page, '3025550022', '9000')
  await ready(page, 'Recargar $ 9.000').waitFor()
  await sandbox.close()

  // Not yet known to be gone: the sale is tried once, and was not sent.
  await confirm(page)
  await seeResult(page, 'No se envió')
  await page.getByText('no acepta la conexión').first().waitFor()
  await ready(page, /^Intentar otra vez/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('banner').getByText('Sin conexión').waitFor()
  await page
    .getByText(/^Sin conexión( con el servicio: no se|: puede)/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')

  await openProduct(page, 'energia del valle')
  await page.getByLabel('Referencia').first().fill('123456')
  await page.getByText('Lo escrito se conserva; podrá consultar cuando vuelva.').waitFor()
  expect(await ready(page, /^Consultar valor/).count()).toBe(0)
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await page.getByRole('row').nth(3).waitFor()
  await page.keyboard.press('F2')
  await page.getByRole('row').filter({ hasText: '••• 0022' }).waitFor()

  sandbox = await serve()
  await page.getByRole('banner').getByText('En línea').waitFor()
  await page.keyboard.press('F1')
  await expect.poll(() => valueOf(page.getByLabel('Referencia').first())).toBe('123456')
  await button(page, /^Recarga Clara/)
    .first()
    .click()
  await expect.poll(() => valueOf(page.getByLabel('Celular del cliente'))).toBe('302 555 0022')
  await ready(page, /^Revisar y confirmar|^Continuar/).click()
  await confirm(page)
  await seeResult(page, 'Aprobada')
  expect(sold('3025550022')).toHaveLength(1)
})

test('started again without the service, the catalog is there at once', async () => {
  await app.close()
  await sandbox.close()
  app = await openApp({ baseUrl: sandbox.url, token, dataDir })
  page = app.page
  await page.getByText('Recarga Clara').first().waitFor()
  await page.getByRole('banner').getByText('Sin conexión').waitFor()
  await openProduct(page, 'recarga clara')
  await page.getByLabel('Celular del cliente').waitFor()
})
