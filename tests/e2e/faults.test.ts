import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import type { FaultInput } from '../../sandbox/faults/faults.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import {
  button,
  clearPanel,
  confirm,
  lookNow,
  panel,
  quoteTopUp,
  ready,
  result,
  seeResult,
  sellTopUp,
  setAhead,
  startAfresh,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// What can go wrong while a sale is made, as the cashier sees it, and what the service's ledger holds.

let sandbox: Sandbox
let app: OpenApp
let page: Page
/** How far the clock of this computer and of the service is ahead: minutes pass without waiting. */
let ahead = 0

beforeAll(async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  sandbox = await startSandbox({ balance: 30_000_000, settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  page = app.page
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  vi.restoreAllMocks()
})
beforeEach(() => clearPanel(page))
afterEach(() => sandbox.control.clearFaults())

const sold = (phone: string) =>
  sandbox.ledger.transactions({ kind: 'sales' }).filter(({ cellphone }) => cellphone === phone)

const finds = () => sandbox.control.requests().operations.find?.requests ?? 0

/** Lets time pass, then asks the service about the sale on screen, unless the register did by itself and it is so. */
async function lookAfter(minutes: number, isSo: () => Promise<boolean>): Promise<void> {
  ahead += minutes * 60_000
  await setAhead(page, ahead)
  const asked = finds()
  await lookNow(page)
  const isOver = async () => (await button(page, 'Consultar ahora').count()) === 0 || (await isSo())
  await expect.poll(async () => finds() > asked || (await isOver())).toBe(true)
}

/** Looks until the panel says the word; each look three minutes after the one before. */
async function lookUntil(word: string): Promise<void> {
  const said = result(page).filter({ hasText: word })
  for (let turn = 0; turn < 5; turn += 1) {
    await lookAfter(3, () => said.isVisible())
    const seen = await said.waitFor({ timeout: 1_500 }).then(
      () => true,
      () => false,
    )
    if (seen) return
  }
  await seeResult(page, word)
}

/** The phone of each sale is its own, so that each is another sale. */
let last = 3_100_000_100
const newPhone = () => String((last += 11))

describe('a fault of sell', () => {
  const unknown = 'No la repita ni la devuelva. Guarde el dinero hasta confirmar.'
  test.each<[string, FaultInput, 'made' | 'not made']>([
    ['drop before', { operation: 'sell', fault: 'drop-before' }, 'not made'],
    ['drop after', { operation: 'sell', fault: 'drop-after', how: 'reset' }, 'made'],
    ['500 before', { operation: 'sell', fault: 'error500-before' }, 'not made'],
    ['500 after', { operation: 'sell', fault: 'error500-after' }, 'made'],
    ['truncated', { operation: 'sell', fault: 'truncated' }, 'made'],
    ['html', { operation: 'sell', fault: 'html', when: 'after' }, 'made'],
    ['redirect', { operation: 'sell', fault: 'redirect', when: 'after' }, 'made'],
  ])('%s: do not repeat it, and the truth in the end', async (_, fault, made) => {
    const phone = newPhone()
    // While find does not answer, what the cashier must do is seen as long as it takes.
    sandbox.control.addFaults(fault, { operation: 'find', fault: 'error500-before', count: 100 })
    await sellTopUp(page, phone, '5000')
    await seeResult(page, 'Sin confirmar')
    expect(await words(panel(page))).toContain(unknown)
    expect(
      await panel(page)
        .getByRole('button', { name: /^Intentar|^Recargar|^Corregir/ })
        .count(),
    ).toBe(0)
    sandbox.control.clearFaults()

    const entries = sold(phone)
    expect(entries).toHaveLength(made === 'made' ? 1 : 0)
    await lookUntil(made === 'made' ? 'Aprobada' : 'Por revisar')
    const told =
      made === 'made' ? String(entries[0]?.id) : 'El servicio no tiene registro de esta venta'
    await expect.poll(() => words(panel(page))).toContain(told)
    expect(sold(phone)).toHaveLength(entries.length)
  })

  test('401 in the middle: the token is asked for, and what is on screen stays', async () => {
    const phone = newPhone()
    sandbox.control.changeToken('renewed')
    await quoteTopUp(page, phone, '5000')
    await page.getByText('El acceso venció. Renueve el token para seguir').waitFor()
    await button(page, 'Renovar token').click()
    await page.getByLabel('Token nuevo').fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('El servicio no aceptó ese token').waitFor()
    await page.getByLabel('Token nuevo').fill('renewed')
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByText('En línea').waitFor()
    await ready(page, /^Continuar/).click()
    await page.getByTestId('read-back').filter({ hasText: '310 000' }).waitFor()

    // And once more, between the confirmation and the sale.
    sandbox.control.changeToken(sandbox.token)
    await confirm(page)
    await seeResult(page, 'Sin confirmar')
    expect(sold(phone)).toEqual([])
    await button(page, 'Renovar token').click()
    await page.getByLabel('Token nuevo').fill(sandbox.token)
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByText('En línea').waitFor()
    expect(await result(page).isVisible()).toBe(true)
    await lookUntil('Por revisar')
    expect(sold(phone)).toEqual([])
  })

  test('late: waiting, then approved once the service shows it', async () => {
    const phone = newPhone()
    sandbox.control.addFaults({ operation: 'sell', fault: 'late', seconds: 120 })
    await sellTopUp(page, phone, '5000')
    await seeResult(page, 'En proceso')
    expect(await words(panel(page))).toContain('No entregue comprobante todavía')
    await lookUntil('Aprobada')
    expect(sold(phone)).toHaveLength(1)
  })

  test('refused: the reason, and its words are kept', async () => {
    // The service refuses phones that end so with 400; its two looks, 10 s apart, find nothing.
    await sellTopUp(page, '3100010006', '5000')
    await lookUntil('Rechazada')
    const told = await words(panel(page))
    expect(told).toContain('Saldo insuficiente')
    expect(told).toContain('Devuelva los $ 5.000 si ya los recibió')
    await ready(page, /^Corregir los datos/).click()
    expect(await page.getByLabel('Celular del cliente').inputValue()).toContain('310')
    expect(sold('3100010006')).toEqual([])
  })

  test.each([
    [
      'Rechazada',
      '3100020001',
      'Devuelva los $ 5.000 si ya los recibió\n\nEl servicio no dio el motivo.',
    ],
    ['Aprobada en parte', '3100020002', 'No entregue ni devuelva nada; llame a soporte'],
    ['En proceso', '3100020003', 'No entregue comprobante todavía'],
    ['Por revisar', '3100020008', 'El administrador debe comprobarlo con soporte'],
  ])('%s is told with what to do', async (word, phone, todo) => {
    await sellTopUp(page, phone, '5000')
    await seeResult(page, new RegExp(`^${word}$`))
    const told = await words(panel(page))
    expect(told).toContain(todo)
    expect(sold(phone)).toHaveLength(1)
    // What was not done is not to be charged: its figure is a value, and says so.
    const figure = await words(page.getByTestId('result-total'))
    if (word === 'Rechazada') expect(figure).toMatch(/^Valor\s+No se cobra\s+\$ 5\.000$/)
    else expect(figure).toMatch(/^Total de la venta\s+\$ 5\.000$/)
  })

  test('one request carried out twice is shown, in the report and as a double of its day', async () => {
    const phone = newPhone()
    sandbox.control.addFaults({ operation: 'sell', fault: 'double' })
    await sellTopUp(page, phone, '5500')
    await seeResult(page, 'Aprobada')
    const twins = sold(phone)
    expect(twins).toHaveLength(2)
    await page.keyboard.press('F4')
    await button(page, 'Hoy').click()
    await button(page, /^Completo|sin comprobar|de esta caja aún no aparecen/).waitFor()
    for (const { id } of twins) await page.getByRole('cell', { name: String(id) }).waitFor()
    await page.keyboard.press('F2')
    await page.getByText('Conciliación del día').click()
    await page.getByText('Posible doble ejecución').first().waitFor()
    await page.getByText('No devuelva nada; pida a soporte que anule la repetida').waitFor()
    await page.getByRole('main').getByText(String(twins[0]?.id)).first().waitFor()
  })
})

test('a quote that the service refuses or fails says so, and keeps what was typed', async () => {
  await quoteTopUp(page, '3100030004', '5000')
  await page.getByRole('alert').filter({ hasText: 'El servicio no permite esta venta' }).waitFor()
  expect(await page.getByLabel('Celular del cliente').inputValue()).toContain('310')
  await startAfresh(page)
  await quoteTopUp(page, '3100030005', '5000')
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('Celular del cliente').inputValue()).toContain('310')
})

test('a total above the balance warns before it is sold, and nothing is sold yet', async () => {
  await quoteTopUp(page, '3100040044', '480000')
  await page.getByText(/^El total supera su saldo \(/).waitFor()
  expect(await words(panel(page))).toContain('Recargar $ 480.000')
  expect(sold('3100040044')).toEqual([])
})

test('no sale was ever asked for twice', () => {
  const counts = Object.values(sandbox.control.requests().sells)
  expect(counts.length).toBeGreaterThan(0)
  expect(counts.filter(({ requests }) => requests !== 1)).toEqual([])
})
