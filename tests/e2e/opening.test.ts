import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import type { CheckTold } from '../../electron/store/check/check-request.ts'
import { isTrusted } from '../../electron/store/check/wholeness.ts'
import { makeFolder } from '../folders.ts'
import { openApp, type OpenApp } from './open-app.ts'

// The window while a journal of years that was not closed well is checked.

let app: OpenApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

/** A large journal that nobody knows to have been closed well. */
function unsureFolder(): string {
  const folder = makeFolder('opening')
  openJournal(folder).close()
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'NORMAL' })
  db.exec('create table padding (bytes blob); insert into padding values (zeroblob(17000000))')
  db.close()
  return folder
}

/** A program that checks as the test says. */
function slowCheck() {
  const ended = Promise.withResolvers<string>()
  const listeners: ((told: CheckTold) => void)[] = []
  return {
    tell: (told: CheckTold) => listeners.forEach((hear) => hear(told)),
    /** Nobody foresaw how it ends. */
    break: () => ended.reject(new TypeError('a program of ours broke')),
    kills: () => ended.promise,
    fork: () => ({
      post: () => undefined,
      answer: Promise.race<unknown>([]),
      hear: (listener: (told: CheckTold) => void) => void listeners.push(listener),
      ended: ended.promise,
      kill: () => ended.resolve('killed'),
    }),
  }
}

test('says what is done and how far it is, in the language of the shop, and opens when it is done', async () => {
  const dataDir = unsureFolder()
  const check = slowCheck()
  app = await openApp({ dataDir, forkJournalCheck: check.fork })
  const { page } = app
  await page.getByText('Leyendo el registro de ventas').waitFor()
  check.tell({ kind: 'progress', step: 'reading', done: 0.42 })
  await page.getByText('42 %').waitFor()
  check.tell({ kind: 'progress', step: 'checking', done: null })
  await page.getByText('Comprobando que el registro de ventas').waitFor()
  expect(await page.getByText('42 %').count()).toBe(0)
  check.tell({ kind: 'found', found: 'whole' })
  await page.getByRole('heading', { name: 'Mostrador' }).waitFor()
  await page.getByText('Comprobando que el registro de ventas').waitFor({ state: 'detached' })
  expect(await app.call('journal.opening', {})).toEqual({ ok: true, value: { kind: 'ready' } })
})

test('a window that is closed meanwhile ends the check, and the folder is free', async () => {
  const dataDir = unsureFolder()
  const check = slowCheck()
  app = await openApp({ dataDir, forkJournalCheck: check.fork })
  await app.close()
  app = null
  expect(await check.kills()).toBe('killed')
  expect(isTrusted(dataDir)).toBe(false)
  openJournal(dataDir).close()
})

test('a start that fails after all says why, and offers to try again', async () => {
  const dataDir = unsureFolder()
  const check = slowCheck()
  app = await openApp({ dataDir, forkJournalCheck: check.fork })
  const { page } = app
  await page.getByText('Leyendo el registro de ventas').waitFor()
  check.break()
  await page.getByRole('alert').getByRole('button', { name: 'Intentar otra vez' }).waitFor()
  expect(await page.getByText('Leyendo el registro de ventas').count()).toBe(0)
  await expect(app.close()).rejects.toThrow('a program of ours broke')
  app = null
})

test('a data folder that takes nothing is said in the window, which keeps what it needs elsewhere', async () => {
  const dataDir = makeFolder('takes-nothing')
  // In the way of what would be written there, as a disk that is read only is: root may write everywhere else.
  mkdirSync(join(dataDir, 'lock.db'))
  writeFileSync(join(dataDir, 'window'), '')
  app = await openApp({ dataDir })
  await app.page.getByText('No se pudo leer o guardar en la carpeta de datos').waitFor()
  await app.page.getByText('Cierre Mostrador y ábralo otra vez').waitFor()
})
