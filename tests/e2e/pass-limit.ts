import { expect } from 'vitest'
import { z } from 'zod'
import type { Page } from 'playwright-core'
import { button, holds, ready, words } from './hands.ts'
import type { OpenApp } from './open-app.ts'

const addedSchema = z.object({ value: z.object({ debtor: z.object({ id: z.string() }) }) })

const owes = (page: Page) => page.getByLabel('Quién lo debe', { exact: true })

async function chooseRosa(page: Page): Promise<void> {
  await holds(page, owes(page))
  await page.keyboard.insertText('rosa elvira')
  await page.keyboard.press('Enter')
}

/**
 * A sale of $ 10.000, about to be confirmed, is owed by somebody whose limit it passes, and that is allowed on purpose; before
 * that they owed a part of it, whose amount was then said anew.
 */
export async function passLimit({ page, call }: OpenApp): Promise<void> {
  const rosa = { name: 'Rosa Elvira', phone: '' }
  const { debtor } = addedSchema.parse(await call('credit.add', rosa)).value
  const limit = { minor: 100_000, currency: 'COP' }
  await call('credit.change', { debtorId: debtor.id, ...rosa, limit })
  await ready(page, /^Recargar \$ 10\.000/).waitFor()
  const part = page.getByLabel('Cuánto fiado', { exact: true })
  for (const key of ['Alt+r', 'Alt+3']) await page.keyboard.press(key)
  await holds(page, part)
  await page.keyboard.insertText('500')
  await page.keyboard.press('Enter')
  await chooseRosa(page)
  await holds(page, ready(page, /^Recargar \$/))
  expect(await words(page.getByTestId('part-said'))).toContain('Rosa Elvira')
  // Back to the amount: who owes it is asked again.
  await page.keyboard.press('Alt+3')
  await holds(page, part)
  await page.keyboard.press('Enter')
  await holds(page, owes(page))
  await page.keyboard.press('Alt+r')
  await holds(page, ready(page, /^Recargar \$/))
  await page.keyboard.press('Alt+3')
  await chooseRosa(page)
  await page
    .getByTestId('over-limit')
    .filter({ hasText: 'Se pasa del límite en $ 9.000' })
    .waitFor()
  // In a low window as well the note says what is owed, and no line under the total pushes it up.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 960, height: 540 })
  expect(await words(page.getByTestId('over-limit'))).toContain('límite $ 1.000')
  expect(await words(page.getByTestId('owes'))).not.toContain('límite')
  if (size) await page.setViewportSize(size)
  const blocked = button(page, /^Se pasa del límite/)
  await holds(page, page.getByTestId('over-limit'))
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  expect(await blocked.isDisabled()).toBe(true)
  await page.keyboard.press('Alt+l')
  await ready(page, /^Recargar \$/).waitFor()
}
