import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { writeOtherRegisters } from '../../electron/store/hub/others-note.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { insertRow } from '../../electron/store/sqlite/rows.ts'
import { createBooksTable } from '../../electron/store/tables/books.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { addDays, serviceDay } from '../../shared/domain/time/dates.ts'
import { monthOf, presetRange } from '../../shared/domain/time/range.ts'
import type { Language } from '../../shared/words/words.ts'
import { isClean } from '../e2e/axe.ts'
import { button, holds, picture, tabPress, tabTo, tabType, words } from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'

// Every page of the accountant's books, in both languages, light and dark, and the whole close by keyboard alone.

/** The month before last: on the first days of a month sales may still come to the last one. */
const last = presetRange('lastMonth', serviceDay(Date.now()))
const month = addDays(last.from, -1).slice(0, 7)
let sandbox: Sandbox
let app: OpenApp
let page: Page

beforeAll(async () => {
  const range = monthOf(`${month}-01`)
  sandbox = await startSandbox({ historyFrom: range.from, historyTo: range.to, salesPerDay: 3 })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  page = app.page
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const goTo = async (path: string, title: string) => {
  await page.evaluate((to) => (location.hash = `#${to}`), path)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

test('the month is brought, mapped, typed into and closed without a mouse', async () => {
  await goTo(`/cierre?mes=${month}`, 'Cierre contable')
  await tabPress(page, button(page, 'Traer los reportes'))
  await page.getByText('Reportes comprobados').waitFor()
  await goTo('/cierre/plan', 'Plan de cuentas')
  await tabPress(page, button(page, 'Usar sugerencias'))
  await page.keyboard.press('Shift+Tab')
  await holds(page, button(page, 'Guardar plan'))
  await page.keyboard.press('Enter')
  await page.getByText('Guardado', { exact: true }).waitFor()
  await goTo(`/cierre/digitar?mes=${month}`, 'Digitar')
  await tabType(page, page.getByLabel('Comisión', { exact: true }), '100000')
  await tabType(page, page.getByLabel('IVA', { exact: true }), '19000')
  await tabType(page, page.getByLabel('Retenciones', { exact: true }), '13850')
  await page.keyboard.press('Enter')
  const listed = page.getByRole('region', { name: 'Digitado en el mes' }).getByRole('listitem')
  await listed.waitFor()
  const debit = listed.getByRole('row').filter({ hasText: 'Comisiones por liquidar' })
  expect(await words(debit.first())).toContain('$ 105.150')
  const check = page.getByRole('region', { name: 'Comisión del mes' })
  expect(await words(check)).toContain('$ 105.150')
  await goTo(`/cierre?mes=${month}`, 'Cierre contable')
  await tabPress(page, page.locator('summary').last())
  await tabPress(page, page.locator('details[open] article button[aria-expanded]').first())
  await page
    .locator('details[open] article ul ul li, details[open] article ul + ul li')
    .first()
    .waitFor()
  await tabPress(page, button(page, 'Cerrar el mes'))
  await tabPress(page, button(page, 'Cerrar el mes'))
  await page.getByText('Cerrado con el número 1').waitFor()
  await tabTo(page, button(page, 'Guardar asientos'))
})

test('what the other registers of the shop closed stands beside it, and who did not say so', async () => {
  const base = { name: 'Caja 2', closedAt: Date.now(), closedBy: 'Ana', reopenedAt: null }
  const exceptions = { days: [], unlisted: 1, unreadable: 0, differences: [], behind: [] }
  const other = (code: string, name: string) => ({
    ...{ code, name, joined: 1, retired: null, complete: Date.now() },
  })
  const registers = [other('C2', 'Caja 2'), other('C3', 'Mostrador del fondo')]
  writeOtherRegisters(app.dataDir, { stream: 's', at: Date.now(), registers })
  const db = openDatabase(join(app.dataDir, 'journal.db'), { synchronous: 'FULL' })
  const { id } = db.get(
    z.object({ id: z.string() }),
    'select profile_id as id from book_close',
  ) ?? { id: '' }
  const url = 'postgres:///none?host=/nowhere'
  insertRow(db, 'hub_stream', {
    ...{ one: 1, id: 's', code: 'C1', name: 'Caja 1', login: 'l', url, begunAt: 1 },
  })
  createBooksTable(db).setTold(
    id,
    { month, register: 'C2' },
    { ...base, number: 3, exportedAt: Date.now(), exceptions },
  )
  db.close()
  await goTo('/cierre/plan', 'Plan de cuentas')
  await goTo(`/cierre?mes=${month}`, 'Cierre contable')
  const others = page.getByRole('region', { name: 'Otras cajas' })
  expect(await words(others)).toMatch(
    /C2 Caja 2: cerrado con el número 3 · Ana · .* · con excepciones · sus asientos ya se exportaron/,
  )
  expect(await words(others)).toContain('No han dicho que lo cerraron: C3 Mostrador del fondo')
})

const pages = [
  ['/cierre/plan', 'Plan de cuentas', 'Chart of accounts', 'plan'],
  [`/cierre/digitar?mes=${last.from.slice(0, 7)}`, 'Digitar', 'Manual entries', 'digitar'],
  [`/cierre?mes=${last.from.slice(0, 7)}`, 'Cierre contable', 'Books', 'abierto'],
  [`/cierre?mes=${month}`, 'Cierre contable', 'Books', 'cerrado'],
  ['/ajustes/productos/clasificar', 'Ajustes', 'Settings', 'clasificar'],
] as const

test.each<Language>(['es', 'en'])('every page is clean in %s, light and dark', async (language) => {
  await app.call('settings.set', { language })
  for (const [path, spanish, english, name] of pages) {
    await goTo(path, language === 'es' ? spanish : english)
    await page
      .getByRole('status')
      .filter({ hasText: /^(Leyendo|Reading)/ })
      .waitFor({ state: 'detached' })
    if (name === 'cerrado')
      await page.getByText(/^(Cerrado con el número|Closed under number) 1$/).waitFor()
    // What could not be read would be clean, too.
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    await isClean(page)
    await picture(page, `${name}-${language}`)
  }
})
