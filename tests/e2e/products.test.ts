import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { productSettingSchema } from '../../shared/domain/product/product-setting.ts'
import { openApp, type OpenApp } from './open-app.ts'

const productSettingsSchema = z.array(productSettingSchema)

/** By keyboard alone: all natures at once, what hands out cash one by one. */
async function classify({ page, call }: OpenApp): Promise<void> {
  const said = async () => {
    const reply = await call('products.settings', {})
    if (!reply.ok) throw new Error(reply.error.code)
    return productSettingsSchema.parse(reply.value)
  }
  await page.evaluate(() => void (window.location.hash = '#/ajustes/productos/clasificar'))
  await page.getByRole('button', { name: /^Aceptar \d+ categorías \(/ }).press('Enter')
  await expect
    .poll(async () => (await said()).filter(({ nature }) => nature).length)
    .toBeGreaterThan(20)
  expect((await said()).every(({ direction }) => direction === null)).toBe(true)
  await page.getByRole('button', { name: /en que el cliente paga/ }).press('Enter')
  await expect.poll(async () => (await said()).some((one) => one.direction === 'in')).toBe(true)
  expect((await said()).some(({ direction }) => direction === 'out')).toBe(false)
  await page.getByRole('button', { name: 'Confirmar que entrega' }).first().press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await said()).some((one) => one.direction === 'out')).toBe(true)
  const [out] = (await said()).filter(({ direction }) => direction === 'out')
  expect(out?.nature).toBe('cash-out')
}

/** What is chosen for all that are listed is asked twice, by one key from where it was chosen; and is not said here. */
async function sayOfAll({ page }: OpenApp): Promise<void> {
  const choice = page.getByRole('form').getByLabel('Para la contabilidad')
  await choice.selectOption({ label: 'Reventa' })
  await choice.focus()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: /^Sí, cambiar \d+/ }).waitFor()
  await choice.selectOption({ label: 'Contabilidad: dejar así' })
  await page.getByRole('button', { name: /^Aplicar a \d+/ }).waitFor()
}

test('Enter goes down the list of products, of which only what is in sight is drawn', async () => {
  const app = await openApp({})
  onTestFinished(() => app.close())
  const { page } = app
  await app.call('connection.useSandbox', { country: 'CO' })
  await page.evaluate(() => void (window.location.hash = '#/ajustes/productos'))
  const row = (index: number) => page.locator(`[data-row="${index}"]`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))
  await row(0).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('0')
  for (let index = 1; index <= 50; index += 1) {
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe(String(index))
  }
  expect(await row(0).count()).toBe(0)
  await page.keyboard.press('Shift+Enter')
  await expect.poll(focused).toBe('49')
  await row(49).hover()
  await page.mouse.wheel(0, -10_000)
  await row(0).waitFor()
  await sayOfAll(app)
  await classify(app)
})

test('arrows with Alt go through the lists about products, and no key takes what is being written', async () => {
  const app = await openApp({})
  onTestFinished(() => app.close())
  const { page } = app
  await app.call('connection.useSandbox', { country: 'CO' })
  const goTo = (path: string) => page.evaluate((to) => void (location.hash = to), path)
  const at = () => page.evaluate(() => location.hash)
  await goTo('#/ajustes/productos')
  const search = page.getByPlaceholder('Buscar producto')
  await search.and(page.locator(':focus')).waitFor()
  const tab = (name: string) => page.locator('a[aria-current="page"]', { hasText: name }).waitFor()
  for (const [key, name] of [
    ['ArrowRight', 'Clasificar'],
    ['ArrowRight', 'Códigos de barras'],
    ['ArrowLeft', 'Clasificar'],
    ['ArrowLeft', 'Efectivo y contabilidad'],
  ] as const) {
    await page.keyboard.press(`Alt+${key}`)
    await tab(name)
  }
  // From the catalog's changes no key would lead back.
  await goTo('#/ajustes/productos/facturas')
  await tab('Códigos de barras')
  await page.keyboard.press('Alt+ArrowRight')
  const payee = page.getByLabel('Número de quien cobra')
  await payee.focus()
  await page.keyboard.type('770')
  // One that looks at no other register reads nothing anew at the key of all of them.
  await page.evaluate(() => {
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'F5') document.body.dataset['reloads'] = String(!defaultPrevented)
    })
  })
  for (const key of ['Alt+ArrowLeft', 'F5']) await page.keyboard.press(key)
  await page.locator('body[data-reloads="false"]').waitFor()
  expect(await at()).toBe('#/ajustes/productos/facturas')
  expect(await payee.inputValue()).toBe('770')
})
