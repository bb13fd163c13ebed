import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { makeFolder } from '../folders.ts'
import { button, nextSale, ready, seeResult, sellTopUp, words } from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { leftRegister, longAgo, sellElsewhere } from './unresolved.ts'

// Sales whose end is not known, through the real window over the real test service.

const lost = '3005550001'
const listed = '3005550002'
let sandbox: Sandbox
let app: OpenApp
let page: Page
let files: string
let dataDir: string
let threeDaysAgo: number

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { statusSeconds: 1 } })
  files = makeFolder('resolving')
  const at = longAgo()
  const record = await sellElsewhere(sandbox, '3009990001', '5000', at - 30 * 60_000)
  await sellElsewhere(sandbox, '3009990009', '5000', at + 60_000)
  const left = await leftRegister(at, { listed: record, phones: [lost, listed] })
  dataDir = left.dataDir
  threeDaysAgo = at
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, dataDir, still: true })
  page = app.page
  await page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

/** A sale in the queue, which shows the end of its reference alone. */
const card = (reference: string) =>
  page.locator('button[data-row]').filter({ hasText: `••• ${reference.slice(-4)}` })
const sells = () => sandbox.control.requests().operations.sell?.requests ?? 0

async function openQueue(): Promise<void> {
  await page.keyboard.press('F3')
  await page.getByRole('heading', { name: 'Por resolver' }).waitFor()
}

const axeAnswer = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
})
async function seeNoBarriers(): Promise<void> {
  await page.evaluate(axe.source)
  // What is still on its way is drawn faintly: it is looked at until it is there.
  await expect
    .poll(async () => axeAnswer.parse(await page.evaluate('axe.run()')).violations)
    .toEqual([])
}

test('past the horizon, list goes on settling a sale whose number is known', async () => {
  await page.keyboard.press('F2')
  const { sale } = z
    .object({ sale: z.object({ state: z.string() }) })
    .parse(await settled('0190-listed'))
  expect(sale.state).toBe('REJECTED')
  await openQueue()
  await card('300 555 0001').waitFor()
  expect(await card('300 555 0002').count()).toBe(0)
})

/** The sale's detail once its look-ups have ended. */
async function settled(saleId: string): Promise<unknown> {
  let value: unknown
  await expect
    .poll(async () => {
      const reply = await app.call('selling.sale', { saleId })
      value = reply.ok ? reply.value : null
      return JSON.stringify(value)
    })
    .toMatch(/"state":"(APPROVED|REJECTED)"/)
  return value
}

test('without its number a person sees candidates, and closes it in two steps with a reason', async () => {
  await openQueue()
  await card('300 555 0001').click()
  const panel = page.getByRole('region', { name: 'Recarga Clara 300 555 0001' })
  await panel.getByText('No vuelva a cobrar esta venta').waitFor()
  await panel.getByText('Ya se acabó el tiempo').waitFor()
  const candidate = panel.getByRole('radio', { name: /a 1 min de la venta/ })
  await candidate.waitFor()
  await seeNoBarriers()
  await candidate.check()
  expect(await panel.getByRole('radio', { name: 'Sí se hizo' }).isChecked()).toBe(true)
  expect(await button(page, 'Cerrar la venta…').isDisabled()).toBe(true)
  await panel.getByLabel('Motivo: quién lo confirmó y cómo').fill('Soporte, caso 4521')
  await page.keyboard.press('Enter')
  await panel.getByText('¿Cerrarla como «sí se hizo»?').waitFor()
  // The safe answer has the keyboard: Enter on it closes nothing.
  await button(page, 'Volver (Esc)').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Cerrar la venta…').click()
  await button(page, 'Sí, cerrar').click()
  await page.getByText('Cerrada: Recarga Clara 300 555 0001, sí se hizo.').waitFor()
  expect(await button(page, 'Vender otra vez').count()).toBe(0)
  await page.getByText('Todo está resuelto').waitFor()
})

test('PARTIAL, long pending and lost answers wait in the queue, each with its own state', async () => {
  await sellTopUp(page, '3001230002', '6000')
  await seeResult(page, 'Aprobada en parte')
  await nextSale(page)
  await sellTopUp(page, '3001230003', '8000')
  await seeResult(page, 'En proceso')
  await nextSale(page)
  sandbox.control.addFaults({ operation: 'sell', fault: 'drop-before' })
  await sellTopUp(page, '3001230010', '4000')
  await seeResult(page, 'Sin confirmar')
  await nextSale(page)
  await openQueue()
  await card('300 123 0010').waitFor()
  // The keyboard alone: an arrow enters the list, each sale is shown as it is reached.
  await page.keyboard.press('ArrowDown')
  await page.getByRole('region', { name: /300 123 0002/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const panel = page.getByRole('region', { name: /300 123 0010/ })
  await panel.getByText('No la repita ni la devuelva').waitFor()
  await expect.poll(() => words(panel)).toMatch(/Quedan \d+ h \d+ min/)
  expect(await words(panel)).not.toMatch(/intente otra vez/i)
  await panel.getByText('No hubo una respuesta clara').waitFor()
  expect(await panel.getByText('Cerrar esta venta').count()).toBe(0)
  await seeNoBarriers()
})

test('what support needs is copied and saved, without the token', async () => {
  const panel = page.getByRole('region', { name: /300 123 0010/ })
  await panel.getByRole('button', { name: 'Copiar todo' }).click()
  await panel.getByText('Copiado.').waitFor()
  await panel.getByRole('button', { name: 'Guardar…' }).click()
  await panel.getByLabel('Carpeta').fill(files)
  await panel.getByLabel('Nombre').fill('soporte')
  await panel.getByRole('button', { name: 'Guardar', exact: true }).click()
  await panel.getByText(/Guardado en/).waitFor()
  const text = await readFile(join(files, 'soporte.txt'), 'utf8')
  expect(text).toMatch(/^_id: [0-9a-f-]{36}$/m)
  expect(text).toMatch(/outcome -> UNKNOWN CONNECTION_LOST/)
  expect(text).not.toContain(sandbox.token)
})

test('a sale that was left waiting tells when it ends, wherever the person is', async () => {
  await page.keyboard.press('F4')
  const pending = sandbox.ledger
    .transactions({ kind: 'sales' })
    .find(({ cellphone }) => cellphone === '3001230003')
  // Ten minutes later at the service the long pending sale is approved.
  sandbox.control.changeClock({ advanceSeconds: 700 })
  await app.call('selling.look', { saleId: pending?._id ?? '' })
  sandbox.control.changeClock({ advanceSeconds: -700 })
  const told = page.getByRole('article').filter({ hasText: '••• 0003' })
  await told.getByText('Aprobada', { exact: true }).waitFor()
  await told.getByText('Ver la venta').click()
  await page.getByRole('heading', { name: 'Recarga Clara' }).waitFor()
  await told.waitFor({ state: 'detached' })
})

test('an answer lost after the sale, and a sale that arrives late, end by themselves', async () => {
  // Neither ends before the service's clock goes on: both wait for as long as it takes to leave them.
  sandbox.control.changeSettings({ statusSeconds: 600 })
  sandbox.control.addFaults({ operation: 'sell', fault: 'drop-after' })
  await sellTopUp(page, '3001234570', '3000')
  await seeResult(page, /Sin confirmar|En proceso/)
  await nextSale(page)
  sandbox.control.addFaults({ operation: 'sell', fault: 'late', seconds: 600, answer: 'drop' })
  const before = sells()
  await sellTopUp(page, '3001234571', '3500')
  await seeResult(page, 'Sin confirmar')
  await nextSale(page)
  await openQueue()
  await card('300 123 4571').click()
  const panel = page.getByRole('region', { name: /300 123 4571/ })
  await panel.getByText('El servicio no la encontró').waitFor()
  sandbox.control.changeClock({ advanceSeconds: 1_300 })
  for (const phone of ['••• 4570', '••• 4571']) {
    const told = page.getByRole('article').filter({ hasText: phone })
    // The longer they waited, the longer until the next look.
    await told.getByText('Aprobada', { exact: true }).waitFor()
    await told.getByRole('button', { name: /^Quitar/ }).click()
  }
  sandbox.control.changeClock({ advanceSeconds: -1_300 })
  sandbox.control.changeSettings({ statusSeconds: 1 })
  expect(sells()).toBe(before + 1)
  expect(await card('300 123 4571').count()).toBe(0)
})

test('PARTIAL is closed by a person, and what did not happen is sold again as a new sale', async () => {
  await openQueue()
  await card('300 123 0002').click()
  await page.getByRole('radio', { name: 'Fue rechazada' }).check()
  await page.getByLabel('Motivo: quién lo confirmó y cómo').fill('Soporte la anuló')
  await button(page, 'Cerrar la venta…').click()
  await button(page, 'Sí, cerrar').click()
  const before = sells()
  await button(page, 'Vender otra vez').click()
  // The number may have been ported since; quoted anew, nothing is sold until it is confirmed.
  await ready(page, /^Sí, sigue en/).click()
  await ready(page, /^Recargar \$/).waitFor()
  expect(await words(page.getByLabel('Venta', { exact: true }))).toContain('300 123 0002')
  expect(sells()).toBe(before)
  await ready(page, /^Recargar \$/).click()
  await seeResult(page, 'Aprobada en parte')
  expect(sells()).toBe(before + 1)
  const reply = await app.call('selling.list', { text: '3001230002' })
  const { sales } = z
    .object({ sales: z.array(z.object({ id: z.string(), againOf: z.string().nullable() })) })
    .parse(reply.ok ? reply.value : null)
  expect(sales).toHaveLength(2)
  expect(sales[0]?.againOf).toBe(sales[1]?.id)
  await nextSale(page)
})

test('the day held against the list: a double, a sale from elsewhere, one only here, and matches', async () => {
  sandbox.control.addFaults({ operation: 'sell', fault: 'double' })
  await sellTopUp(page, '3001234568', '7000')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await sellElsewhere(sandbox, '3009990009', '12000')
  await page.keyboard.press('F2')
  await page.getByRole('link', { name: 'Conciliación del día' }).click()
  await page.getByText(/\d+ ventas? por revisar/).waitFor()
  const group = (name: string) => page.locator('details').filter({ hasText: name })
  expect(await words(group('Posible doble ejecución'))).toMatch(/••• 4568[\s\S]*\$ 7\.000/)
  expect(await words(group('De otro computador'))).toContain('$ 12.000')
  expect(await words(group('Solo aquí'))).toContain('••• 0010')
  await seeNoBarriers()
  await page.evaluate((day) => location.assign(`#/conciliacion/${day}`), serviceDay(threeDaysAgo))
  await page.getByText('Día cerrado').waitFor()
  await page.getByText('Todo coincide: 2 ventas').waitFor()
})
