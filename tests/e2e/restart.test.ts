import { readFile } from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { button, lookNow, seeResult, sellTopUp, words } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// A sale whose end is not known outlives the app, however the app ends.

let folder: string
let sandbox: Sandbox
let app: OpenApp | null = null
let child: ChildProcess | null = null

beforeAll(async () => {
  folder = makeFolder('restart')
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
})
afterEach(async () => {
  await app?.close()
  app = null
  child?.kill('SIGKILL')
  child = null
})
afterAll(async () => {
  await sandbox.close()
})

const open = (dataDir: string) => openApp({ baseUrl: sandbox.url, token: sandbox.token, dataDir })

const sold = (phone: string) =>
  sandbox.ledger.transactions({ kind: 'sales' }).filter(({ cellphone }) => cellphone === phone)

/** The queue after the start: one sale waits; the service decides it, and the queue empties itself. */
async function settles(dataDir: string, phone: string, waits: RegExp): Promise<void> {
  app = await open(dataDir)
  const { page } = app
  await page.getByRole('link', { name: /^Por resolver\s*1/ }).waitFor()
  await page.keyboard.press('F3')
  const main = page.getByRole('main')
  await page.getByRole('heading', { name: 'Por resolver' }).waitFor()
  await expect.poll(() => words(main)).toMatch(waits)
  const [entry, ...more] = sold(phone)
  expect(more).toEqual([])
  sandbox.control.setStatus(entry?.id ?? 0, 'APPROVED')
  await button(page, 'Consultar ahora').or(page.getByText('Todo está resuelto')).first().waitFor()
  await lookNow(page)
  await page.getByText('Todo está resuelto').waitFor()
  await page.keyboard.press('F2')
  const row = page.getByRole('row').filter({ hasText: 'Recarga Clara' })
  await row.waitFor()
  await expect.poll(() => words(row)).toContain('Aprobada')
  expect(sandbox.control.requests().sells[entry?._id ?? '']).toEqual({ requests: 1, executions: 1 })
}

test('closed while a sale waits: it is in the queue at the next start, and settles', async () => {
  const dataDir = join(folder, 'closed')
  app = await open(dataDir)
  await sellTopUp(app.page, '3110000003', '5000')
  await seeResult(app.page, 'En proceso')
  await app.close()
  app = null
  await settles(dataDir, '3110000003', /En proceso[\s\S]*No entregue comprobante todavía/)
})

test('killed while the request is out: never sent again, and found at the next start', async () => {
  const dataDir = join(folder, 'killed')
  const phone = '3110010003'
  // The request is made and its answer held back, for as long as it takes to kill the app.
  sandbox.control.addFaults({ operation: 'sell', fault: 'latency', ms: 60_000, when: 'after' })
  const driver = fileURLToPath(new URL('sell-and-wait.ts', import.meta.url))
  child = spawn(process.execPath, [driver, sandbox.url, sandbox.token, dataDir, phone], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await expect.poll(() => sold(phone).length).toBe(1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  sandbox.control.clearFaults()
  expect(await readFile(join(dataDir, 'intents.log'), 'utf8')).toContain(phone)
  await settles(dataDir, phone, /(En proceso|Sin confirmar)/)
})
