import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { openApp } from './open-app.ts'

// The whole way through the app as a person goes, over the embedded test service, without a display.
// Leaves its pictures and the workbook in a folder (tour/, or the first argument) and names it.

const folder = resolve(process.argv[2] ?? 'tour')
let taken = 0

/** Takes a picture once nothing moves any more. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(250)
  taken += 1
  const file = `${String(taken).padStart(2, '0')}-${name}.png`
  await page.screenshot({ path: join(folder, file) })
  process.stderr.write(`${file}\n`)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function firstRun(page: Page): Promise<void> {
  await page.getByText('Probar con el servicio de prueba').waitFor()
  await picture(page, 'inicio')
  await button(page, 'Colombia').click()
  await page.getByText('Recarga Clara').first().waitFor()
  await picture(page, 'vender')
}

async function sell(page: Page): Promise<void> {
  await page.keyboard.type('recarga clara')
  await picture(page, 'buscar')
  await page.keyboard.press('Enter')
  await page.getByLabel('Celular del cliente').fill('3001234567')
  await page.getByLabel('Valor', { exact: true }).fill('5000')
  await picture(page, 'formulario')
  await button(page, /Consultar valor/).click()
  await button(page, /Revisar y confirmar/)
    .or(button(page, /^Recargar/))
    .first()
    .waitFor()
  await picture(page, 'valor')
  const review = button(page, /Revisar y confirmar/)
  if (await review.isVisible()) {
    await review.click()
    await picture(page, 'confirmar')
  }
  await button(page, /^Recargar/).click()
  await picture(page, 'vendiendo')
  await page.getByText('Aprobada').first().waitFor({ timeout: 60_000 })
  await picture(page, 'aprobada')
}

async function report(page: Page): Promise<void> {
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await page.getByText('Completo', { exact: true }).waitFor({ timeout: 60_000 })
  await picture(page, 'reporte')
  await button(page, 'Exportar a Excel').click()
  await page.getByLabel('Carpeta').fill(folder)
  await picture(page, 'guardar')
  await button(page, /^Guardar/).click()
  await page
    .getByText(/\.xlsx/)
    .first()
    .waitFor({ timeout: 60_000 })
  await picture(page, 'exportado')
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const app = await openApp()
const { page } = app
try {
  await firstRun(page)
  await sell(page)
  await page.keyboard.press('F2')
  await page.getByText('Recarga Clara').first().waitFor()
  await picture(page, 'hoy')
  await report(page)
  await page.keyboard.press('F9')
  await picture(page, 'ajustes')
  process.stdout.write(`${folder}\n`)
} catch (caught) {
  await picture(page, 'no-siguio')
  process.stderr.write(`${caught instanceof Error ? caught.message : String(caught)}\n`)
  process.exitCode = 1
} finally {
  await app.close()
}
