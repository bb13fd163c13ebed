import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Language } from '../../shared/words/words.ts'
import { isClean } from './axe.ts'
import { whatIsCut } from './cut.ts'
import { button, holds, tabPress, tabTo, words } from './hands.ts'
import { ownRegister, pretendHub, pretendRegisters } from './pretend-registers.ts'
import { openApp, type OpenApp } from './open-app.ts'

// The owner's screen of all registers, of a database that is made up: tests/real/hub-branches.test.ts has a real one.

let sandbox: Sandbox
let app: OpenApp
let page: Page
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  page = app.page
  await page.locator('[data-product]').first().waitFor()
})
// What fails in English is not asked in it of those after it.
afterEach(() => app.call('settings.set', { language: 'es' }))
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const goTo = (path: string) => page.evaluate((to) => void (location.hash = `#${to}`), path)
async function look(count: number): Promise<void> {
  pretendRegisters(app, count)
  await goTo('/hoy')
  await page.getByRole('heading', { level: 1, name: /^(Hoy|Today)/ }).waitFor()
  await goTo('/cajas')
  await page.locator('[data-figure]').first().waitFor()
}
const register = (code: string) => page.locator(`[data-register="${code}"]`)
const group = (key: string) => page.locator(`[data-group="${key}"]`)

test.each<[number, Language]>([
  [1, 'es'],
  [3, 'es'],
  [3, 'en'],
  [500, 'es'],
  [500, 'en'],
])('%i registers are clean in %s, and nothing of them is cut', async (count, language) => {
  await app.call('settings.set', { language })
  await look(count)
  await isClean(page)
  for (const [width, height] of [
    [960, 540],
    [1024, 640],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await whatIsCut(page)).toEqual([])
  }
})

test('of five hundred who is in trouble stands first, and branches are folded until they are asked for', async () => {
  await look(500)
  const first = group('troubled').locator('[data-register]')
  expect(await first.count()).toBeGreaterThan(15)
  expect(await words(group('troubled').getByRole('row').nth(1))).toContain('En dos computadores')
  // Whatever there is, no more than fits a few screens is drawn.
  expect(await page.locator('[data-register]').count()).toBeLessThan(60)
  expect(await page.locator('[data-group^="branch"]').count()).toBe(20)
  await tabTo(page, first.first())
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await group('branch Sucursal 20').locator('[data-register]').first().waitFor()
  await page.keyboard.press('Enter')
  await group('branch Sucursal 20')
    .locator('[data-register]')
    .first()
    .waitFor({ state: 'detached' })
})

test('a register is found by its name, and Escape leads from its rows back to its line, by keyboard alone', async () => {
  await look(500)
  const field = page.getByLabel('Caja o cajero')
  await tabTo(page, field)
  await page.keyboard.type('caja 499')
  await expect.poll(() => page.locator('[data-register]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await holds(page, register('C499'))
  await page.keyboard.press('Enter')
  await holds(page, button(page, 'Ver todas'))
  await page.getByRole('heading', { level: 2, name: 'C499' }).waitFor()
  await tabPress(page, page.locator('[data-figure=today]'))
  await page.getByTestId('seen-sale').first().waitFor()
  expect(await words(page.getByTestId('seen-sale').first())).toContain('C499')
  await page.keyboard.press('Escape')
  await holds(page, page.locator('[data-figure=today]'))
  await page.keyboard.press('Escape')
  await holds(page, register('C499'))
  // What was looked for stays, too.
  expect(await field.inputValue()).toBe('caja 499')
  await tabTo(page, field)
  await page.keyboard.press('Escape')
  expect(await field.inputValue()).toBe('')
})

test('registers of a branch are chosen, and an amount of a line opens its sales', async () => {
  await look(500)
  const total = page.locator('[data-group="branch Sucursal 7"] th ~ td').nth(1)
  const [first = ''] = (await words(total)).split(/(?=USD)/)
  await page.getByLabel('Sucursal', { exact: true }).selectOption('Sucursal 7')
  await expect.poll(() => page.locator('[data-group^="branch"]').count()).toBe(1)
  expect(await page.locator('[data-register]').count()).toBe(25)
  // The figures are of the branch, and say so; what a figure opens is of it, too, with its total.
  await page.getByRole('heading', { level: 2, name: 'Sucursal 7 · 25 cajas' }).waitFor()
  expect(await words(page.locator('[data-figure=today]'))).toContain(first.trim())
  await page.locator('[data-figure=today]').click()
  await page.getByTestId('seen-sale').first().waitFor()
  expect(await words(page.getByTestId('seen-sale').first())).toContain('C7 ')
  expect(await words(page.getByRole('region', { name: 'Cobrado hoy' }))).toContain(first.trim())
  await page.keyboard.press('Escape')
  const line = page.getByRole('row').filter({ has: register('C27') })
  await line.getByRole('button').nth(2).click()
  await page.getByTestId('seen-sale').first().waitFor()
  expect(await words(page.getByTestId('seen-sale').first())).toContain('C27')
  await page.keyboard.press('Escape')
})

test('what the drawers lacked and had too much is added up above its cashiers', async () => {
  await look(500)
  await page.locator('[data-figure=differences]').click()
  const list = page.getByRole('region', { name: 'Faltantes del mes' })
  const total = list.getByTestId('differences-total')
  await total.waitFor()
  const amountsIn = async (row: Locator) =>
    Array.from((await words(row)).matchAll(/COP\s([\d.]+)/g), ([, figure = '']) =>
      Number(figure.replaceAll('.', '')),
    )
  const rows = await Promise.all((await list.locator('[data-row]').all()).map(amountsIn))
  const sums = [0, 1].map((side) => rows.reduce((sum, row) => sum + (row[side] ?? 0), 0))
  expect(await amountsIn(total)).toEqual(sums)
  expect(sums.every((sum) => sum > 0)).toBe(true)
  // None of them has a sign: its column says which it is.
  expect(await words(total)).not.toMatch(/[-−+]/)
  await page.keyboard.press('Escape')
})

const edges = (one: Locator) =>
  one.evaluate((row) => row.getBoundingClientRect()).then(({ top, bottom }) => ({ top, bottom }))

test('in the lowest window three registers are read below the figures, and the chosen one stays in sight', async () => {
  await page.setViewportSize({ width: 960, height: 540 })
  await look(500)
  const rows = page.getByRole('row').filter({ has: page.locator('[data-register]') })
  const first = await edges(rows.nth(2))
  expect(first.bottom).toBeLessThanOrEqual(540)
  await page.getByLabel('Sucursal', { exact: true }).selectOption('Sucursal 7')
  await expect.poll(() => rows.count()).toBe(25)
  expect((await edges(rows.nth(2))).bottom).toBeLessThanOrEqual(540)
  // The last of the branch: the page goes to its figures, and its line comes along.
  await register('C487').click()
  await holds(page, button(page, 'Ver todas'))
  const chosen = await edges(rows.filter({ has: register('C487') }))
  expect(chosen.bottom).toBeLessThanOrEqual(540)
  expect(chosen.top).toBeGreaterThan((await edges(page.locator('[data-part="scope"]'))).bottom)
  await page.setViewportSize({ width: 1366, height: 768 })
})

test('what was looked for in all leads back to the field', async () => {
  await look(3)
  const field = page.getByLabel('Buscar en todas').first()
  await page.keyboard.press('b')
  await holds(page, field)
  await page.keyboard.type('81000')
  await page.keyboard.press('Enter')
  await page.getByTestId('seen-sale').first().waitFor()
  await isClean(page)
  await page.keyboard.press('Escape')
  await holds(page, field)
})

test('a register in trouble says what to do, whole above its figures', async () => {
  // The window learns as it begins that somebody here may look at all registers: then a key leads there.
  pretendRegisters(app, 3)
  await goTo('/hoy')
  await page.reload()
  await page.getByRole('link', { name: 'Sucursales' }).waitFor()
  await page.keyboard.press('F5')
  await register('C3').click()
  await page.getByText('En el computador que es la caja, únala con un código nuevo').waitFor()
  await page.getByText('cuéntelo y ciérrelo en esa caja').waitFor()
  await page.keyboard.press('Escape')
  await holds(page, register('C3'))
})

test.each(['HUB_FORKED', 'HUB_RETIRED'] as const)(
  'the card of a register says what to do of %s',
  async (code) => {
    pretendHub(app, { register: ownRegister({ error: { code }, left: 12 }) })
    await goTo('/hoy')
    await goTo('/ajustes/caja')
    await page.getByText('C1 · Caja 1').waitFor()
    await isClean(page)
    // What to press stands with why, in the lowest window too.
    await page.setViewportSize({ width: 960, height: 540 })
    expect((await edges(button(page, 'Unir con otro código'))).bottom).toBeLessThan(540)
    await page.setViewportSize({ width: 1366, height: 768 })
    await tabPress(page, button(page, 'Unir con otro código'))
    await holds(page, page.getByLabel('Código de la caja'))
    await page.keyboard.press('Escape')
    await holds(page, button(page, 'Unir con otro código'))
  },
)

test('a register that is one of several says so first, by letters, and a wrong code is seen where it is typed', async () => {
  await page.setViewportSize({ width: 960, height: 540 })
  pretendHub(app, { register: ownRegister({ left: 12 }) })
  await goTo('/hoy')
  await goTo('/ajustes/caja')
  await page.getByText('C1 · Caja 1').waitFor()
  const tops = () =>
    page
      .locator('#own-register, #till')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const [own = 0, till = 0] = await tops()
  expect(own).toBeLessThan(till)
  await page.keyboard.press('D')
  await page.getByText('¿Desconectar esta caja?').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('O')
  await holds(page, page.getByLabel('Código de la caja'))
  await page.keyboard.insertText('no es un código')
  await page.keyboard.press('Enter')
  const said = page.getByText('Ese no es un código')
  await said.waitFor()
  await holds(page, page.getByLabel('Código de la caja'))
  for (const seen of [said, page.getByLabel('Código de la caja'), button(page, 'Unir esta caja')]) {
    const box = await seen.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(540)
    expect(box?.y).toBeGreaterThan(56)
  }
  await page.keyboard.press('Escape')
})
