import { expect } from 'vitest'
import { z } from 'zod'
import { button, holds, ready } from './hands.ts'
import type { OpenApp } from './open-app.ts'

const addedSchema = z.object({ value: z.object({ debtor: z.object({ id: z.string() }) }) })

/** A sale of $ 10.000, about to be confirmed, is owed by somebody whose limit it passes, and that is allowed on purpose. */
export async function passLimit({ page, call }: OpenApp): Promise<void> {
  const rosa = { name: 'Rosa Elvira', phone: '' }
  const { debtor } = addedSchema.parse(await call('credit.add', rosa)).value
  const limit = { minor: 100_000, currency: 'COP' }
  await call('credit.change', { debtorId: debtor.id, ...rosa, limit })
  await ready(page, /^Recargar \$ 10\.000/).waitFor()
  await page.keyboard.press('Alt+3')
  await holds(page, page.getByLabel('Quién lo debe', { exact: true }))
  await page.keyboard.insertText('rosa elvira')
  await page.keyboard.press('Enter')
  await page.getByTestId('over-limit').filter({ hasText: 'Pasa el límite en $ 9.000' }).waitFor()
  const blocked = button(page, /^Recargar \$/)
  await holds(page, blocked)
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  expect(await blocked.isDisabled()).toBe(true)
  await page.keyboard.press('Alt+l')
  await ready(page, /^Recargar \$/).waitFor()
}
