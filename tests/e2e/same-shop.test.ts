import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionStateSchema } from '../../shared/contract/connection.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { steadyPort } from '../steady-port.ts'
import { isClean } from './axe.ts'
import { button, nextSale, seeResult, sellTopUp, tabPress } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// A token of another merchant, at the address of the first one.

let sandbox: Sandbox
let app: OpenApp
let port: number

beforeAll(async () => {
  port = await steadyPort()
  sandbox = await startSandbox({ token: 'one', port, settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: 'one' })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

async function connection() {
  const reply = await app.call('connection.state', {})
  if (!reply.ok) throw new Error(reply.error.code)
  return connectionStateSchema.parse(reply.value)
}

test('a token that does not show the last sale is asked about, and another shop’s books stand apart', async () => {
  const { page } = app
  await sellTopUp(page, '3019876502', '5000')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await sandbox.close()
  sandbox = await startSandbox({ token: 'two', port })
  await app.call('connection.refresh', {})
  await page.getByText('El acceso venció').waitFor()
  await page.keyboard.press('F7')
  await page.getByLabel('Token nuevo').fill('two')
  await page.keyboard.press('Enter')
  await page.getByText('Ninguna venta de los últimos dos días').waitFor()
  await isClean(page)
  const { activeId } = await connection()
  await tabPress(page, button(page, 'No, es otro: llevarlo aparte'))
  await page.getByRole('banner').getByText('En línea').waitFor()
  const after = await connection()
  expect(after.activeId).not.toBe(activeId)
  expect(after.profiles.map(({ name }) => name)).toEqual([
    'Tienda de prueba',
    'Tienda de prueba (2)',
  ])
  await page.keyboard.press('F2')
  await page.getByText('Todavía no hay ventas este día').waitFor()
})
