import { readdir } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paperText } from '../../electron/features/receipts/testing/escpos-decoder.ts'
import {
  startPrinter,
  type PrinterDouble,
} from '../../electron/features/receipts/testing/printer-double.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { isClean } from './axe.ts'
import {
  button,
  confirm,
  holds,
  nextSale,
  openProduct,
  ready,
  seeResult,
  sellTopUp,
  tabPress,
  tabTo,
  tabType,
  type,
  valueOf,
  watchMouse,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { scanInto } from './scanner-keys.ts'

// What a day has beside its sales and its close (whole-day.test.ts), its people (people.test.ts) and its claims
// (claims.test.ts), with the keyboard alone: no field is filled and no button pressed but by keys of a person at the
// place where the keyboard is, and each step leaves it where the next one begins.

let folder: string
let sandbox: Sandbox
let printer: PrinterDouble
let app: OpenApp
let page: Page
let presses: () => Promise<number>

beforeAll(async () => {
  folder = makeFolder('keyboard')
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  printer = await startPrinter()
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, sandbox: true })
  page = app.page
  await page.locator('[data-product]').first().waitFor()
  presses = await watchMouse(page)
})
afterEach(async () => expect(await presses()).toBe(0))
afterAll(async () => {
  await app.close()
  await printer.close()
  await sandbox.close()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true })
const settings = async (name: string) => {
  await page.keyboard.press('F9')
  await tabPress(page, page.getByRole('link', { name, exact: true }))
}

/** Whether nothing lies over the middle of it, in a small window either. */
const isInSight = (there: Locator) =>
  there.evaluate((seen) => {
    const { x, y, width, height } = seen.getBoundingClientRect()
    return seen.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

/** How a sale of $ 6.500 was paid is being put right: what that leaves to pay is in sight with what writes it down. */
async function seesRest(): Promise<void> {
  const whole = page.viewportSize() ?? { width: 1366, height: 768 }
  await page.setViewportSize({ width: 1024, height: 640 })
  await tabTo(page, page.getByRole('radio', { name: 'Nada más' }))
  await page.keyboard.press('ArrowRight')
  await tabType(page, page.getByLabel('Cuánto', { exact: true }), '2000')
  await tabType(page, page.getByLabel('Recibido', { exact: true }), '10000')
  const rest = page.getByTestId('rest')
  await expect.poll(() => words(rest)).toBe('Resto en efectivo: $ 4.500 · Vueltas: $ 5.500')
  const save = page.getByTestId('payment').getByRole('button', { name: 'Guardar', exact: true })
  for (const seen of [rest, save]) await expect.poll(() => isInSight(seen)).toBe(true)
  // What opened it is in sight again, left from its end too.
  await tabTo(page, save)
  await page.keyboard.press('Escape')
  await holds(page, button(page, 'Corregir'))
  await expect.poll(() => isInSight(button(page, 'Corregir'))).toBe(true)
  await page.setViewportSize(whole)
}

test('the shift is opened, its money moved and its report seen, and Esc goes back from each', async () => {
  await page.keyboard.press('F6')
  await holds(page, page.getByLabel('Base en la caja'))
  // What lies in the drawer is asked, not guessed: nothing typed is no zero.
  await page.keyboard.press('Enter')
  expect(await button(page, /^Falta la base/).isDisabled()).toBe(true)
  // What can be read in two ways opens nothing, and is gone where pieces are counted.
  await type(page, '200.000')
  await page.keyboard.press('Enter')
  await page.locator('input:invalid').waitFor()
  await tabPress(page, button(page, 'Contar por denominación'))
  await holds(page, page.locator('[data-pieces]').first())
  await page.keyboard.type('2')
  await tabPress(page, button(page, /^Abrir turno/))
  await page.getByTestId('expected').getByText('200.000').waitFor()

  await page.keyboard.press('s')
  await holds(page, page.getByLabel('Valor', { exact: true }))
  await page.keyboard.press('Escape')
  await page.getByLabel('Valor', { exact: true }).waitFor({ state: 'detached' })
  await tabPress(page, button(page, /^Salida/))
  await page.keyboard.type('15000')
  // From the amount to the reason, from the reason to the note, and written down.
  await page.keyboard.press('Enter')
  // Nothing is chosen for whoever does not choose.
  await holds(page, page.getByRole('radio', { name: 'Gasto' }))
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await holds(page, page.getByLabel('Nota'))
  await page.keyboard.type('Al banco')
  await isClean(page)
  await page.keyboard.press('Control+Enter')
  await page.getByTestId('movement').filter({ hasText: 'Banco · Al banco' }).waitFor()
  await holds(page, button(page, /^Salida/))

  await page.keyboard.press('x')
  await heading('Informe X').waitFor()
  await tabPress(page, button(page, 'Guardar PDF'))
  await holds(page, page.getByLabel('Nombre del archivo'))
  await page.keyboard.press('Escape')
  await holds(page, button(page, 'Guardar PDF'))
  await page.keyboard.press('Escape')
  await heading('Caja').waitFor()
  for (const [key, name] of [
    ['z', 'Turnos'],
    ['d', 'Por devolver'],
    ['c', 'Contar y cerrar'],
  ] as const) {
    await page.keyboard.press(key)
    await heading(name).waitFor()
    await page.keyboard.press('Escape')
    await heading('Caja').waitFor()
  }
})

test('a printer is chosen and tried, and the paper seen in its widths', async () => {
  await app.call('business.set', { name: 'Tienda La Esquina' })
  await settings('Impresora')
  await tabTo(page, page.getByRole('radio', { name: 'No imprimir' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await tabType(page, page.getByLabel('Dirección de la impresora'), '127.0.0.1')
  await tabType(page, page.getByRole('textbox', { name: 'Puerto' }), String(printer.port))
  await tabTo(page, page.getByRole('radio', { name: '80 mm' }))
  for (const [key, width] of [
    ['ArrowLeft', '58 mm'],
    ['ArrowRight', '80 mm'],
  ] as const) {
    await page.keyboard.press(key)
    await holds(page, page.getByRole('radio', { name: width, checked: true }))
    await expect
      .poll(() => words(page.getByLabel('Así sale')))
      .toContain('Comprobante de transacción. No es factura de venta ni documento equivalente.')
  }
  const test = button(page, 'Imprimir prueba')
  await tabPress(page, test)
  await page.getByText('La prueba salió.').waitFor()
  await holds(page, test)
  await expect
    .poll(() => printer.papers().map((bytes) => paperText(bytes))[0])
    .toContain('Prueba de impresión')
})

test('a button that works for less than a frame has the keyboard again', async () => {
  const test = button(page, 'Imprimir prueba')
  const before = printer.papers().length
  // A busy computer draws late: what is looked at once a frame sees the button free before and after.
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window)
    const until = performance.now() + 2000
    window.requestAnimationFrame = (act) =>
      performance.now() < until ? window.setTimeout(() => draw(act), 500) : draw(act)
  })
  await page.keyboard.press('Enter')
  await expect.poll(() => printer.papers().length).toBe(before + 1)
  await ready(page, 'Imprimir prueba').waitFor()
  // Until the frames are on time again.
  await page.evaluate(() => new Promise((done) => window.requestAnimationFrame(done)))
  await holds(page, test)
})

test('a sale is looked at, printed, its payment put right, claimed about and sold again', async () => {
  await sellTopUp(page, '3017770044', '6500')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  const before = printer.papers().length
  await page.keyboard.press('F2')
  await page.getByRole('row').filter({ hasText: '••• 0044' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await heading('Historia').waitFor()

  await page.keyboard.press('Control+p')
  await expect.poll(() => printer.papers().length).toBe(before + 1)
  await tabPress(page, button(page, 'Corregir'))
  await holds(page, page.getByRole('radio', { name: 'Efectivo' }))
  await isClean(page)
  await seesRest()
  await page.keyboard.press('Enter')
  await holds(page, page.getByRole('radio', { name: 'Efectivo' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await tabType(page, page.getByLabel('Quién lo debe'), 'Doña Ana')
  await page.keyboard.press('Enter')
  await holds(page, page.getByRole('radio', { name: 'Fiado' }))
  await page.keyboard.press('Enter')
  // In the line of what was kept: until then the form names her, too.
  const kept = page.getByTestId('payment').locator('p')
  await kept.filter({ hasText: /Fiado\s+·\s+Doña Ana/ }).waitFor()
  await holds(page, button(page, 'Corregir'))
  // What a transfer is known by stays with it.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await tabTo(page, page.getByRole('radio', { name: 'Nequi' }))
  await page.keyboard.press('Space')
  await tabType(page, page.getByLabel('Número de la transferencia'), '551')
  await page.keyboard.press('Enter')
  await kept.filter({ hasText: /Transferencia\s+·\s+Nequi 551/ }).waitFor()
  await holds(page, button(page, 'Corregir'))

  await page.keyboard.press('n')
  await holds(page, page.getByLabel('A quién se le dijo'))
  await page.keyboard.type('Soporte')
  const day = button(page, /^Fecha/)
  await tabPress(page, day)
  await page.keyboard.press('ArrowLeft')
  await isClean(page)
  await page.keyboard.press('Escape')
  await holds(page, day)
  await page.keyboard.press('Enter')
  await page.locator('[data-reka-calendar-cell-trigger]:focus').waitFor()
  await page.keyboard.press('ArrowLeft')
  const told = await words(day)
  await page.keyboard.press('Enter')
  await holds(page, day)
  await expect.poll(() => words(day)).not.toBe(told)
  await tabType(page, page.getByLabel('Qué pasó'), 'No le llegó')
  await tabPress(page, button(page, 'Anotar').last())
  await page.getByText('Se reclamó').waitFor()
  await holds(page, button(page, /^Agregar nota/))

  await tabPress(page, button(page, 'Guardar PDF'))
  await holds(page, page.getByLabel('Nombre del archivo'))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(folder)
  await page.keyboard.press('Enter')
  await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/^Comprobante/)])
  await holds(page, button(page, 'Guardar PDF'))
  await page.keyboard.press('q')
  await page.locator('pre').first().waitFor()

  await page.keyboard.press('v')
  await ready(page, /^Sí, sigue en Recarga Clara/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await ready(page, /^Recargar \$ 6\.500/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('a receipt scanned on any page finds its sale, and is typed into nothing', async () => {
  const [entry] = sandbox.ledger.transactions({ kind: 'sales' })
  await page.keyboard.press('F6')
  // The transfer of before was not seen in the account yet.
  await page.getByTestId('unseen').getByText('Nequi').waitFor()
  await page.keyboard.press('Alt+5')
  await holds(page, button(page, 'Ya la vi'))
  await page.keyboard.press('e')
  const amount = page.getByLabel('Valor', { exact: true })
  await holds(page, amount)
  await page.keyboard.type('70')
  await scanInto(page, `${entry?._id} ${entry?.transactionId}`)
  const found = page.getByRole('option', { selected: true })
  await found.filter({ hasText: '••• 0044' }).waitFor()
  expect(await amount.inputValue()).toBe('70')
  expect(page.url()).toMatch(/caja$/)
  await page.keyboard.press('Enter')
  await heading('Historia').waitFor()
  const payment = page.getByTestId('payment')
  await payment.getByText('Sin ver en la cuenta').waitFor()
  await page.keyboard.press('Alt+5')
  await payment.getByText('Visto en mi cuenta').waitFor()
  // A field that is there to be read into gets it.
  await settings('Datos de clientes')
  const key = page.getByLabel('Celular, documento, referencia o nombre')
  await holds(page, key)
  await scanInto(page, '3017770044')
  await expect.poll(() => valueOf(key)).toBe('3017770044')
})

test('what is kept about a customer is looked for and saved', async () => {
  await page.keyboard.press('Enter')
  await page
    .getByText(/^1 venta/)
    .first()
    .waitFor()
  const table = button(page, 'Exportar tabla (CSV)')
  await tabPress(page, table)
  await holds(page, page.getByLabel('Nombre del archivo'))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(folder)
  await page.keyboard.press('Enter')
  await page.getByText('Se guardó 1 venta.').waitFor()
  await holds(page, table)
})

test('the totals of a report go on by a letter, and so does what it is compared with', async () => {
  await page.keyboard.press('F4')
  const totals = page.getByRole('group', { name: 'Totales por' })
  const chosen = (name: string) => totals.getByRole('radio', { name, checked: true }).waitFor()
  await chosen('Producto')
  for (const name of ['Categoría', 'Día', 'Estado']) {
    await page.keyboard.press('s')
    await chosen(name)
  }
  const compared = page.getByLabel('Comparar con')
  const before = await words(compared)
  await page.keyboard.press('c')
  await expect.poll(() => words(compared)).not.toBe(before)
  await page.keyboard.press('z')
  await holds(page, page.getByRole('columnheader', { name: 'N.º' }).getByRole('button'))
})

test('every key is told of in the words of the keyboard', async () => {
  await page.keyboard.press('F10')
  const told = await words(page.getByRole('main').getByLabel('Teclas'))
  expect(told).toContain('Mayús F8')
  expect(told).not.toMatch(/Shift|Home|PageUp/)
})

test('a lost token is renewed from the line that says so, and the sale on screen stays', async () => {
  await openProduct(page, 'recarga tucan')
  for (const [label, text] of [
    ['Celular del cliente', '3017770055'],
    ['Valor', '7000'],
  ] as const) {
    await holds(page, page.getByLabel(label, { exact: true }))
    await type(page, text)
    await page.keyboard.press('Enter')
  }
  await ready(page, /^Recargar \$/)
    .and(page.locator(':focus'))
    .waitFor()
  const token = 'another-token'
  sandbox.control.changeToken(token)
  await app.call('connection.refresh', {})
  await page.getByText('El acceso venció').waitFor()
  await page.keyboard.press('F7')
  const field = page.getByLabel('Token nuevo')
  await holds(page, field)
  await page.keyboard.press('Escape')
  await page.keyboard.press('F7')
  await holds(page, field)
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('no aceptó ese token').waitFor()
  await isClean(page)
  await tabType(page, field, token)
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
  await confirm(page)
  await seeResult(page, 'Aprobada')
  await nextSale(page)
})

test('without the service one line says so, and its key asks again', async () => {
  await sandbox.close()
  await app.call('connection.refresh', {})
  const line = page.getByRole('status').filter({ hasText: 'Sin conexión: puede mirar' })
  await line.first().waitFor()
  await isClean(page)
  // Its sign turns for as long as a refusal takes: whoever looks once a frame may miss it.
  await page.evaluate(() => {
    const note = () => {
      if (document.querySelector('[role="status"] .animate-spin'))
        document.body.dataset['asked'] = ''
    }
    const seen = { subtree: true, childList: true, attributeFilter: ['class'] }
    new MutationObserver(note).observe(document.body, seen)
  })
  await page.keyboard.press('F7')
  await page.locator('body[data-asked]').waitFor()
})
