import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decodeEscPos, paperText } from '../../electron/features/receipts/testing/escpos-decoder.ts'
import {
  startPrinter,
  type PrinterDouble,
} from '../../electron/features/receipts/testing/printer-double.ts'
import type { ChatMessage } from '../../electron/host/host.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { isClean } from './axe.ts'
import {
  button,
  clearPanel,
  goTo,
  nextSale,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  type,
  words,
  picture,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// Paper, from the sale to the bytes that arrive at a printer on the network.

let folder: string
let sandbox: Sandbox
let printer: PrinterDouble
let app: OpenApp
let page: Page
/** What WhatsApp was opened with. */
const chats: ChatMessage[] = []

beforeAll(async () => {
  folder = makeFolder('receipts-e2e')
  sandbox = await startSandbox({ balance: 30_000_000, settings: { statusSeconds: 0 } })
  printer = await startPrinter()
  const openChat = async (message: ChatMessage) => void chats.push(message)
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true, openChat })
  page = app.page
})
afterAll(async () => {
  await app.close()
  await printer.close()
  await sandbox.close()
})
beforeEach(() => clearPanel(page))

/** The papers that arrived so far, as text on one line each. */
const papers = () => printer.papers().map((bytes) => paperText(bytes).replace(/\s+/g, ' '))
const arrived = (count: number) => expect.poll(() => printer.papers().length).toBe(count)
const notice = () => page.getByTestId('print-notice')
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

test('without a printer the key says where to choose one, and leads there', async () => {
  await sellTopUp(page, '3015550101', '5000')
  await seeResult(page, 'Aprobada')
  await page.keyboard.press('Control+p')
  await notice().getByText('No hay impresora').waitFor()
  await page.keyboard.press('Alt+i')
  await page.getByRole('heading', { name: 'Impresora', exact: true }).waitFor()
  await notice().waitFor({ state: 'detached' })
})

test('the shop names itself and its printer, and a test page comes out', async () => {
  await app.call('business.set', { name: 'Tienda La Esquina' })
  await page.keyboard.press('F9')
  await page.getByRole('link', { name: 'Impresora' }).click()
  await page.getByText('Impresora de red').click()
  await page.getByLabel('Dirección de la impresora').fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'Puerto' }).fill(String(printer.port))
  await page.getByRole('textbox', { name: 'Puerto' }).press('Tab')
  await expect
    .poll(async () => JSON.stringify(await app.call('receipts.printer', {})))
    .toContain(`"port":${printer.port}`)
  await expect.poll(() => words(page.getByLabel('Así sale'))).toContain('Tienda La Esquina')
  await button(page, 'Imprimir prueba').click()
  await page.getByText('La prueba salió.').waitFor()
  await arrived(1)
  expect(papers()[0]).toContain('Prueba de impresión')
  expect(papers()[0]).toContain('El pingüino Ñoño: ¿comió, bebió? ¡Sí! ÁÉÍÓÚ')
  await isClean(page)
  await page.getByLabel('Dirección de la impresora').fill('no es una dirección')
  await page.getByRole('textbox', { name: 'Puerto' }).focus()
  await page.getByText('Revise la dirección o el dispositivo.').waitFor()
})

test('a sale is printed with the key, the second time as a duplicate', async () => {
  const before = printer.papers().length
  // The receipt is drawn where there is room for it.
  await page.setViewportSize({ width: 1366, height: 1000 })
  await quoteTopUp(page, '3015550102', '7500')
  await ready(page, /^Recargar \$/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type('10000')
  await page.getByTestId('change').waitFor()
  await ready(page, /^Recargar \$/).waitFor()
  await page.keyboard.press('Enter')
  await seeResult(page, 'Aprobada')
  const onScreen = page.getByTestId('receipt')
  await onScreen.getByText('Vueltas').waitFor()
  const shown = plain(await onScreen.innerText())
  await isClean(page)
  await picture(page, 'comprobante')
  // Said for a few seconds: it is waited for from before the press.
  const printed = button(page, /^Impreso/).waitFor()
  await page.keyboard.press('Control+p')
  await Promise.all([arrived(before + 1), printed])
  const [entry] = sandbox.ledger
    .transactions({ kind: 'sales' })
    .filter(({ cellphone }) => cellphone === '3015550102')
  const receipt = papers().at(-1) ?? ''
  for (const told of ['Tienda La Esquina', 'Recarga Clara', '******0102', '$ 7.500'])
    expect(receipt).toContain(told)
  expect(receipt).toContain(`N.º ${entry?.id}`)
  expect(receipt).toContain('No es factura de venta ni documento equivalente.')
  expect(receipt).toContain('Forma de pago Efectivo Recibido $ 10.000 Vueltas $ 2.500')
  expect(receipt).not.toMatch(/DUPLICADO|3015550102/)
  // The screen says what the paper says, all of it, in its order.
  expect(shown).toContain('******0102')
  expect(receipt.replace(/[ -]/g, '')).toBe(shown.replace(/[ -]/g, ''))
  const [code] = decodeEscPos(printer.papers().at(-1) ?? Buffer.alloc(0)).qr
  expect(code).toBe(`${entry?._id} ${entry?.transactionId}`)
  await nextSale(page)
  await page.setViewportSize({ width: 1366, height: 768 })

  await page.keyboard.press('F2')
  const row = page.getByRole('row').filter({ hasText: '7.500' }).getByRole('link')
  await row.focus()
  await page.keyboard.press('Control+p')
  await arrived(before + 2)
  expect(papers().at(-1)).toContain('DUPLICADO')

  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Comprobante' }).waitFor()
  await page.getByText('Comprobante 2').waitFor()
  await button(page, /^Imprimir duplicado/).waitFor()
  await isClean(page)
  await button(page, 'Guardar PDF').click()
  await page.getByLabel('Carpeta').fill(folder)
  await page.keyboard.press('Enter')
  await expect.poll(() => readdir(folder)).toEqual([`Comprobante ${entry?.id}.pdf`])
  const pdf = await readFile(join(folder, `Comprobante ${entry?.id}.pdf`))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  })
  const read = text.replace(/\s+/g, ' ')
  for (const told of ['Tienda La Esquina', 'DUPLICADO', '******0102', '$ 7.500'])
    expect(read).toContain(told)
  expect(read.replaceAll(' ', '')).toContain(String(entry?._id))

  expect(await button(page, 'WhatsApp').count()).toBe(0)
  await app.call('settings.set', { sendByWhatsApp: true })
  await button(page, 'WhatsApp').click()
  await page.getByLabel('Número de WhatsApp').and(page.locator(':focus')).waitFor()
  // Esc is of the form that has the keyboard: every other hint of it is dashed.
  const esc = page.locator('button:visible, a:visible').filter({
    has: page.locator('[data-does="back"]'),
  })
  const offers = (all: Element[]) =>
    all.flatMap((one) => {
      const key = one.querySelector('[data-does="back"]')
      const isSolid = key !== null && getComputedStyle(key).borderTopStyle === 'solid'
      return isSolid && one instanceof HTMLElement ? [one.innerText] : []
    })
  expect((await esc.evaluateAll(offers)).map(plain)).toEqual(['Cancelar Esc'])
  await type(page, '300 555 010A')
  await page.keyboard.press('Enter')
  await page.getByText('Ese no es un número al que se pueda escribir').waitFor()
  await isClean(page)
  await page.keyboard.press('Control+a')
  await type(page, '300 555 0101')
  await page.keyboard.press('Enter')
  await page.getByText('Se abrió WhatsApp').waitFor()
  await picture(page, 'whatsapp')
  expect(chats.map(({ number }) => number)).toEqual(['573005550101'])
  expect(chats[0]?.text).toContain('Celular: ••••••0102')
})

test('a sale that waits has a slip that says so, and one that was not made has none', async () => {
  const before = printer.papers().length
  await sellTopUp(page, '3015550003', '20000')
  await seeResult(page, 'En proceso')
  await button(page, /^Tiquete/).waitFor()
  await page.keyboard.press('Control+p')
  await arrived(before + 1)
  expect(papers().at(-1)).toContain(
    'Transacción en proceso Todavía no es comprobante. Conserve este tiquete.',
  )
  expect(papers().at(-1)).toContain(
    'Comprobante de transacción. No es factura de venta ni documento equivalente.',
  )
  expect(papers().at(-1)).not.toMatch(/Total (cobrado|entregado)/)
  await nextSale(page)
  await sellTopUp(page, '3015550001', '12000')
  await seeResult(page, 'Rechazada')
  await ready(page, /^Corregir/).waitFor()
  expect(await button(page, /^Imprimir/).count()).toBe(0)
  await page.keyboard.press('Control+p')
  // Its other button says Esc.
  await page.keyboard.press('Escape')
  await page.getByText('Elija un producto').waitFor()
  expect(printer.papers()).toHaveLength(before + 1)
})

test('a printer that is off delays no sale: one calm line, and its paper on demand', async () => {
  const { port } = printer
  await app.call('receipts.setPrinter', { automatic: true, host: '127.0.0.1', port: 9 })
  await sellTopUp(page, '3015550104', '6000')
  await seeResult(page, 'Aprobada')
  await notice().getByText('no responde').waitFor()
  await nextSale(page)
  await sellTopUp(page, '3015550105', '6500')
  await seeResult(page, 'Aprobada')
  await notice().getByText('2 papeles no se imprimieron').waitFor()
  await isClean(page)
  const before = printer.papers().length
  await app.call('receipts.setPrinter', { port })
  await button(page, 'Imprimir otra vez').click()
  await arrived(before + 2)
  expect(papers().slice(-2).join()).not.toContain('DUPLICADO')
  await expect.poll(() => notice().count()).toBe(0)
  await nextSale(page)
  await sellTopUp(page, '3015550106', '5500')
  await arrived(before + 3)
  await seeResult(page, 'Aprobada')
})

test('the day in short and the list of prices are papers, too', async () => {
  const before = printer.papers().length
  await page.keyboard.press('F2')
  await button(page, 'Imprimir el día').click()
  await arrived(before + 1)
  const day = papers().at(-1) ?? ''
  expect(day).toContain('Tienda La Esquina Resumen del día')
  const sold = 'Ventas por familia Recargas móviles (5) $ 30.500 Cobrado $ 30.500'
  expect(day).toContain(`${sold} Cómo pagaron efectivo (5) $ 30.500`)
  expect(day).toContain('Por resolver En proceso (1) $ 20.000')
  expect(day).toContain('No aprobadas Ventas 1')
  await goTo(page, 'ajustes/productos', 'Imprimir precios')
  await page.getByLabel('Categoría').selectOption({ label: 'Paquetes de datos' })
  await page.keyboard.press('Control+p')
  await arrived(before + 2)
  const prices = papers().at(-1) ?? ''
  expect(prices).toContain('Tienda La Esquina Lista de precios')
  expect(prices).toMatch(/Paquetes de datos Clara 3 GB por 7 días \$ 10\.000/)
  expect(prices).not.toContain('Recarga Clara')
  await button(page, 'Guardar PDF').click()
  await page.getByLabel('Carpeta').fill(folder)
  await page.keyboard.press('Enter')
  await expect.poll(() => readdir(folder)).toContain('Lista de precios.pdf')
})
