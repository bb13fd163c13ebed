import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { isClean } from './axe.ts'
import { chooseOffer, nextSale, seeResult, sellTopUp, type, words, picture } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// A sale looked at afterwards, with the keyboard alone: found, claimed about, sold again.

let sandbox: Sandbox
let app: OpenApp
let page: Page
beforeAll(async () => {
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, sandbox: true, still: true })
  page = app.page
  await page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

async function find(text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await type(page, text)
  const offer = page.getByRole('option').filter({ hasText: option }).first()
  await chooseOffer(page, offer)
}

test('one field finds a sale by phone, ids and amount, its customer, and what can be done', async () => {
  await sellTopUp(page, '3017770044', '6500')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await page.keyboard.press('F2')
  await heading('Hoy').waitFor()
  const reply = await app.call('selling.list', { text: '3017770044' })
  const [entry] = sandbox.ledger.transactions({ kind: 'sales' })
  expect(reply).toMatchObject({ ok: true, value: { count: 1 } })
  for (const text of ['3017770044', '6500', String(entry?._id), String(entry?.transactionId)]) {
    await find(text, /Recarga Clara.*0044/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await find('7770044', /cliente •••\s0044/)
  await isClean(page)
  await picture(page, 'buscar')
  await page.keyboard.press('Enter')
  await heading('Ventas encontradas').waitFor()
  await find('recla', /Reclamos abiertos/)
  await page.keyboard.press('Enter')
  await page.getByText('Ningún reclamo abierto').waitFor()
  await isClean(page)
  await page.keyboard.press('Escape')
  await heading('Ventas encontradas').waitFor()
})

test('a claim is written step by step, and stands in the list of open ones until it is closed', async () => {
  await find('3017770044', /Recarga Clara.*0044/)
  await page.keyboard.press('Enter')
  await heading('Reclamo').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('A quién se le dijo').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Soporte, Marta')
  await page.keyboard.press('Tab')
  await type(page, 'RAD-2026-15')
  await page.getByLabel('Qué pasó').focus()
  await page.keyboard.type('El cliente dice que no le llegó')
  await isClean(page)
  await picture(page, 'reclamo-nuevo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Se reclamó').waitFor()
  await page.keyboard.press('F3')
  await page.getByRole('link', { name: 'Reclamos' }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'RAD-2026-15' })
  await row.waitFor()
  expect(await words(row)).toContain('••• 0044')
  await isClean(page)
  await picture(page, 'reclamos')
  await row.getByRole('link').press('Enter')
  await page.getByRole('button', { name: 'Anotar dinero recuperado' }).press('Enter')
  await page.getByLabel(/^Valor recuperado/).fill('1.234')
  await page.keyboard.press('Enter')
  await page.getByText('puede leerse de dos maneras').waitFor()
  await page.getByLabel(/^Valor recuperado/).fill('6500')
  await page.keyboard.press('Enter')
  await page.getByText('Se recuperó').waitFor()
  await page.getByRole('button', { name: 'Cerrar reclamo' }).press('Enter')
  await page.getByLabel('Cómo terminó').fill('Devolvieron el valor')
  await page.getByRole('button', { name: 'Anotar', exact: true }).press('Enter')
  await page.getByText('Se cerró').waitFor()
  await isClean(page)
  await picture(page, 'venta-con-reclamo')
  const told = await words(page.getByRole('main'))
  for (const text of ['RAD-2026-15', 'Soporte, Marta', '$ 6.500', 'Devolvieron el valor'])
    expect(told).toContain(text)
  expect(await app.call('claims.open', {})).toEqual({ ok: true, value: [] })
})

test('another page asked for just after Escape is the one that is seen', async () => {
  await page.keyboard.press('F2')
  await page.getByRole('heading', { name: /^(Hoy|Ventas encontradas)$/ }).waitFor()
  for (let tries = 0; tries < 3; tries += 1) {
    await page.getByRole('row').filter({ hasText: '••• 0044' }).getByRole('link').press('Enter')
    await heading('Reclamo').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('F3')
    await heading('Por resolver').waitFor()
    await page.waitForTimeout(100)
    expect(page.url()).toMatch(/por-resolver$/)
    await page.keyboard.press('F2')
    await page.getByRole('heading', { name: /^(Hoy|Ventas encontradas)$/ }).waitFor()
  }
})
