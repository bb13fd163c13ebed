import { expect } from 'vitest'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import { saleSchema, type Sale } from '../../shared/domain/sale/sale.ts'
import { lookNow, nextSale, openProduct, ready, result, seeResult, words } from './hands.ts'
import { openApp, type OpenApp, type OpenAppOptions } from './open-app.ts'

/** What a cashier does in a form: writes into a field, or picks one of a few. */
export type Step = [field: string, text: string] | { pick: string }

/** One family's path through the window. */
export interface Family {
  /** As the contract names it. */
  name: string
  /** What is typed to find the product, and its number. */
  find: string
  product: number
  steps: Step[]
  /** The verb of the button that sells. */
  verb: string
  /** Text that the confirmation must show, beside the button. */
  reads: string[]
  /** Text that the result must show. */
  tells?: string
  /** What the sale must send, as it must be sent. */
  sends: Record<string, unknown>
  /** True where the shop hands out the cash. */
  out?: true
}

const currencies = { CO: 'COP', EC: 'USD' } as const

/** A register of one country over a sandbox that lists everything, also what the contract only names. */
export async function openCountry(
  country: Country,
  options: Pick<OpenAppOptions, 'quietly' | 'sandbox'> = {},
): Promise<Shop> {
  const sandbox = await startSandbox({
    token: 'families',
    balance: 10_000_000_000,
    currency: currencies[country],
    settings: { statusSeconds: 0 },
    unshown: true,
  })
  const app = await openApp({
    baseUrl: sandbox.url,
    token: 'families',
    country,
    still: true,
    ...options,
  })
  await app.page.locator('[data-product]').first().waitFor()
  return { sandbox, app }
}

export interface Shop {
  sandbox: Sandbox
  app: OpenApp
}

/** Walks the path: finds the product, fills its form, confirms, sells, and reads the result. */
export async function walk(shop: Shop, family: Family): Promise<void> {
  const { page } = shop.app
  await openProduct(page, family.find)
  for (const step of family.steps) await take(shop, step)
  const charged = await confirmIt(shop, family)
  await settle(shop)
  const told = await words(page.getByLabel('Venta', { exact: true }))
  expect(told).toContain(family.out ? 'Entregue $' : 'Muestre el comprobante')
  expect(told).toContain(family.tells ?? '')
  // What is typed next for anything but a top-up would be taken for its number.
  if (family.verb !== 'Recargar') expect(told).not.toContain('o escriba otro número')
  await mustAgree(shop, family, charged)
  await nextSale(page)
}

/** Writes into a field all at once, as from the clipboard, or picks; then goes on with Enter. */
export async function take({ app: { page } }: Pick<Shop, 'app'>, step: Step): Promise<void> {
  if ('pick' in step) await page.getByLabel(step.pick, { exact: true }).check()
  else {
    const field = page.getByLabel(step[0], { exact: true })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(step[1])
  }
  await page.keyboard.press('Enter')
}

/** Reads the confirmation, presses Enter on it, and answers the figure that the button said, in minor units. */
export async function confirmIt({ app: { page } }: Shop, family: Family): Promise<number> {
  const action = ready(page, new RegExp(`^${family.verb} \\$`))
  await action.and(page.locator(':focus')).waitFor()
  const shown = await words(page.getByLabel('Venta', { exact: true }))
  for (const text of family.reads) expect(shown).toContain(text)
  if (family.out) expect(shown).toContain('Al aprobarse, entregará $')
  const figure = await words(action)
  await page.keyboard.press('Enter')
  return minorOf(figure)
}

/** "Recargar $ 5.000" and "Recargar $5,50" in minor units. */
function minorOf(figure: string): number {
  const [, whole = '', cents = '00'] = /\$\s*([\d.]+)(?:,(\d{2}))?/.exec(figure) ?? []
  return Number(whole.replaceAll('.', '') + cents)
}

/** Waits for the end; does not wait for the next look-up, but asks for it. */
export async function settle({ app: { page } }: Pick<Shop, 'app'>): Promise<void> {
  await result(page).waitFor()
  const look = page.getByRole('button', { name: 'Consultar ahora' })
  const approved = result(page).filter({ hasText: 'Aprobada' })
  await look.or(approved).first().waitFor()
  if (await look.isVisible()) await lookNow(page)
  await seeResult(page, 'Aprobada')
}

const listSchema = z.object({ sales: z.array(saleSchema) })

/** The newest sale of the journal. */
export async function newestSale({ app }: Shop): Promise<Sale> {
  const reply = await app.call('selling.list', { limit: 1 })
  const [sale] = listSchema.parse(reply.ok ? reply.value : reply).sales
  if (!sale) throw new Error('the journal is empty')
  return sale
}

/** The ledger of the service holds the sale once, as the journal has it and as the window said it. */
export async function mustAgree(
  shop: Shop,
  { product, sends, verb, out }: Family,
  charged: number,
): Promise<void> {
  const sale = await newestSale(shop)
  const entries = shop.sandbox.ledger.transactions({ _id: sale.id })
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    productId: product,
    amount: sale.amount.minor,
    currency: sale.amount.currency,
    transactionId: sale.transactionId,
    data: sends,
  })
  expect({ state: sale.state, id: sale.serviceId, direction: sale.direction, verb }).toEqual({
    state: 'APPROVED',
    id: String(entries[0]?.id),
    direction: out ? 'out' : 'in',
    verb,
  })
  expect(sale.total.minor).toBe(charged)
}
