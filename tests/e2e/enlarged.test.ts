import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import {
  button,
  nextSale,
  openProduct,
  paySent,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
  words,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// A screen of 1920x1080 at 200 %: what a sale ends in stands in one place, and what goes on is whole in sight.

let sandbox: Sandbox
let app: OpenApp

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, still: true })
  await app.page.setViewportSize({ width: 960, height: 540 })
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

/** From the left and the top, of what is named so; null: it is not there. */
async function placeOf(part: string): Promise<number[] | null> {
  const named = app.page.locator(`[data-part="${part}"]:visible`)
  if ((await named.count()) === 0) return null
  const box = await named.boundingBox()
  return box && [box.x, box.y].map(Math.round)
}
const places = async () => ({
  number: await placeOf('number'),
  total: await placeOf('total'),
  button: await placeOf('button'),
})
/** How high the band of the result is. */
const bandHeight = async () =>
  Math.round((await app.page.locator('[data-part="band"]').boundingBox())?.height ?? NaN)
const read = async () => ({ number: await placeOf('customer number'), sum: await placeOf('sum') })

test('the total, the number and the button stand in one place from the form to any end', async () => {
  const { page } = app
  await page.getByLabel('Celular para recargar', { exact: true }).first().waitFor()
  await openProduct(page, 'recarga clara')
  await page.getByTestId('usual').waitFor()
  const first = await places()
  // What nobody knows yet is not named either: its line is kept for it.
  expect(await words(page.locator('[data-part="total"]'))).toBe('')
  await startAfresh(page)
  await quoteTopUp(page, '3001234567', '18000')
  await ready(page, /^Recargar/).waitFor()
  expect(await places()).toEqual(first)
  const firstRead = await read()
  expect(firstRead.sum).not.toBeNull()
  await paySent(page, 10_000)
  expect(await places()).toEqual(first)
  expect(await read()).toEqual(firstRead)
  await startAfresh(page)
  for (const [phone, ends] of [
    ['3001234567', 'Aprobada'],
    ['3015550001', 'Rechazada'],
    ['3015550002', 'Aprobada en parte'],
    ['3015550003', 'En proceso'],
  ] as const) {
    await quoteTopUp(page, phone, '6000')
    await ready(page, /^Recargar/).waitFor()
    sandbox.control.addFaults({ operation: 'sell', fault: 'latency', ms: 5_000, when: 'after' })
    await page.keyboard.press('Enter')
    await seeResult(page, 'Enviando')
    const sending = await bandHeight()
    await seeResult(page, ends)
    expect([ends, await bandHeight()]).toEqual([ends, sending])
    await ready(page, /^(Nueva venta|Corregir|Dejar)/)
      .first()
      .waitFor()
    expect([ends, await places()]).toEqual([ends, first])
    expect([ends, await read()]).toEqual([ends, firstRead])
    if (ends === 'Rechazada') await button(page, 'Nueva venta').click()
    else await nextSale(page)
  }
})

test('a drawer that is counted piece by piece is opened without scrolling', async () => {
  const { page } = app
  await page.keyboard.press('F6')
  await page.getByRole('button', { name: /^Falta la base/ }).waitFor()
  await page.keyboard.press('Alt+b')
  await page.getByText('Total contado').waitFor()
  const isWhole = (there: ReturnType<typeof button>) =>
    there.evaluate((one) => {
      const { left, top, bottom, width } = one.getBoundingClientRect()
      // Nothing lies over its lower edge, nor over its upper one, but its own label.
      const isSeenAt = (y: number) => {
        const over = document.elementFromPoint(left + width / 2, y)
        return one.contains(over) || over?.closest('label')?.control === one
      }
      return bottom <= 540 && isSeenAt(top + 2) && isSeenAt(bottom - 2)
    })
  const pieces = await page.locator('[data-pieces]').all()
  expect(pieces.length).toBeGreaterThan(6)
  const other = page.getByLabel('Otro valor')
  for (const there of [button(page, /^Sin contar/), ...pieces, other]) {
    expect(await isWhole(there)).toBe(true)
  }
})

test('however many notices are opened, they take a fifth of the window at most, and each is scrolled to', async () => {
  const { page } = app
  const phones = ['3025550003', '3035550003', '3045550003']
  await startAfresh(page)
  for (const phone of phones) {
    await sellTopUp(page, phone, '9000')
    await seeResult(page, 'En proceso')
    await nextSale(page)
  }
  await page.keyboard.press('F3')
  await page.getByRole('heading', { name: 'Por resolver' }).waitFor()
  const sales = sandbox.ledger.transactions({ kind: 'sales' })
  for (const phone of phones) {
    const sale = sales.find(({ cellphone }) => cellphone === phone)
    sandbox.control.setStatus(sale?.id ?? 0, 'APPROVED')
    await app.call('selling.look', { saleId: sale?._id ?? '' })
  }
  const told = page.getByTestId('told')
  await button(page, /avisos más/).waitFor()
  const top = await page.locator('#page').boundingBox()
  const notices = told.locator('article')
  /** From the left: what the newest leads to, what sends it away, and the key of how many more there are. */
  const columns = () =>
    Promise.all(
      [
        ...[0, 1].map((at) => notices.last().locator('button').nth(at)),
        told.locator('.more kbd'),
      ].map(async (one) => Math.round((await one.boundingBox())?.x ?? NaN)),
    )
  const alone = await columns()
  expect(alone.every(Number.isFinite)).toBe(true)
  await page.keyboard.press('Alt+n')
  await expect.poll(() => notices.count()).toBe(3)
  await notices.first().waitFor()
  expect(await columns()).toEqual(alone)
  const box = await told.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(0.21 * 540)
  // Three of them are seen whole.
  const ends = await notices.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
  )
  for (const [start = NaN, end = NaN] of ends) {
    expect(start).toBeGreaterThanOrEqual((box?.y ?? NaN) - 1)
    expect(end).toBeLessThanOrEqual((box?.y ?? NaN) + (box?.height ?? NaN) + 1)
  }
  expect((await page.locator('#page').boundingBox())?.y).toBe(top?.y)
  // The newest is in sight, as its keys are about it; who goes to an older one has that before them.
  for (const place of ['last', 'first'] as const) {
    const one = notices[place]()
    if (place === 'first') await one.getByRole('button').first().focus()
    const seen = await one.boundingBox()
    const [end, edge] = [seen, box].map((there) => (there?.y ?? NaN) + (there?.height ?? NaN))
    expect(end).toBeLessThanOrEqual((edge ?? NaN) + 1)
    expect(seen?.y).toBeGreaterThanOrEqual((box?.y ?? NaN) - 1)
  }

  // Also beside what a customer reads: how many more there are says its key, which opens them there.
  await page.keyboard.press('Alt+n')
  await page.keyboard.press('F1')
  await page.locator('[data-product]').first().waitFor()
  await quoteTopUp(page, '3001234567', '5000')
  await page.locator('[data-customer]').waitFor()
  const more = button(page, /avisos más/)
  await more.locator('kbd').waitFor()
  // It stands in the line, on no edge of it; and what the badge of an approved sale says takes no second line.
  const [line, beside] = await Promise.all([notices.last(), more].map((one) => one.boundingBox()))
  expect(beside?.y).toBeGreaterThanOrEqual(line?.y ?? NaN)
  expect(line?.height).toBeLessThanOrEqual(48)
  const todo = await notices.last().getByText('Muestre el comprobante').locator('..').boundingBox()
  expect(todo?.height).toBeLessThanOrEqual(1)
  await page.keyboard.press('Alt+n')
  for (const one of await notices.all()) await one.waitFor()
})
