import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMonth } from '../../bench/ledger.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { presetRange } from '../../shared/domain/time/range.ts'
import { whatIsCut } from '../e2e/cut.ts'
import { button } from '../e2e/hands.ts'
import { openApp } from '../e2e/open-app.ts'
import { makeFolder } from '../folders.ts'

// A month larger than any shop's, in the real window.

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

/** Eleven figures and all that stands beside them, in small windows and on laptops of 150 and 200 %. */
async function isWhole(page: Page): Promise<void> {
  const old = page.viewportSize()
  const sizes = [
    [1280, 720],
    [1024, 640],
    [1093, 614],
    [960, 540],
  ] as const
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    // In a low window the figures are a line, until their parts are asked for.
    if (height <= 640) {
      const parts = button(page, /^Gráfico/)
      if ((await parts.getAttribute('aria-expanded')) === 'false') await parts.click()
    }
    // Pressed where a person presses: on the word, whose own button is not seen.
    for (const name of [/^\s*Día\s*\d?\s*$/, /^\s*Producto\s*\d?\s*$/]) {
      // The chart before it has the same words.
      await page.locator('label').filter({ hasText: name }).last().click()
      const cut = await whatIsCut(page, /^Producto \d+$/)
      expect({ width, cut }).toEqual({ width, cut: [] })
    }
  }
  if (old) await page.setViewportSize(old)
}

test('300,000 rows scroll, jump and sort in the window by the few elements in sight', async () => {
  const large = presetRange('lastMonth', serviceDay(Date.now()))
  const dataDir = makeFolder('large')
  const made = await openApp({ baseUrl: sandbox.url, token: sandbox.token, dataDir })
  await made.close()
  writeMonth(join(dataDir, 'cache.db'), 300_000, { profile: 'e2e', range: large })
  const own = await openApp({ baseUrl: sandbox.url, token: sandbox.token, dataDir })
  const { page } = own
  try {
    await page.getByText('Recarga Clara').first().waitFor()
    await page.keyboard.press('F4')
    await button(page, 'Mes pasado').click()
    await page.getByText('300.000 ventas').first().waitFor()
    await page.getByText('4299999').first().waitFor()
    await isWhole(page)
    // A screen further each time, and every fifth time somewhere else altogether: of all rows there are elements for the
    // few in sight alone, and these stay the same elements. How long a step takes is measured in bench/years.
    const drawn = await page.evaluate(async () => {
      const view = document.getElementById('page')
      const elements = new Set<Element>()
      let most = 0
      for (let step = 0; step < 60; step += 1) {
        const far = step % 5 === 4 ? ((step * 7919) % 97) / 97 : null
        view?.scrollTo({ top: far === null ? view.scrollTop + 600 : far * view.scrollHeight })
        await new Promise((resolve) => requestAnimationFrame(resolve))
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const rows = document.querySelectorAll('[data-line]')
        for (const row of rows) elements.add(row)
        most = Math.max(most, rows.length)
      }
      return { most, ever: elements.size }
    })
    expect(drawn.most).toBeGreaterThan(5)
    expect(drawn.most).toBeLessThan(100)
    expect(drawn.ever).toBeLessThan(200)
    await page.evaluate(() => {
      const view = document.getElementById('page')
      view?.scrollTo({ top: view.scrollHeight / 2 })
    })
    await page
      .getByRole('row')
      .filter({ hasText: /Producto/ })
      .nth(3)
      .waitFor()
    await page.getByRole('button', { name: /^Valor/ }).click()
    await page
      .getByRole('columnheader', { name: /^Valor/ })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: /Producto/ })
      .nth(3)
      .waitFor()
  } finally {
    await own.close()
  }
})
