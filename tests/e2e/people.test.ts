import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { peopleStateSchema } from '../../shared/contract/people.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { isClean } from './axe.ts'
import {
  button,
  confirm,
  holds,
  nextSale,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  signInAs,
  tabPress,
  tabTo,
  tabType,
  words,
  picture,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { scanInto } from './scanner-keys.ts'

// Several people at one register, through the real window: who may do what, changing over, locking.

let folder: string
let sandbox: Sandbox
let app: OpenApp
let page: Page

const open = async () => {
  const there = { dataDir: join(folder, 'register'), sandbox: true, still: true }
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, ...there })
  page = app.page
}

beforeAll(async () => {
  folder = makeFolder('people')
  sandbox = await startSandbox({ settings: { statusSeconds: 1 } })
  await open()
  await page.locator('[data-product]').first().waitFor()
  await app.call('settings.set', { showCommission: true })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const locked = (there: Page) => there.getByRole('dialog', { name: 'Caja bloqueada' })

const signIn = (name: string, pin: string) => signInAs(page, name, pin)
const here = (name: string) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(name) })
    .waitFor()

async function addPerson(name: string, role: string, pin: string): Promise<void> {
  await tabPress(page, button(page, 'Agregar persona'))
  await holds(page, page.getByLabel('Nombre'))
  await page.keyboard.type(name)
  await tabType(page, page.getByLabel('PIN', { exact: true }), pin)
  await tabType(page, page.getByLabel('Repita el PIN'), pin)
  await tabTo(page, page.getByRole('radio', { checked: true }))
  const wanted = page.getByRole('radio', { name: new RegExp(`^${role}`) })
  for (let press = 0; press < 3 && !(await wanted.isChecked()); press += 1) {
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await page.getByText(name, { exact: true }).waitFor()
  // The next one is a press away.
  await holds(page, button(page, 'Agregar persona'))
}

/** The sale that is left waiting. */
const left = () => sandbox.ledger.transactions({}).find((one) => one.cellphone === '3001150003')

async function personOf(name: string) {
  const reply = await app.call('people.state', {})
  const { people } = peopleStateSchema.parse(reply.ok ? reply.value : null)
  const found = people.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

test('one person alone needs no PIN, and makes the administrator', async () => {
  // A shift of before there were people: nobody's own any more.
  const base = [{ currency: 'COP', pieces: [], other: 5_000_000 }]
  expect(await app.call('shift.open', { base })).toMatchObject({ ok: true })
  await page.keyboard.press('F8')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('F9')
  await tabPress(page, page.getByRole('link', { name: 'Personas' }))
  await page.getByRole('heading', { name: 'Sin PIN: una sola persona' }).waitFor()
  await isClean(page)
  await picture(page, 'personas-sola')
  await tabPress(page, button(page, 'Crear al administrador'))
  await holds(page, page.getByLabel('Nombre'))
  await page.keyboard.press('Escape')
  await holds(page, button(page, 'Crear al administrador'))
  await page.keyboard.press('Enter')
  await holds(page, page.getByLabel('Nombre'))
  await page.keyboard.type('Ana Ruiz')
  await tabType(page, page.getByLabel('PIN', { exact: true }), '2468')
  await tabType(page, page.getByLabel('Repita el PIN'), '2469')
  await page.keyboard.press('Enter')
  await page.getByText('Los dos PIN no son iguales.').waitFor()
  await holds(page, page.getByLabel('Repita el PIN'))
  await isClean(page)
  await picture(page, 'personas-primera')
  await page.keyboard.type('2468')
  await page.keyboard.press('Enter')
  await here('Ana Ruiz')
  // Once the form has given way to the list.
  await holds(page, button(page, 'Agregar persona'))
  await page.getByText('Puede hacer todo').waitFor()
})

test('adds a cashier and an accountant', async () => {
  await addPerson('Beto Díaz', 'Cajero', '1357')
  await addPerson('Caro Gil', 'Contador', '9753')
  await isClean(page)
  await picture(page, 'personas')
  await tabPress(page, button(page, 'Cambiar a Beto Díaz'))
  await tabTo(page, page.getByRole('checkbox', { name: 'Vender' }))
  await isClean(page)
  await picture(page, 'personas-cambiar')
  await tabPress(page, button(page, 'Ya no trabaja aquí'))
  await holds(page, button(page, 'Cancelar').last())
  // One step back each: out of the question, then out of the form.
  await page.keyboard.press('Escape')
  await holds(page, button(page, 'Ya no trabaja aquí'))
  await page.keyboard.press('Escape')
  await holds(page, button(page, 'Cambiar a Beto Díaz'))
  const log = await readFile(join(app.dataDir, 'mostrador.log'), 'utf8')
  for (const secret of ['2468', '1357', '9753', 'scrypt']) expect(log).not.toContain(secret)
})

test('the administrator closes with keys the shift that was open before there were people', async () => {
  await page.keyboard.press('F6')
  await holds(page, page.getByLabel('Base en la caja'))
  const other = page.getByTestId('other-shift')
  expect(await words(other)).toContain('turno sin cajero')
  await isClean(page)
  await picture(page, 'turno-de-otro')
  // A letter is written into the field that has the keyboard, until Esc leaves it.
  await page.getByTestId('leave-field').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await page.getByTestId('others-shift').waitFor()
  const count = page.locator('input[data-pieces]').first()
  await holds(page, count)
  await isClean(page)
  // One note of 50.000: the second of the bills, from the largest.
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  await tabPress(page, button(page, 'Terminar el conteo'))
  await page.getByTestId('difference').getByText('Cuadra').waitFor()
  await picture(page, 'turno-de-otro-contado')
  await holds(page, button(page, /^Cerrar turno/))
  await page.keyboard.press('Enter')
  expect(await words(page.getByTestId('slip'))).toMatch(/Lo cerró\s*Ana Ruiz/)
  await page.keyboard.press('F6')
  const base = page.getByLabel('Base en la caja')
  await holds(page, base)
  expect(await other.count()).toBe(0)
  // What one typed or was told on a page is not there for the next, who may open it too.
  await page.keyboard.type('7')
  await expect.poll(() => base.inputValue()).toBe('7')
  const { id } = await personOf('Beto Díaz')
  await app.call('people.signIn', { personId: id, pin: '1357' })
  await expect.poll(() => base.inputValue()).toBe('')
  await app.call('people.signIn', { personId: (await personOf('Ana Ruiz')).id, pin: '2468' })
  await here('Ana Ruiz')
})

test('a cashier takes over with a key in the middle of a sale, which carries the name', async () => {
  await quoteTopUp(page, '3001112222', '4000')
  await ready(page, /^Recargar/).waitFor()
  await page.keyboard.press('F8')
  await page.getByRole('dialog', { name: 'Cambiar de cajero' }).waitFor()
  await isClean(page)
  await picture(page, 'cambiar-de-cajero')
  await page.keyboard.press('Escape')
  await here('Ana Ruiz')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('F8')
  await signIn('Beto Díaz', '1357')
  await here('Beto Díaz')
  await confirm(page)
  await seeResult(page, 'Aprobada')
  const reply = await app.call('selling.list', { text: '3001112222' })
  expect(reply).toMatchObject({ ok: true, value: { sales: [{ cashier: 'Beto Díaz' }] } })
  await nextSale(page)
})

test('a cashier has no reports, no settings of the owner and no commissions, in the window or behind it', async () => {
  const rail = page.getByRole('navigation', { name: 'Páginas' })
  expect(await rail.getByText('Reportes').count()).toBe(0)
  await page.keyboard.press('F4')
  await page.getByText('Elija un producto').waitFor()
  await page.keyboard.press('F9')
  await page
    .getByRole('heading', { name: 'Teclas' })
    .or(page.getByText('Todo se puede hacer'))
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: 'Personas' }).count()).toBe(0)
  await isClean(page)
  await picture(page, 'teclas')
  const day = '2026-11-01'
  const range = { kind: 'sales', from: day, to: day } as const
  const refused = { ok: false, error: { code: 'NOT_ALLOWED' } }
  const file = { format: 'csv', path: '/tmp/x.csv', language: 'es', jobId: 'j' } as const
  expect(await app.call('reports.export', { ...range, ...file, filter: {} })).toEqual(refused)
  expect(await app.call('reports.completeness', range)).toEqual(refused)
  expect(await app.call('resolving.beginClose', { saleId: 'x', as: 'approved' })).toEqual(refused)
  expect(await app.call('settings.set', { language: 'en' })).toEqual(refused)
  expect(await app.call('people.list', {})).toEqual(refused)
  const catalog = await app.call('catalog.get', {})
  expect(JSON.stringify(catalog)).not.toMatch(/"tip":"/)
  const state = await app.call('connection.state', {})
  expect(state).toMatchObject({ value: { business: { balance: {}, profits: null } } })
  expect(await page.getByRole('banner').getByText('Ganancias').count()).toBe(0)
})

test('locked by its key, nothing is reached or told, a sale that is out ends, and what was typed is there again', async () => {
  sandbox.control.addFaults({ operation: 'sell', fault: 'latency', ms: 5_000, when: 'after' })
  await sellTopUp(page, '3001113333', '6000')
  await seeResult(page, 'Enviando')
  await page.keyboard.press('Shift+F8')
  await locked(page).waitFor()
  const told = await page.evaluateHandle(() => {
    const names: string[] = []
    window.bridge.subscribe((event) => names.push(event.name))
    return names
  })
  await isClean(page)
  await picture(page, 'bloqueada')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('31')
  await page.keyboard.press('Tab')
  await page.keyboard.press('F9')
  await locked(page).waitFor()
  expect(page.url()).toMatch(/vender$/)
  const refused = { ok: false, error: { code: 'LOCKED' } }
  const sell = { draftId: 'locked-draft', productId: '1', quoteId: null, values: {} }
  expect(await app.call('selling.sell', sell)).toEqual(refused)
  expect(await app.call('selling.list', { text: '3001113333' })).toEqual(refused)
  expect(await app.call('shift.state', {})).toEqual(refused)
  expect(await app.call('connection.state', {})).toMatchObject({ value: { business: null } })
  await expect
    .poll(() => app.call('selling.openCount', {}))
    .toEqual({ ok: true, value: { count: 0 } })
  expect(await told.jsonValue()).not.toContain('selling.changed')
  // A scanner that is bumped tries no PIN: after it there is one line of a wrong PIN, of the one that is typed.
  const pin = page.getByLabel(/^PIN de/)
  await page.keyboard.press('Shift+Tab')
  await holds(page, pin)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await scanInto(page, '4006381333931')
  await expect.poll(() => pin.inputValue()).toBe('')
  await signIn('Beto Díaz', '1111')
  await page.getByText('Ese no es el PIN.').waitFor()
  await signIn('Beto Díaz', '1357')
  await seeResult(page, 'Aprobada')
  await expect.poll(() => told.jsonValue()).toContain('selling.changed')
  await nextSale(page)
})

test('locks by itself after a while without anybody, whatever runs in the window', async () => {
  // One that nobody waits for any more, and that is asked for behind.
  await sellTopUp(page, '3001150003', '7000')
  await seeResult(page, 'En proceso')
  await nextSale(page)
  await page.keyboard.press('F8')
  await signIn('Ana Ruiz', '2468')
  await here('Ana Ruiz')
  await app.call('settings.set', { lockAfterMinutes: 3 })
  await page.reload()
  await here('Ana Ruiz')
  // The clock of this process, which decides: what it shows now, and what a test adds.
  const uptime = process.uptime.bind(process)
  let ahead = 45
  const clock = vi.spyOn(process, 'uptime').mockImplementation(() => uptime() + ahead)
  await page.keyboard.press('ArrowDown')
  const saleId = left()?._id ?? ''
  expect(await app.call('selling.look', { saleId })).toMatchObject({ value: { settledAt: null } })
  expect(await locked(page).count()).toBe(0)
  // A window whose clock was stopped, as by its developer tools.
  await page.evaluate(() => {
    for (let id = 0; id < 10_000; id += 1) clearInterval(id)
  })
  ahead += 181
  await locked(page).waitFor()
  clock.mockRestore()
  await page.reload()
  await signIn('Ana Ruiz', '2468')
  await here('Ana Ruiz')
})

test('the trail tells all of it, and only an administrator reads it', async () => {
  await page.keyboard.press('F9')
  await tabPress(page, page.getByRole('link', { name: 'Quién hizo qué' }))
  const main = page.getByRole('main')
  await main.getByText('PIN equivocado').first().waitFor()
  expect(await main.getByText('PIN equivocado').count()).toBe(1)
  const told = await words(main)
  for (const text of ['Agregó a una persona', 'Entró', 'Bloqueó la caja', 'No se le permitió'])
    expect(told).toContain(text)
  expect(told).not.toContain('2468')
  await isClean(page)
  await picture(page, 'rastro')
  await tabPress(page, button(page, 'Exportar 31 días'))
  await holds(page, page.getByLabel('Nombre del archivo'))
  await page.keyboard.press('Escape')
  await holds(page, button(page, 'Exportar 31 días'))
  await page.keyboard.press('Enter')
  await holds(page, page.getByLabel('Nombre del archivo'))
  await page.keyboard.type('rastro.csv')
  await page.keyboard.press('Shift+Tab')
  await tabType(page, page.getByLabel('Carpeta'), join(folder, 'no-such-folder'))
  await page.keyboard.press('Enter')
  await main.getByRole('alert').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(folder)
  await page.keyboard.press('Enter')
  await page.getByText(/^Se guardaron/).waitFor()
  await main.getByRole('alert').waitFor({ state: 'detached' })
  await holds(page, button(page, 'Exportar 31 días'))
  const csv = await readFile(join(folder, 'rastro.csv'), 'utf8')
  expect(csv).toContain('Beto Díaz')
  expect(csv).not.toMatch(/people\.|reports\./)
  await page.keyboard.press('F8')
  await signIn('Caro Gil', '9753')
  await here('Caro Gil')
  await page.waitForURL(/teclas$/)
  await page.getByText('Exportar 31 días').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByText('Ganancias').waitFor()
})

test('who may not see commissions exports none and is told so; who may not export has nothing to do it with', async () => {
  const excel = button(page, 'Exportar a Excel')
  await page.keyboard.press('F4')
  await excel.waitFor()
  await page.keyboard.press('F8')
  await signIn('Ana Ruiz', '2468')
  await here('Ana Ruiz')
  const { id } = await personOf('Caro Gil')
  const person = { id, name: 'Caro Gil', role: 'accountant' } as const
  await app.call('people.save', { ...person, rights: ['reports', 'export'] })
  await page.keyboard.press('F8')
  await signIn('Caro Gil', '9753')
  await here('Caro Gil')
  await page.keyboard.press('F4')
  await button(page, 'Exportar a CSV').click()
  await page.getByLabel('Carpeta').fill(folder)
  await button(page, /^Guardar/).click()
  await page.getByText('Sin comisiones: usted no tiene permiso de verlas.').waitFor()
  await isClean(page)
  await page.keyboard.press('F8')
  await signIn('Ana Ruiz', '2468')
  await here('Ana Ruiz')
  await app.call('people.save', { ...person, rights: ['reports'] })
  await page.keyboard.press('F8')
  await signIn('Caro Gil', '9753')
  await here('Caro Gil')
  await excel.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Reportes', exact: true }).waitFor()
  await page.getByRole('banner').getByText('Ganancias').waitFor({ state: 'detached' })
  const asked = { kind: 'sales', from: '2026-11-01', to: '2026-11-01', filter: {} } as const
  const print = { ...asked, sort: { column: 'id', descending: true }, language: 'es' } as const
  expect(await app.call('reports.print', print)).toEqual({
    ok: false,
    error: { code: 'NOT_ALLOWED' },
  })
})

test('the register opens locked the next day, a PIN opens it, and it tells of what ended meanwhile', async () => {
  await app.close()
  sandbox.control.setStatus(left()?.id ?? 0, 'APPROVED')
  await open()
  await locked(page).waitFor()
  await expect
    .poll(() => app.call('selling.openCount', {}))
    .toEqual({ ok: true, value: { count: 0 } })
  await signIn('Beto Díaz', '1357')
  await here('Beto Díaz')
  const told = page.getByRole('article').filter({ hasText: '••• 0003' })
  await told.getByText('Aprobada').waitFor()
  await page.locator('[data-product]').first().waitFor()
  await page.keyboard.press('Alt+q')
  await told.waitFor({ state: 'detached' })
})
