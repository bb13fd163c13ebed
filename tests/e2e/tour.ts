import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import {
  button,
  confirm,
  nextSale,
  openProduct,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
  typeInto,
} from './hands.ts'
import { createPublisher, placesIn } from '../../electron/update/testing/publisher.ts'
import { forkNodeUpdate } from '../../electron/host/programs/node-programs.ts'
import { version } from '../../electron/version.ts'
import { makeFolder } from '../folders.ts'
import { ownRegister, pretendHub, pretendRegisters } from './pretend-registers.ts'
import { openApp, type OpenApp } from './open-app.ts'

// The whole way through the app as a person goes, over the embedded test service, without a display.
// Leaves its pictures and the workbook in a folder (tour/, or the first argument) and names it.

const folder = resolve(process.argv[2] ?? 'tour')
let taken = 0

/** Takes a picture once nothing moves any more. */
async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(300)
  taken += 1
  const file = `${String(taken).padStart(2, '0')}-${name}.png`
  await page.screenshot({ path: join(folder, file) })
  process.stderr.write(`${file}\n`)
}

async function firstRun(page: Page): Promise<void> {
  await page.getByText('Probar con el servicio de prueba').waitFor()
  await picture(page, 'inicio')
  await button(page, 'Conectar').click()
  await page.getByLabel('Dirección del servicio').waitFor()
  await picture(page, 'conectar')
  await button(page, 'Cancelar').click()
  await button(page, 'Colombia').click()
  await page.getByText('Recarga Clara').first().waitFor()
  // The balance comes a moment after the products.
  await page.getByRole('term').filter({ hasText: 'Saldo' }).first().waitFor()
  await picture(page, 'productos')
}

async function sell(page: Page): Promise<void> {
  await page.keyboard.type('colibri')
  await picture(page, 'buscar')
  await page.keyboard.press('Escape')
  await openProduct(page, 'recarga clara')
  await typeInto(page, 'Celular del cliente', '3001234567')
  await page.keyboard.type('5000')
  await picture(page, 'formulario')
  await page.keyboard.press('Enter')
  await ready(page, /^Recargar/).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Delete')
  await ready(page, /^Recargar/).focus()
  await picture(page, 'vender')
  await confirm(page)
  await seeResult(page, 'En proceso')
  await picture(page, 'en-proceso')
  await seeResult(page, 'Aprobada')
  await ready(page, /^Nueva venta/).waitFor()
  await picture(page, 'aprobada')
  await nextSale(page)
}

/** The test service decides by the last four digits of the phone. */
async function otherEnds(page: Page): Promise<void> {
  await sellTopUp(page, '3015550001', '12000')
  await seeResult(page, 'Rechazada')
  await ready(page, /^Corregir/).waitFor()
  await picture(page, 'rechazada')
  await button(page, 'Nueva venta').click()
  await sellTopUp(page, '3015550002', '8000')
  await seeResult(page, 'Aprobada en parte')
  await ready(page, /^Dejar por resolver/).waitFor()
  await picture(page, 'aprobada-en-parte')
  await nextSale(page)
  await sellTopUp(page, '3015550003', '20000')
  await seeResult(page, 'En proceso')
  await nextSale(page)
  await quoteTopUp(page, '3001234567', '5000')
  await confirm(page)
  await ready(page, /^Sí, es otra/).waitFor()
  await picture(page, 'misma-venta')
  await startAfresh(page)
}

async function lookBack(page: Page): Promise<void> {
  await page.keyboard.press('F2')
  const sale = page.getByRole('row').filter({ hasText: '••• 4567' })
  await sale.waitFor()
  await picture(page, 'hoy')
  await sale.getByRole('link').press('Enter')
  await page.getByText('Registro del servicio').waitFor()
  await picture(page, 'venta')
  await page.keyboard.press('F3')
  await button(page, 'Consultar ahora').first().waitFor()
  await picture(page, 'por-resolver')
}

async function report(page: Page): Promise<void> {
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await button(page, /^Completo/).waitFor()
  await page.waitForTimeout(1_000)
  await picture(page, 'reporte')
  await button(page, 'Exportar a Excel').click()
  await page.getByLabel('Carpeta').fill(folder)
  await picture(page, 'guardar')
  await button(page, /^Guardar/).click()
  await page.getByText(/^Se guardaron/).waitFor()
  await picture(page, 'exportado')
  await button(page, 'Cerrar').click()
}

/** The till after its first sale, and what this register has against what the service has. */
async function till(page: Page): Promise<void> {
  await page.keyboard.press('F6')
  const base = page.getByLabel('Base en la caja').and(page.locator(':focus'))
  await base.waitFor()
  await page.keyboard.insertText('50000')
  await page.keyboard.press('Enter')
  await base.waitFor({ state: 'detached' })
  await sellTopUp(page, '3004445566', '15000')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await page.keyboard.press('F6')
  await page.getByText('Ventas en efectivo').waitFor()
  await picture(page, 'caja')
  await page.keyboard.press('F2')
  await page.getByRole('link', { name: 'Conciliación del día' }).click()
  await page.getByRole('heading', { name: 'Conciliación del día' }).waitFor()
  await page.waitForTimeout(1_000)
  await picture(page, 'conciliacion')
}

async function settings(page: Page): Promise<void> {
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: 'Ajustes' }).waitFor()
  await picture(page, 'ajustes')
  await page.getByRole('link', { name: 'Preferencias' }).click()
  await page.getByText('Apariencia').waitFor()
  await picture(page, 'preferencias')
  await page.getByRole('link', { name: 'Copias' }).click()
  await page.getByLabel('Carpeta para las copias').fill(makeFolder('usb'))
  await button(page, 'Crear la clave').click()
  await page.getByText('Ya la imprimí o la escribí').waitFor()
  await picture(page, 'copias')
  await button(page, 'Cancelar').click()
}

/** A version comes from a stick, and waits for the next start. */
async function update(page: Page, feed: string): Promise<void> {
  await page.getByRole('link', { name: 'Actualizaciones' }).click()
  await page.getByLabel('De dónde vienen las actualizaciones').fill(feed)
  await button(page, 'Guardar').click()
  await button(page, 'Buscar ahora').click()
  await page.getByText('Hay una versión con correcciones de seguridad').waitFor()
  await picture(page, 'actualizaciones')
  await button(page, 'Instalar').click()
  await page.getByText(/^La versión .* comienza la próxima vez/).waitFor()
  await picture(page, 'actualizada')
}

/** The same in the dark, and on a large screen. */
async function otherLooks(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await quoteTopUp(page, '3009876543', '10000')
  await ready(page, /^Recargar/).waitFor()
  await picture(page, 'vender-oscuro')
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await page.getByRole('row').nth(3).waitFor()
  await page.waitForTimeout(1_000)
  await picture(page, 'reporte-oscuro')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.waitForTimeout(1_000)
  await picture(page, 'reporte-grande')
  await page.keyboard.press('F1')
  await ready(page, /^Recargar/).waitFor()
  await picture(page, 'vender-grande')
}

/** A register that joins others, and the page of who looks at all: of a database that is made up, so the last of the way. */
async function severalRegisters(app: OpenApp): Promise<void> {
  const { page } = app
  await page.setViewportSize({ width: 1366, height: 768 })
  const card = async (state: Parameters<typeof pretendHub>[1]) => {
    pretendHub(app, state)
    await page.keyboard.press('F2')
    await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor()
    await page.evaluate(() => void (location.hash = '#/ajustes/caja'))
    await page.getByTestId('own-register').scrollIntoViewIfNeeded()
  }
  await card({})
  await button(page, 'Unir esta caja').click()
  await page
    .getByLabel('Código de la caja')
    .fill('eyJ1cmwiOiJwb3N0Z3JlczovLzE5Mi4xNjguMS4xMDo1NDMy')
  await page.getByTestId('own-register').scrollIntoViewIfNeeded()
  await picture(page, 'unir-caja')
  await button(page, 'Cancelar').click()
  await card({ register: ownRegister() })
  await page.getByText('C1 · Caja 1').waitFor()
  await page.getByTestId('own-register').scrollIntoViewIfNeeded()
  await picture(page, 'caja-unida')
  pretendRegisters(app, 3)
  await page.keyboard.press('F2')
  await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor()
  await page.evaluate(() => void (location.hash = '#/cajas'))
  await page.locator('[data-figure]').first().waitFor()
  await picture(page, 'cajas')
}

await mkdir(folder, { recursive: true })
// What a tour before left there; nothing else in a folder that somebody named.
for (const file of await readdir(folder)) {
  if (/^(\d\d-[a-z-]+\.png|Ventas \d{4}-\d\d\.xlsx)$/.test(file)) await rm(join(folder, file))
}
const publisher = createPublisher(makeFolder('stick'))
publisher.root()
const [major = 0, minor = 0] = version.split('.').map(Number)
// What mends security is taken also in December.
await publisher.version(`${major}.${minor + 1}.0`, { isSecurity: true })
const places = placesIn(makeFolder('installed'))
const launch = { places, version, root: publisher.rootText() }
const updates = { launch, fork: forkNodeUpdate }
const app = await openApp({ saveUnder: folder, quietly: true, updates })
const { page } = app
try {
  await firstRun(page)
  await sell(page)
  await otherEnds(page)
  await lookBack(page)
  await report(page)
  await till(page)
  await settings(page)
  await update(page, publisher.feed)
  await otherLooks(page)
  await severalRegisters(app)
  process.stdout.write(`${folder}\n`)
} catch (caught) {
  await picture(page, 'no-siguio')
  process.stderr.write(`${caught instanceof Error ? caught.message : String(caught)}\n`)
  process.exitCode = 1
} finally {
  await app.close()
}
