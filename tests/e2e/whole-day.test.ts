import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { LedgerEntry } from '../../sandbox/ledger/reader.ts'
import { denominationsOf } from '../../shared/domain/drawer/drawer-count.ts'
import { saleSchema, type Sale } from '../../shared/domain/sale/sale.ts'
import { shiftReportSchema, type ShiftReport } from '../../shared/domain/drawer/shift.ts'
import type { CallInput, CallName } from '../../shared/contract/index.ts'
import { isClean } from './axe.ts'
import { phone, visits, type Visit } from './day-visits.ts'
import {
  holds,
  nextSale,
  openProduct,
  paySent,
  ready,
  seeResult,
  tabTo,
  type,
  typeInto,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// A whole day at the register with the keyboard alone: open, thirty sales of both directions and every tender with
// faults among them, movements, what is owed, a blind count and the Z report. Every figure is worked out again here
// from the test service's ledger and from what the customers did at the counter.

const [cents, base, shopSales] = [100, 200_000, 84_000]
let sandbox: Sandbox
let app: OpenApp
let page: Page
/** How far the clock of this computer is ahead: minutes pass without waiting. */
let ahead = 0

beforeAll(async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  sandbox = await startSandbox({ balance: 500_000_000, settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  page = app.page
  await page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  vi.restoreAllMocks()
})

async function fillForm({ out, phone: number, units }: Visit): Promise<void> {
  if (out) {
    await openProduct(page, 'retiro banco ceiba')
    await typeInto(page, 'Documento del cliente', '79123456')
    await typeInto(page, 'Celular del cliente', number)
    await typeInto(page, 'Código de retiro', `12${number.slice(-4)}`)
  } else {
    await openProduct(page, 'recarga clara')
    await typeInto(page, 'Celular del cliente', number)
  }
  await typeInto(page, 'Valor', String(units))
}

/** Says how it is paid, by keys that are written beside it; a transfer comes in by the first account. */
async function pay(pays: Visit['pays']): Promise<void> {
  if (pays === undefined) return
  if (pays === 'transfer') for (const key of ['Alt+2', '1']) await page.keyboard.press(key)
  else if ('credit' in pays) {
    await page.keyboard.press('Alt+3')
    await holds(page, page.getByLabel('Quién lo debe', { exact: true }))
    await page.keyboard.insertText(pays.credit)
    await page.keyboard.press('Enter').then(() => page.getByTestId('owes').waitFor())
  } else {
    if (pays.sent !== undefined) await paySent(page, pays.sent)
    await page.keyboard.type(String(pays.received))
    await page.getByTestId('change').waitFor()
  }
}

async function serve(visit: Visit): Promise<void> {
  if (visit.fault) sandbox.control.addFaults({ operation: 'sell', fault: visit.fault })
  sandbox.control.changeSettings({ statusSeconds: visit.late ? 60 : 0 })
  await fillForm(visit)
  const action = ready(page, visit.out ? /^Retirar \$/ : /^Recargar \$/)
  await holds(page, action)
  await pay(visit.pays)
  // Where the part of it was sent is read back before it is sold.
  if (visit.pays && typeof visit.pays === 'object' && 'sent' in visit.pays)
    expect(await words(page.getByTestId('part-said'))).toContain('Nequi · N.º 551')
  await action.waitFor()
  await page.keyboard.press('Enter')
  if (visit.waits) await seeResult(page, visit.waits)
  if (visit.pays && typeof visit.pays === 'object' && 'sent' in visit.pays) {
    // Both ways, and the change of the cash alone.
    const paid = await words(page.getByTestId('paid'))
    for (const amount of ['$ 9.000', '$ 14.000', '$ 6.000']) expect(paid).toContain(amount)
    expect(await words(page.getByTestId('customer-shares'))).toContain('Transferencia $ 9.000')
  }
  // A top-up that was refused offers to be corrected first; the next sale is one Tab away.
  if (visit.waits === 'Rechazada') await tabTo(page, ready(page, /^Nueva venta/))
  await nextSale(page)
}

async function ask<K extends CallName, S extends z.ZodType>(
  call: K,
  input: CallInput<K>,
  schema: S,
): Promise<z.output<S>> {
  const reply = await app.call(call, input)
  if (!reply.ok) throw new Error(reply.error.code)
  return schema.parse(reply.value)
}

const listed = z.object({ sales: z.array(saleSchema) })
const stateSchema = z.object({
  shift: z.object({ id: z.string() }).nullable(),
  unconfirmed: z.array(z.unknown()),
})

/** A visit with the sale that it became here, and the record that the service made of it. */
interface Made extends Visit {
  sale: Sale
  record: LedgerEntry | null
}

async function made(): Promise<Made[]> {
  const { sales } = await ask('selling.list', { limit: 100 }, listed)
  return visits.map((visit) => {
    const sale = sales.find((one) => one.phone === visit.phone)
    if (!sale) throw new Error(visit.phone)
    const [record = null] = sandbox.ledger.transactions({ _id: sale.id })
    return { ...visit, sale, record }
  })
}

const [approved, rejected] = ['APPROVED', 'REJECTED']
const sum = (minors: readonly number[]) => minors.reduce((total, minor) => total + minor, 0)
/** Money as the window writes it. */
const figure = (minor: number) => `$ ${(minor / cents).toLocaleString('de-DE')}`

/** What was collected, by the service's own record: the value and its cost. */
const collected = ({ record }: Made) => (record ? record.amount + record.costs : 0)
const isCash = ({ pays, out }: Made) =>
  !out && (pays === undefined || (pays !== 'transfer' && 'received' in pays))
/** What of it is in the drawer. */
const inCash = (one: Made) => {
  const { pays } = one
  const sent = typeof pays === 'object' && 'received' in pays ? (pays.sent ?? 0) : 0
  return isCash(one) ? collected(one) - sent * cents : 0
}

/** Types a count of so much money, line by line. */
async function typeCount(minor: number): Promise<void> {
  let rest = minor
  const pieces = page.locator('input[data-pieces]')
  await holds(page, pieces.first())
  const values = denominationsOf('COP')
  const order = [
    ...values.filter(({ kind }) => kind === 'bill'),
    ...values.filter(({ kind }) => kind === 'coin'),
  ]
  for (const { value } of order) {
    const count = Math.floor(rest / value)
    rest -= count * value
    if (count > 0) await page.keyboard.type(String(count))
    await page.keyboard.press('Enter')
  }
  if (rest > 0) await type(page, (rest / cents).toFixed(2).replace('.', ','))
  await page.keyboard.press('Enter')
}

async function move(key: string, units: number, reason: string, note: string): Promise<void> {
  await page.keyboard.press(key)
  await holds(page, page.getByLabel('Valor', { exact: true }))
  await type(page, String(units))
  for (const next of reason ? ['Tab', reason, 'Tab'] : ['Tab']) await page.keyboard.press(next)
  await page.keyboard.type(note)
  await page.keyboard.press('Enter')
  await page.getByText(note).waitFor()
}

/** Gives the customer of the first line what is owed. */
async function giveFirst(note: string): Promise<void> {
  await page.keyboard.press('ArrowDown')
  await holds(page, page.locator('[data-row]').first())
  await page.keyboard.press('Enter')
  await holds(page, page.getByLabel('A quién'))
  await page.keyboard.type(note)
  await page.keyboard.press('Enter')
  await page.getByTestId('given').filter({ hasText: note }).waitFor()
}

let z1: ShiftReport

test('a day is opened, sold, counted blind and closed, and every figure is right', async () => {
  await app.call('settings.set', { blindCount: true })
  const opening = sandbox.ledger.business()
  await page.keyboard.press('F6')
  await holds(page, page.getByLabel('Base en la caja'))
  await type(page, String(base))
  await page.keyboard.press('Enter')
  await page.getByTestId('blind').waitFor()
  await isClean(page)

  expect(visits).toHaveLength(30)
  for (const visit of visits) await serve(visit)
  sandbox.control.load(25_000_000)

  // Time enough for every look-up; nobody is at the counter any more.
  ahead += 2 * 60_000
  await app.call('connection.refresh', {})
  await expect
    .poll(async () => (await ask('shift.state', {}, stateSchema)).unconfirmed.length)
    .toBe(3)

  // The assigned 3 % of a top-up, $ 600 a withdrawal; the late ones end by themselves meanwhile.
  await page.keyboard.press('F2')
  await expect
    .poll(async () => {
      const sure = (await made()).filter(({ record }) => record?.status === approved)
      const earned = sum(sure.map(({ out, units }) => (out ? 600 * cents : units * 3)))
      const sentence = `Hoy ganó ${figure(earned)} con ${sure.length} ventas aprobadas`
      const said = await words(page.getByTestId('earnings'))
      return said.startsWith(sentence) ? 'as it should be' : `${said} instead of ${sentence}`
    })
    .toBe('as it should be')
  expect(await words(page.getByTestId('earnings'))).not.toContain('debe haber')

  await page.keyboard.press('F6')
  await page.getByTestId('blind').waitFor()
  await move('e', 50_000, '1', 'Del vecino')
  await move('s', 15_000, '1', 'Bolsas')
  await move('s', 100_000, '2', 'Al banco')
  await move('m', shopSales, '', 'Pan y leche')

  await page.keyboard.press('d')
  await page.getByTestId('owed-line').nth(1).waitFor()
  await isClean(page)
  const owed = await page.getByTestId('owed-line').allInnerTexts()
  expect(owed.map((line) => (line.includes('Por devolver') ? 'back' : 'out'))).toEqual([
    'out',
    'back',
  ])
  await giveFirst('Al mismo cliente')
  await giveFirst('A la hija')
  await page.getByText('No se debe nada').waitFor()
  await page.keyboard.press('Escape').then(() => page.getByTestId('blind').waitFor())

  const day = await made()
  const done = day.filter(({ record }) => record?.status === approved)
  const back = day.filter(({ waits, record }) => record?.status === rejected && !waits)
  const late = day.filter(({ out, waits, record }) => out && !waits && record?.status === approved)
  const open = day.filter(({ record }) => record === null || record.status === 'PENDING')
  const salesIn = sum([...done, ...back].map(inCash))
  const salesOut = sum(
    done.filter(({ out, waits }) => out && waits).map((one) => one.record?.amount ?? 0),
  )
  const paidOut =
    sum(back.filter(isCash).map(collected)) + sum(late.map((one) => one.record?.amount ?? 0))
  const held = sum(open.filter(isCash).map(({ units }) => units * cents))
  const expected =
    base * cents + salesIn - salesOut + (50_000 - 15_000 - 100_000 + shopSales) * cents - paidOut

  await page.keyboard.press('c')
  await page.locator('input[data-pieces]').first().waitFor()
  await isClean(page)
  const missing = 1_000 * cents
  await typeCount(expected + held - missing)
  await page.getByTestId('difference').waitFor()
  expect(await words(page.getByTestId('difference'))).toContain('Faltan')
  await holds(page, page.getByLabel('¿Qué pasó con la diferencia?'))
  await page.keyboard.type('Faltó un billete de mil')
  const shown = await words(page.getByTestId('unconfirmed'))
  expect(shown).toContain('•••')
  expect(shown).not.toMatch(/\d{3} \d{3} \d{4}|\d{10}/)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await isClean(page)
  await tabTo(page, page.getByRole('button', { name: /^Cerrar turno/ }))
  await page.keyboard.press('Enter')
  await page.getByTestId('slip').waitFor()
  await isClean(page)

  const shiftId = page.url().replace(/.*\//, '')
  z1 = await ask('shift.report', { shiftId }, shiftReportSchema)
  expect(z1.shift.number).toBe(1)
  expect(z1.drawers).toEqual([
    {
      currency: 'COP',
      base: base * cents,
      salesIn,
      salesOut,
      shopSales: shopSales * cents,
      movedIn: 50_000 * cents,
      movedOut: 115_000 * cents,
      paidOut,
      expected,
      held,
      heldCount: 2,
      counted: { minor: expected + held - missing, currency: 'COP' },
      difference: { minor: -missing, currency: 'COP' },
    },
  ])
  expect(z1.unconfirmed).toHaveLength(3)
  expect(z1.payouts.map(({ note, amount }) => [note, amount.minor])).toEqual([
    ['Al mismo cliente', late[0]?.record?.amount],
    ['A la hija', collected(back[0] ?? fail())],
  ])
  // Of the sale that was paid in two ways the transfer alone.
  const sent = sum(done.filter(({ pays }) => pays === 'transfer').map(collected)) + 9_000 * cents
  expect(z1.transfers).toMatchObject([{ via: 'Nequi', count: 3, total: { minor: sent } }])
  expect(z1.credits.map(({ name, count, total }) => [name, count, total.minor])).toEqual([
    ['Doña Ana', 2, sum(day.filter((one) => owes(one, 'Doña Ana')).map(collected))],
    ['Luis', 1, sum(day.filter((one) => owes(one, 'Luis')).map(collected))],
  ])

  // The prepaid account, by the service's own ledger.
  const closing = sandbox.ledger.business()
  const felt = day.filter(({ record }) => record !== null && record.status !== rejected)
  const soldMinor = sum(felt.filter(({ out }) => !out).map(collected))
  const withdrawn = sum(felt.filter(({ out }) => out).map((one) => one.record?.amount ?? 0))
  const of = (minor: number) => ({ minor, currency: 'COP' })
  expect(z1.prepaid?.account).toMatchObject({
    opening: of(opening.balance),
    closing: of(closing.balance),
    loads: of(25_000_000),
    sales: of(soldMinor),
    withdrawals: of(withdrawn),
    difference: of(0),
  })
  // What was promised for a sale whose end nobody knows is not earned yet.
  const sure = felt.filter(({ record }) => record?.status === approved)
  const quoted = sum(sure.map(({ sale }) => sale.incentive?.minor ?? 0))
  expect(z1.prepaid?.profits).toMatchObject({
    opening: of(opening.profits),
    closing: of(closing.profits),
    quoted: of(quoted),
    difference: of(closing.profits - opening.profits - quoted),
  })

  // What is on the paper is what was worked out.
  const paper = await words(page.getByTestId('slip'))
  for (const minor of [base * cents, salesIn, salesOut, expected, held, missing]) {
    expect(paper).toContain(figure(minor))
  }
  expect(paper).toContain('Faltó un billete de mil')
  expect(paper).not.toContain(phone(20_030))
}, 900_000)

function owes({ pays }: Visit, name: string): boolean {
  return typeof pays === 'object' && 'credit' in pays && pays.credit === name
}

function fail(): never {
  throw new Error('no such sale')
}

test('what ends after the close is owed out of the next drawer, and the Z stays as it was', async () => {
  const slow = (await made()).find(({ phone: number }) => number === '3045550003') ?? fail()
  sandbox.control.setStatus(slow.record?.id ?? 0, 'REJECTED')
  ahead += 6 * 60_000
  await app.call('selling.look', { saleId: slow.sale.id })
  await page.keyboard.press('F6')
  await holds(page, page.getByLabel('Base en la caja'))
  await type(page, '100000')
  await page.keyboard.press('Enter')
  await page.getByTestId('blind').waitFor()
  await page.keyboard.press('d')
  await page.getByTestId('owed-line').waitFor()
  await giveFirst('A quien pagó')
  await page.keyboard.press('Escape')
  await page.getByTestId('blind').waitFor()
  await page.keyboard.press('c')
  await typeCount(100_000 * cents - collected(slow))
  await page.getByTestId('difference').filter({ hasText: 'Cuadra' }).waitFor()
  await tabTo(page, page.getByRole('button', { name: /^Cerrar turno/ }))
  await page.keyboard.press('Enter')
  await page.getByTestId('slip').waitFor()
  const shiftId = page.url().replace(/.*\//, '')
  const z2 = await ask('shift.report', { shiftId }, shiftReportSchema)
  expect(z2.shift.number).toBe(2)
  expect(z2.drawers[0]?.paidOut).toBe(collected(slow))
  expect(await ask('shift.report', { shiftId: z1.shift.id }, shiftReportSchema)).toEqual(z1)
}, 400_000)
