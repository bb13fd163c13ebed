import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { addDays, formatDay, serviceDay } from '../../shared/domain/time/dates.ts'
import { decimalFromMinor } from '../../shared/domain/money/money.ts'
import { comparedRange, listDays, presetRange } from '../../shared/domain/time/range.ts'
import { makeFolder } from '../folders.ts'
import { button, goTo, holds, ready, tabTo, type, words } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// The accountant's month, through the real window and by the command line, over the real test service.

const month = presetRange('lastMonth', serviceDay(Date.now()))
const before = comparedRange(month, 'previous') ?? month
const days = listDays(month)
const house = fileURLToPath(new URL('../..', import.meta.url))
const folder = makeFolder('month')
let sandbox: Sandbox
let app: OpenApp
let page: Page

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: '21',
    historyFrom: before.from,
    historyTo: month.to,
    salesPerDay: 70,
    busyDays: Object.fromEntries(days.map((day, place) => [day, 90 + ((place * 37) % 120)])),
  })
  app = await openApp({
    baseUrl: sandbox.url,
    token: sandbox.token,
    dataDir: join(folder, 'window'),
  })
  page = app.page
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const catalogSchema = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(z.object({ id: z.string(), categoryId: z.string() })),
})
const sales = () => sandbox.ledger.transactions({ kind: 'sales', ...month })
type Row = ReturnType<typeof sales>[number]
/** The test service's products that hand cash to the customer. */
const handsOut = ({ productName }: Row) => /^(Retiro|Desembolso)\b/.test(productName ?? '')
const comesIn = (row: Row) => !handsOut(row)
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
const figure = (minor: number) => Math.trunc(minor / 100).toLocaleString('de-DE')

/** Each row of a workbook's sales as SheetJS reads it: id, product, status, amount and moment. */
function linesIn(path: string): string[] {
  const { Sheets } = read(readFileSync(path))
  return utils
    .sheet_to_json<Record<string, unknown>>(Sheets['Ventas'] ?? {})
    .filter((row) => typeof row['Fecha y hora'] === 'number')
    .map((row) => {
      // A date in a sheet is days since 1899-12-30, in a fraction: the second is the nearest one.
      const second = Math.round((Number(row['Fecha y hora']) - 25_569) * 86_400) * 1000
      const time = new Date(second).toISOString().slice(0, 19).replace('T', ' ')
      return [row['Id'], row['Producto'], row['Estado'], row['Valor COP'], time]
        .map(String)
        .join('|')
    })
    .toSorted()
}
const inSpanish: Record<string, string> = {
  APPROVED: 'Aprobada',
  REJECTED: 'Rechazada',
  PENDING: 'Pendiente',
  PROCESSING: 'En proceso',
  PARTIAL: 'Aprobada en parte',
}
const ledgerLines = () =>
  sales()
    .map(({ id, productName, status, amount, createdAt }) =>
      [id, productName, status, decimalFromMinor(amount), createdAt].join('|'),
    )
    .toSorted()
/** Statuses may stand in the service's words or in ours. */
const asService = (line: string) =>
  Object.entries(inSpanish).reduce(
    (text, [own, ours]) => text.replace(`|${ours}|`, `|${own}|`),
    line,
  )

test('the answer comes first: what came in, apart from what was handed out, and against the month before', async () => {
  await page.getByText('Recarga Clara').first().waitFor()
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await button(page, /^Completo/).waitFor()
  const approved = sales().filter(({ status }) => status === 'APPROVED')
  const [came, handed] = [sumOf(approved.filter(comesIn)), sumOf(approved.filter(handsOut))]
  expect(Math.min(came, handed)).toBeGreaterThan(0)
  await expect.poll(() => words(page.getByTestId('answer'))).toContain(figure(came))
  await expect.poll(() => words(page.getByTestId('handed-out'))).toContain(figure(handed))
  const result = page.getByRole('region', { name: 'Resultado' })
  await expect.poll(() => words(result)).toMatch(/% (más|menos)|Igual/)
  const earlier = sandbox.ledger
    .transactions({ kind: 'sales', ...before })
    .filter(({ status }) => status === 'APPROVED')
  await expect.poll(() => words(result)).toContain(`$ ${figure(sumOf(earlier.filter(comesIn)))}`)
})

/** How many rows are whole in sight. */
const rowsInSight = (): Promise<number> =>
  page
    .locator('[data-row]')
    .evaluateAll(
      (rows) =>
        rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight - 20).length,
    )

test('half of a small screen stays for the rows, and choices say their keys while Alt is held', async () => {
  await expect.poll(rowsInSight).toBeGreaterThanOrEqual(6)
  const key = page.locator('kbd[data-does="reportParts"]').first()
  const shown = () => key.evaluate((one) => getComputedStyle(one).opacity)
  expect(await shown()).toBe('0')
  await page.keyboard.down('Alt')
  expect(await shown()).toBe('1')
  await page.keyboard.up('Alt')
  expect(await shown()).toBe('0')
  const whole = page.viewportSize() ?? { width: 1366, height: 768 }
  await page.setViewportSize({ width: 960, height: 540 })
  const chart = page.getByRole('region', { name: 'Gráfico' })
  await chart.waitFor({ state: 'detached' })
  await expect.poll(rowsInSight).toBeGreaterThanOrEqual(5)
  await page.keyboard.press('q')
  await chart.waitFor()
  await page.keyboard.press('q')
  await chart.waitFor({ state: 'detached' })
  await page.setViewportSize(whole)
  await chart.waitFor()
})

test('in a narrow window all that leaves the report is behind one button, and its keys are taken open and closed', async () => {
  const whole = page.viewportSize() ?? { width: 1366, height: 768 }
  await page.setViewportSize({ width: 960, height: 540 })
  const place = page.getByLabel('Nombre del archivo').and(page.locator(':focus'))
  const csv = button(page, 'Exportar a CSV')
  await csv.waitFor({ state: 'detached' })
  await page.locator('#page').focus()
  await page.keyboard.press('v')
  await place.waitFor()
  await page.keyboard.press('Escape')
  for (const press of ['v', 'Enter']) {
    await page.locator('#page').focus()
    await page.keyboard.press('o')
    await csv.waitFor()
    if (press === 'Enter') await csv.focus()
    await page.keyboard.press(press)
    await place.waitFor()
    await csv.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize(whole)
  await csv.waitFor()
})

test('the same month by the window and by the command line is the ledger, row by row', async () => {
  const shown = join(folder, 'ventana.xlsx')
  await button(page, 'Exportar a Excel').click()
  await page.getByLabel('Carpeta').fill(folder)
  await page.getByLabel('Nombre del archivo').fill('ventana.xlsx')
  await button(page, /^Guardar/).click()
  await page.getByText(/^Se guardaron/).waitFor()
  const typed = join(folder, 'comando.xlsx')
  await promisify(execFile)(
    process.execPath,
    [
      ...['electron/cli.ts', 'report', 'sales', '--from', month.from, '--to', month.to],
      ...['--xlsx', typed, '--base-url', sandbox.url, '--country', 'CO'],
      ...['--data-dir', join(folder, 'comando')],
    ],
    { cwd: house, env: { ...process.env, LANG: 'es_CO', MOSTRADOR_TOKEN: sandbox.token } },
  )
  const truth = ledgerLines()
  expect(truth.length).toBeGreaterThan(4000)
  expect(linesIn(shown).map(asService)).toEqual(truth)
  expect(linesIn(typed).map(asService)).toEqual(truth)
})

test('a category restricts answer, table and totals alike, and lets go', async () => {
  await page.locator('label').filter({ hasText: 'Categoría' }).click()
  const list = page.getByRole('list', { name: 'Totales por categoría' })
  await list.getByRole('button', { name: /Recargas móviles/ }).waitFor()
  // In the order of the figure that stands at the end, as which the bars are as long.
  const figures = (await list.getByRole('button').allInnerTexts()).map((line) =>
    Number((/([\d.]+)\s*$/.exec(line)?.[1] ?? '').replaceAll('.', '')),
  )
  expect(figures.length).toBeGreaterThan(3)
  expect(figures).toEqual(figures.toSorted((one, other) => other - one))
  await list.getByRole('button', { name: /Recargas móviles/ }).click()
  const reply = await app.call('catalog.get', {})
  const { categories, products } = catalogSchema.parse(reply.ok ? reply.value : null)
  const category = categories.find(({ name }) => name === 'Recargas móviles')
  const ids = products.filter(({ categoryId }) => categoryId === category?.id).map(({ id }) => id)
  const topUps = sales().filter(({ productId }) => ids.includes(String(productId)))
  expect(topUps.length).toBeGreaterThan(100)
  const shown = page.getByRole('status').filter({ hasText: /ventas$/ })
  await expect.poll(() => words(shown.last())).toBe(`${figure(topUps.length * 100)} ventas`)
  const approved = topUps.filter(({ status }) => status === 'APPROVED')
  const minor = approved.reduce((sum, { amount }) => sum + amount, 0)
  await expect.poll(() => words(page.getByTestId('answer'))).toContain(figure(minor))
  await button(page, 'Quitar filtros').click()
  await expect.poll(() => words(shown.last())).toBe(`${figure(sales().length * 100)} ventas`)
})

test('a finished month opens without any request, says when it was fetched, and shows what was asked', async () => {
  sandbox.control.clearRequests()
  await button(page, 'Hoy').last().click()
  await button(page, 'Mes pasado').click()
  await button(page, /^Completo/).waitFor()
  await page
    .getByText(/^Actualizado /)
    .first()
    .waitFor()
  await button(page, /^Completo/).click()
  await page.getByText(/consultas? al servicio$/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Today alone, for itself and for the comparison with yesterday: no day before.
  const yesterday = addDays(serviceDay(Date.now()), -1)
  const asked = sandbox.control.listedDays().map(({ dateStart }) => dateStart)
  expect(asked.filter((day) => day < yesterday)).toEqual([])
})

test('with the keyboard alone: days are typed, rows found, sorted and gone to, and what takes long is stopped', async () => {
  const [from, to] = [addDays(month.from, 4), addDays(month.from, 9)]
  const [some, there] = [{ from, to }, addDays(month.from, 6)]
  const rows = sandbox.ledger.transactions({ kind: 'sales', ...some })
  const shown = page.getByRole('status').filter({ hasText: /ventas$/ })
  const counted = async (count: number) =>
    expect.poll(() => words(shown.last())).toBe(`${figure(count * 100)} ventas`)
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('d')
  await holds(page, page.getByLabel('Desde'))
  await type(page, from)
  await page.keyboard.press('Tab')
  await type(page, to)
  await page.keyboard.press('Enter')
  await counted(rows.length)

  await closed()
  await page.keyboard.press('b')
  await page.keyboard.type('recarga clara')
  await counted(rows.filter(({ productName }) => productName === 'Recarga Clara').length)
  await page.keyboard.press('Escape')
  await counted(rows.length)

  await tabTo(page, button(page, /^Valor/))
  await page.keyboard.press('Enter')
  const highest = Math.max(...rows.map(({ amount }) => amount))
  await page.keyboard.press('Tab')
  await expect.poll(() => words(page.locator('[data-row]:focus'))).toContain(figure(highest))

  await page.keyboard.press('i')
  await holds(page, page.getByRole('textbox', { name: 'Día' }))
  await type(page, there)
  await page.keyboard.press('Enter')
  const ofDay = rows.filter(({ createdAt }) => createdAt.startsWith(there))
  const row = page.locator('[data-row]:focus')
  const first = rows.filter(({ createdAt }) => createdAt.slice(0, 10) > there).length
  await expect.poll(() => row.getAttribute('data-row')).toBe(String(first))
  // Above it stands its day, and what that comes to, each way by itself: a step of the keyboard like the rows.
  await page.keyboard.press('ArrowUp')
  const day = page.locator('[data-line]:not([data-row]):focus')
  await expect
    .poll(async () => (await words(day)).split('\n').slice(0, 2))
    .toEqual([formatDay(there, 'es'), `${ofDay.length} ventas`])
  expect(await day.getByRole('rowheader').count()).toBe(1)
  const told = (await words(day)).match(/(?<=\$ )[\d.]+/g) ?? []
  const approved = ofDay.filter(({ status }) => status === 'APPROVED')
  expect(told.reduce((sum, one) => sum + Number(one.replaceAll('.', '')), 0) * 100).toBe(
    approved.reduce((sum, { amount }) => sum + amount, 0),
  )
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => row.getAttribute('data-row')).toBe(String(first - 1))
  for (let moves = 0; moves < Math.floor(ofDay.length / 10); moves += 1) {
    await page.keyboard.press('PageDown')
  }
  expect(Number(await row.getAttribute('data-row'))).toBeLessThan(first + ofDay.length)

  await page.keyboard.press('r')
  await page.getByText(/consultas? al servicio$/).waitFor()
  await page.keyboard.press('Escape')
  await closed()
  // Of every request: what is not fresh any more is brought without being asked for, and again when it is.
  const slow = { operation: 'listTransactions', fault: 'latency', ms: 20_000, count: 99 } as const
  sandbox.control.addFaults(slow)
  await page.keyboard.press('a')
  const yesterday = formatDay(addDays(serviceDay(Date.now()), -1), 'es')
  await page.getByText(yesterday, { exact: true }).first().waitFor()
  await page.keyboard.press('u')
  await page.getByRole('progressbar').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  sandbox.control.clearFaults()
})

/** The plan of accounts, with something in it that is not saved: left with the key that saves it first. */
async function leavesTheChartSaved(): Promise<void> {
  const vat = page.getByLabel('IVA (%)')
  const stay = button(page, 'Seguir aquí')
  const saveAndLeave = async () => {
    await page.keyboard.press('F2')
    await holds(page, stay)
    await page.keyboard.press('Alt+y')
  }
  // What is refused is not left, and says why.
  await vat.fill('101')
  await saveAndLeave()
  await page.getByRole('alert').getByText('Un dato no es válido').waitFor()
  await stay.waitFor({ state: 'detached' })
  expect(await vat.inputValue()).toBe('101')
  // Whoever says meanwhile to stay, stays; what is written meanwhile is there, and not saved.
  await vat.fill('')
  const answer = app.hold('books.setChart')
  await saveAndLeave()
  await page.keyboard.press('Escape')
  await stay.waitFor({ state: 'detached' })
  await vat.fill('19')
  answer()
  await ready(page, 'Guardar plan').waitFor()
  await page.getByText('Sin guardar', { exact: true }).waitFor()
  expect(await vat.inputValue()).toBe('19')
  // What is being saved already is waited for.
  const answerAgain = app.hold('books.setChart')
  await button(page, 'Guardar plan').click()
  await saveAndLeave()
  answerAgain()
  await vat.waitFor({ state: 'detached' })
  await goTo(page, 'cierre/plan', 'Plan de cuentas')
  await expect.poll(() => vat.inputValue()).toMatch(/^19/)
  await vat.fill('')
  await button(page, 'Guardar plan').click()
  await page.getByText('Guardado', { exact: true }).waitFor()
}

test('the accountant maps the accounts, closes the month, and takes its entries along', async () => {
  await goTo(page, 'cierre', 'Cierre contable')
  // The month before last: on the first days of a month sales may still come to the last one, which needs a reason.
  await button(page, 'Mes anterior').click()
  await page.getByText('Abierto: todavía puede cambiar').waitFor()
  await button(page, 'Traer los reportes').click()
  await page.getByText('Reportes comprobados').waitFor()
  await page.getByText('Sin cuenta en el plan').waitFor()
  expect(await button(page, 'Cerrar el mes').isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Plan de cuentas' }).click()
  await page.getByText('Faltan 31 cuentas').waitFor()
  await page.keyboard.press('n')
  await holds(page, page.getByLabel('Producto', { exact: true }))
  await button(page, 'Usar sugerencias').click()
  // Who types on while the page asks whether it may be left loses nothing.
  await page.keyboard.press('F2')
  await holds(page, button(page, 'Seguir aquí'))
  await page.keyboard.type('sals')
  await holds(page, button(page, 'Seguir aquí'))
  await page.keyboard.press('Escape')
  await leavesTheChartSaved()
  await page.getByRole('link', { name: 'Volver al cierre' }).click()
  await button(page, 'Mes anterior').click()
  await page.getByText('Reportes comprobados').waitFor()
  await page
    .getByText(/^\d+ comprobantes?$/)
    .or(page.locator('summary').first())
    .first()
    .waitFor()
  await page.locator('summary').first().click()
  await button(page, /^\d+ ventas?$/)
    .first()
    .click()
  await button(page, 'Cerrar el mes').click()
  await page.getByRole('alert').getByText('¿Cerrar el mes?').waitFor()
  await button(page, 'Cerrar el mes').click()
  await page.getByText('Cerrado con el número 1').waitFor()
  await button(page, 'Guardar asientos').click()
  await page.getByLabel('Carpeta').fill(folder)
  await page.getByLabel('Nombre del archivo').fill('asientos.xlsx')
  await page.getByLabel('Nombre del archivo').press('Enter')
  await page.getByText(/^Guardado: .*asientos\.xlsx$/).waitFor()
  const [sheet] = Object.values(read(readFileSync(join(folder, 'asientos.xlsx'))).Sheets)
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet ?? {})
  const sum = (column: string) =>
    rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
  expect(sum('Débito')).toBeGreaterThan(0)
  expect(sum('Débito')).toBe(sum('Crédito'))
})
