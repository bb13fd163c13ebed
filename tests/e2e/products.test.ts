import { expect, test } from 'vitest'
import { openApp } from './open-app.ts'

test('Enter goes down the list of products, of which only what is in sight is drawn', async () => {
  const app = await openApp({})
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
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -10_000)
  await row(0).waitFor()
  await app.close()
})
