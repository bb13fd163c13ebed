import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashPin } from '../../electron/features/people/pin.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { startSandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { isClean } from './axe.ts'
import { button, tabPress, words, picture } from './hands.ts'
import { openApp } from './open-app.ts'
import { noCashLimits } from '../../shared/domain/people/cash-limits.ts'

/** A register where Ana and Caro worked, whose file somebody changed outside since. */
async function changedOutside(folder: string): Promise<void> {
  const journal = openJournal(folder)
  const line = { at: Date.now(), person: null, action: 'people.created' }
  for (const [name, role] of [
    ['Ana Ruiz', 'administrator'],
    ['Caro Gil', 'cashier'],
  ] as const) {
    const person = { id: name, name, role, rights: [], active: true, createdAt: line.at }
    const pinHash = await hashPin('2468', 16)
    journal.people.put(
      { ...person, limits: noCashLimits, pinHash },
      { ...line, subject: name, detail: role },
    )
  }
  const ana = { id: 'Ana Ruiz', name: 'Ana Ruiz' }
  journal.trail.add({ ...line, person: ana, action: 'receipts.openDrawer' })
  journal.close()
  const file = new DatabaseSync(join(folder, 'journal.db'))
  file.exec('drop trigger trail_fixed')
  file.exec("update trail set person_name = 'Caro Gil' where seq = 3")
  file.exec("update person set active = 0 where name = 'Caro Gil'")
  file.close()
}

test('what somebody changed in the file outside is said with its line, to the owner and in the next Z', async () => {
  const folder = makeFolder('trail')
  await changedOutside(folder)
  const sandbox = await startSandbox()
  const { url: baseUrl, token } = sandbox
  const app = await openApp({ baseUrl, token, sandbox: true, dataDir: folder })
  const { page } = app
  onTestFinished(async () => {
    await app.close()
    await sandbox.close()
  })
  await page.getByLabel('PIN de Ana Ruiz').fill('2468')
  await page.keyboard.press('Enter')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Ana Ruiz/ })
    .waitFor()
  await page.keyboard.press('F9')
  await tabPress(page, page.getByRole('link', { name: 'Quién hizo qué' }))
  const state = page.getByTestId('trail-state')
  await state.getByText('La línea 3 del rastro no es la que se escribió').waitFor()
  await state.getByText('No están como dice el rastro: Caro Gil.').waitFor()
  await isClean(page)
  await picture(page, 'rastro-cambiado')
  await tabPress(page, button(page, 'Comprobar todo'))
  await expect.poll(() => words(state)).toMatch(/\d+ anotaciones, todo comprobado/)
  const base = [{ currency: 'COP', pieces: [], other: 0 }]
  await app.call('shift.open', { base })
  await app.call('shift.count', { counts: base })
  const closed = await app.call('shift.close', { note: '', unconfirmed: 0 })
  expect(closed).toMatchObject({ ok: true, value: { trail: { notices: [{}, {}] } } })
  await page.keyboard.press('F6')
  await button(page, /^Turnos/).click()
  await page.getByRole('link', { name: /Z 1/ }).click()
  await page.getByTestId('slip').getByText('La línea 3 del rastro').waitFor()
  await picture(page, 'cierre-con-rastro')
})
