import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import {
  button,
  confirm,
  nextSale,
  openProduct,
  panel,
  quoteTopUp,
  ready,
  seeResult,
  typeInto,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// What stands on the customer's reading panel from the confirmation to any end, and what nobody reads across the counter,
// there or beside it once it was sold.

let sandbox: Sandbox
let app: OpenApp

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  await app.page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const across = () => words(app.page.getByTestId('customer'))
const slowly = () =>
  sandbox.control.addFaults({ operation: 'sell', fault: 'latency', ms: 5_000, when: 'after' })

test.each([
  ['Aprobada', '3011110044', 'Listo: aprobada', '$ 6.000'],
  ['Rechazada', '3011110001', 'No se hizo', 'No se cobra'],
  ['Aprobada en parte', '3011110002', 'Se hizo una parte: la estamos revisando', '$ 6.000'],
  ['En proceso', '3011110003', 'Un momento, por favor', '$ 6.000'],
  ['Por revisar', '3011110008', 'La estamos revisando', '$ 6.000'],
])('%s: the customer is told so in words of theirs', async (ends, phone, says, total) => {
  const { page } = app
  await quoteTopUp(page, phone, '6000')
  await ready(page, /^Recargar \$/).waitFor()
  const number = phone.replace(/^(\d{3})(\d{3})/, '$1 $2 ')
  expect(await across()).toMatch(/^Revise sus datos/)
  expect(await across()).toContain(number)
  expect(await words(page.getByTestId('customer-total'))).toBe('$ 6.000')
  slowly()
  await confirm(page)
  await seeResult(page, 'Enviando')
  expect(await across()).toMatch(/^Un momento, por favor/)
  await seeResult(page, ends)
  await expect.poll(across).toMatch(new RegExp(`^${says}`))
  expect(await across()).toContain(number)
  expect(await words(page.getByTestId('customer-total'))).toBe(total)
  if (ends === 'Rechazada') await button(page, 'Nueva venta').click()
  else await nextSale(page)
})

test('an answer that was lost: the customer waits, and is told that it is not confirmed', async () => {
  const { page } = app
  sandbox.control.addFaults({ operation: 'sell', fault: 'late', seconds: 600, answer: 'drop' })
  await quoteTopUp(page, '3011110055', '6000')
  await confirm(page)
  await seeResult(page, 'Sin confirmar')
  await expect.poll(across).toMatch(/^Todavía sin confirmar: espere, por favor/)
  await nextSale(page)
})

test('of cash that is handed out neither sum, document nor code is read, on the panel or beside it', async () => {
  const { page } = app
  await openProduct(page, 'retiro banco ceiba')
  await typeInto(page, 'Documento del cliente', '79123456')
  await typeInto(page, 'Celular del cliente', '3011110066')
  await typeInto(page, 'Código de retiro', '12345678')
  await typeInto(page, 'Valor', '50000')
  const action = /^Retirar \$/
  await ready(page, action).waitFor()
  const secret = /79[\s.]?123|1234[\s]?5678|50\.?000/
  expect(await across()).toMatch(/^Confírmelo con quien lo atiende/)
  expect(await across()).toContain('301 111 0066')
  expect(await across()).not.toMatch(secret)
  expect(await words(page.getByTestId('customer-total'))).toBe(
    'El valor se lo dice quien lo atiende.',
  )
  slowly()
  await confirm(page, action)
  await seeResult(page, 'Enviando')
  const own = async () => (await words(panel(page))).replaceAll(/\$ 50\.000/g, '')
  expect(await across()).not.toMatch(secret)
  // Nothing is left to check: beside it the document and the code are read by their end.
  expect(await own()).not.toMatch(secret)
  await seeResult(page, 'Aprobada')
  await expect
    .poll(() => words(page.getByTestId('customer-total')))
    .toBe('Cuente su dinero: el valor está en el comprobante.')
  expect(await across()).not.toMatch(secret)
  expect(await own()).not.toMatch(secret)
  expect(await own()).toContain('•••')
  await nextSale(page)
})
