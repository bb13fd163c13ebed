import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { intentSample, transactionSample } from '../../electron/store/testing/journal-samples.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { isClean } from './axe.ts'
import { button, nextSale, seeResult, sellTopUp, words, picture } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// A customer asks what is kept about them, and to have it erased.

const phone = '3009876501'
const note = 'Abono de Rosa, 300 987 65 01'
const threeDays = 3 * 86_400_000
let folder: string
let dataDir: string
let sandbox: Sandbox
let app: OpenApp
let page: Page

/** A sale of three days ago, approved then, and what was noted of its customer. */
function soldBefore(): void {
  const journal = openJournal(dataDir)
  const createdAt = Date.now() - threeDays
  const body = `{"_id":"old-sale","data":{"productId":"10000","amount":"5000","customerCellphone":"${phone}"}}`
  const values = { customerCellphone: phone, amount: '5000' }
  const sale = {
    id: 'old-sale',
    profileId: 'e2e',
    reference: phone,
    phone,
    values,
    body,
    createdAt,
    tender: { kind: 'credit', name: 'Rosa Núñez' },
  } as const
  const record = journal.prepare(intentSample(sale))
  journal.advance(
    record,
    {
      facts: { ...record, state: 'APPROVED', settledAt: createdAt + 9 },
      transaction: transactionSample({ person: { document: '79456123', cellphone: phone } }),
    },
    { kind: 'lookup', at: createdAt + 9, error: null, raw: `{"cellphone":"${phone}"}` },
  )
  const shift = {
    profileId: 'other',
    cashierId: null,
    cashier: null,
    openedAt: createdAt,
    base: [],
  }
  journal.shifts.begin({ id: 's1', ...shift, follows: null })
  journal.shifts.movements.add({
    id: 'm1',
    shiftId: 's1',
    at: createdAt,
    direction: 'in',
    reason: 'credit',
    amount: { minor: 100_000, currency: 'COP' },
    note,
    cashier: 'Ana',
  })
  journal.close()
}

beforeAll(async () => {
  folder = makeFolder('privacy')
  dataDir = join(folder, 'register')
  soldBefore()
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  app = await openApp({
    baseUrl: sandbox.url,
    token: sandbox.token,
    sandbox: true,
    dataDir,
    still: true,
  })
  page = app.page
  await page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

async function look(): Promise<void> {
  await page.keyboard.press('F9')
  await page.getByRole('link', { name: 'Datos de clientes' }).press('Enter')
  await page.getByLabel('Celular, documento, referencia o nombre').fill('300 987 65 01')
  await page.keyboard.press('Enter')
}

test('what is kept about a customer is found however it is written, and saved', async () => {
  await sellTopUp(page, phone, '7000')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await look()
  await page.getByText(/^2 ventas/).waitFor()
  await page
    .getByText('1 venta sigue abierta, tiene dinero por devolver o menos de dos días')
    .waitFor()
  await page.getByText('1 nota de la caja lo menciona').waitFor()
  await page.getByText('Abono de Rosa, 300 987 65 01').waitFor()
  await isClean(page)
  await picture(page, 'datos-cliente')
  await button(page, 'Exportar todo (JSON)').press('Enter')
  await page.getByLabel('Carpeta').fill(folder)
  await page.getByLabel('Nombre del archivo').fill('cliente.json')
  await page.keyboard.press('Enter')
  await page.getByText('Se guardaron 2 ventas.').waitFor()
  const file = await readFile(join(folder, 'cliente.json'), 'utf8')
  expect(JSON.parse(file)).toMatchObject({
    records: [{ sale: { id: 'old-sale' } }, {}],
    drawerNotes: [{ text: note }],
  })
})

test('whose name or document is known finds their sales, and sees no more of them than before', async () => {
  for (const text of ['rosa nu', '79.456.123']) {
    await page.keyboard.press('Control+K')
    await page.keyboard.type(text)
    const offer = page.getByRole('option').filter({ hasText: '6501' })
    await offer.waitFor()
    expect(await words(page.getByRole('listbox'))).not.toMatch(/Núñez|79456123|300\s?987\s?6501/)
    await page.keyboard.press('Escape')
  }
  await look()
  await page.getByText(/^2 ventas/).waitFor()
})

test('who it was is erased from what ended two days ago, and the sale stays', async () => {
  await button(page, 'Borrar sus datos').press('Enter')
  await page.getByText('en 2 ventas y 1 nota de la caja y no se puede deshacer').waitFor()
  await page.getByText('30 días con copias. Si se recupera una').waitFor()
  await isClean(page)
  await picture(page, 'datos-borrar')
  await button(page, 'Sí, borrar').press('Enter')
  await page.getByText('Se borró de 1 venta').waitFor()
  await page.getByText('Se borró 1 nota de la caja.').waitFor()
  await page.getByText('Ya se pidió borrar 1 venta').waitFor()
  expect(await button(page, 'Borrar sus datos').count()).toBe(0)
  expect(await page.getByText('Abono de Rosa').count()).toBe(0)
  await picture(page, 'datos-borrado')
  await page.goto(`${new URL(page.url()).origin}/#/venta/old-sale`)
  await page.getByText('[borrado]').first().waitFor()
  const told = await words(page.getByRole('main'))
  expect(told).toContain('$ 5.000')
  expect(told).toContain('old-sale')
  expect(told).not.toMatch(/300\s?987\s?6501|79456123/)
  const trail = await app.call('people.trail', { from: '2020-01-01', to: '2099-01-01' })
  expect(JSON.stringify(trail)).toContain('privacy.erase')
  expect(JSON.stringify(trail)).not.toContain(phone)
})
