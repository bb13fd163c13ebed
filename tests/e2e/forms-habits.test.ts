import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHabitService, type HabitService } from '../contract/habits/service.ts'
import { settle, take } from './families.ts'
import { button, nextSale, openProduct, ready, words } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// The real window over an independent service with the same contract and other habits, and ten thousand products.

let service: HabitService
let app: OpenApp

beforeAll(async () => {
  service = await startHabitService()
  app = await openApp({ baseUrl: service.url, token: service.token, country: 'CO' })
  await app.page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await service.close()
})

const card = (name: string) => app.page.locator('[data-product]').filter({ hasText: name }).first()

test('browses eighty categories and ten thousand products, drawing only those in view', async () => {
  const { page } = app
  await page.getByRole('tab', { name: 'Todos' }).or(button(page, 'Todos')).first().click()
  await page.getByText('Productos: 10000').or(page.getByText('Productos: 10.000')).first().waitFor()
  await card('Recarga Ñandú 📱 0').waitFor()
  expect(await page.locator('[data-product]').count()).toBeLessThan(100)
  await page.getByRole('region', { name: 'Productos de la pestaña' }).evaluate((view) => {
    view.scrollTop = view.scrollHeight
  })
  await card('Ünïcode & <b>signos</b> 日本 9999').waitFor()
  await page.getByText('CATEGORÍA ☎ 79').waitFor({ state: 'attached' })
})

test('says at its field that a formula cannot run, and sells all the same', async () => {
  const { page } = app
  await openProduct(page, 'condor 4502')
  await page.getByLabel('Año 🎉', { exact: true }).check()
  const told = page.getByText('El servicio calcula otros datos a partir de este y aquí no se pudo')
  await told.waitFor()
  await page.keyboard.press('Enter')
  await take({ app }, ['Teléfono 📞', '3001234567'])
  await ready(page, /^Vender \$/)
    .and(page.locator(':focus'))
    .waitFor()
  expect(await words(button(page, /^Vender \$/))).toContain('$ 1.450')
  await page.keyboard.press('Enter')
  await settle({ app })
  await nextSale(page)
  expect(service.sales.at(-1)).toMatchObject({ amount: '1200.00', data: { plan: '12' } })
})

test('draws an unknown type as text, notes it, and finds a product in spite of a typo', async () => {
  const { page } = app
  await openProduct(page, 'enregia 4501')
  await take({ app }, ['reference', '0012345678'])
  await take({ app }, ['Vencimiento', '2026-12-01'])
  await take({ app }, ['Teléfono 📞', '3001234567'])
  await ready(page, /^Pagar factura \$/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await settle({ app })
  await nextSale(page)
  expect(service.sales.at(-1)?.data).toMatchObject({
    reference: '0012345678',
    fechaVencimiento: '2026-12-01',
    canal: 'cajá',
  })
  const log = await readFile(join(app.dataDir, 'mostrador.log'), 'utf8')
  expect(log).toContain('fechaVencimiento: unknown type "date-picker", drawn as text')
  expect(log).toContain('plan: its logic did not run: NO_TARGET')
})
