import type { Page } from 'playwright-core'
import { z } from 'zod'
import { accountSchema } from '../../shared/domain/credit/debtor.ts'
import { connectionStateSchema } from '../../shared/contract/connection.ts'
import { saleSchema } from '../../shared/domain/sale/sale.ts'
import {
  button,
  goTo,
  nextSale,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
} from '../e2e/hands.ts'
import type { OpenApp } from '../e2e/open-app.ts'
import type { Sandbox } from '../../sandbox/http/server.ts'
import { inShop, openShop, type Scene } from './shop.ts'

const pesos = (units: number) => ({ minor: units * 100, currency: 'COP' })
const longName = 'María Fernanda Rodríguez de los Ángeles'

/** What is owed by customers and to them, transfers that nobody saw, and what the frame tells meanwhile. */
export async function debts(scene: Scene): Promise<void> {
  await inShop(await openShop(), async ({ app, sandbox }) => {
    await app.call('shift.open', { base: [{ currency: 'COP', pieces: [], other: 20_000_000 }] })
    await onCredit(app, scene)
    await unseen(app, scene)
    await owed(app, scene)
    await notices(app, scene, sandbox)
  })
}

async function onCredit({ page, call }: OpenApp, scene: Scene): Promise<void> {
  await goTo(page, 'caja/fiado', 'Nadie debe nada')
  await scene(page, 'fiado-nadie')
  for (const [name, phone, owes, limit] of [
    [longName, '3001112233', 125_000, 100_000],
    ['Luis Pérez', '', 12_000, null],
    ['Doña Ana', '3107654321', 40_000, 200_000],
  ] as const) {
    const added = z
      .object({ value: accountSchema })
      .parse(await call('credit.add', { name, phone }))
    const debtorId = added.value.debtor.id
    if (limit !== null) await call('credit.change', { debtorId, name, phone, limit: pesos(limit) })
    await call('credit.adjust', {
      ...{ debtorId, entryId: crypto.randomUUID(), kind: 'opening', direction: 'more' },
      ...{ amount: pesos(owes), reason: 'Cuaderno de antes' },
    })
  }
  await page.getByText('Luis Pérez').waitFor()
  await scene(page, 'fiado')
  await call('settings.set', { blindCount: true })
  await goTo(page, 'caja', 'a ciegas')
  await scene(page, 'caja-a-ciegas')
  await call('settings.set', { blindCount: false })
  await goTo(page, 'caja/fiado', 'Luis Pérez')
  await page.getByText(longName).click()
  await button(page, 'Recibir abono').waitFor()
  await scene(page, 'fiado-cuenta')
  await page.keyboard.press('E')
  await page.getByLabel('Nota').waitFor()
  await scene(page, 'fiado-abono')
  await startAfresh(page)
  await quoteTopUp(page, '3001234567', '5000')
  await ready(page, /^Recargar/).waitFor()
  await page.keyboard.press('Alt+3')
  await page.getByRole('combobox', { name: 'Quién lo debe' }).fill('mar')
  await page.getByRole('option').filter({ hasText: longName }).waitFor()
  await scene(page, 'confirm-debtors')
  await page.keyboard.press('Enter')
  await page.getByTestId('owes').waitFor()
  await scene(page, 'confirm-limit-passed')
  await startAfresh(page)
}

async function unseen({ page }: OpenApp, scene: Scene): Promise<void> {
  for (const phone of ['3001230045', '3001230046']) {
    await quoteTopUp(page, phone, '15000')
    await ready(page, /^Recargar/).waitFor()
    for (const key of ['Alt+2', '1']) await page.keyboard.press(key)
    await ready(page, /^Recargar/).waitFor()
    await page.keyboard.press('Enter')
    await seeResult(page, 'Aprobada')
    await nextSale(page)
  }
  await goTo(page, 'caja', 'por ver en la cuenta')
  await scene(page, 'caja-por-ver')
}

const soldSchema = z.object({ value: z.object({ sales: z.array(saleSchema) }) })
const tokenSchema = z.object({ value: z.object({ token: z.string() }) })

async function saleOf(call: OpenApp['call'], phone: string): Promise<string> {
  const { sales } = soldSchema.parse(await call('selling.list', { text: phone })).value
  return sales[0]?.id ?? ''
}

/** A sale that was made in part, and one that the service refused when the customer had gone. */
async function owed({ page, call }: OpenApp, scene: Scene): Promise<void> {
  await startAfresh(page)
  await sellTopUp(page, '3015550002', '18000')
  await seeResult(page, 'Aprobada en parte')
  await nextSale(page)
  const closed = { saleId: await saleOf(call, '3015550002'), as: 'partial' } as const
  const { token } = tokenSchema.parse(await call('resolving.beginClose', closed)).value
  await call('resolving.close', { token, reason: 'Soporte, caso 4521: llegaron 10.000' })
  await goTo(page, 'caja/devoluciones', 'Por devolver')
  await page.getByTestId('owed-line').waitFor()
  await scene(page, 'devoluciones')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('A quién').waitFor()
  await scene(page, 'devoluciones-parte')
  await page.getByLabel('Valor', { exact: true }).fill('8000')
  await page.getByLabel('A quién').fill('La señora Rosa')
  await page.keyboard.press('Control+Enter')
  await page.getByTestId('given').waitFor()
  await scene(page, 'devoluciones-parte-dada')
}

/** Several at once: a paper that did not come out, a sale that ended meanwhile, and a service that is not reached. */
async function notices({ page, call }: OpenApp, scene: Scene, sandbox: Sandbox): Promise<void> {
  const { value } = z
    .object({ value: connectionStateSchema })
    .parse(await call('connection.state', {}))
  const profile = value.profiles[0]
  if (!profile) throw new Error('no connection')
  await call('connection.save', {
    profile: { ...profile, name: 'Minimercado y Papelería La Esquina de Ana' },
  })
  await startAfresh(page)
  const phone = '3025550003'
  await sellTopUp(page, phone, '9000')
  await seeResult(page, 'En proceso')
  await nextSale(page)
  await sellTopUp(page, '3001230047', '6000')
  await seeResult(page, 'Aprobada')
  await page.keyboard.press('Control+p')
  await page.getByTestId('print-notice').waitFor()
  await endNow(page, sandbox, call, phone)
  await ready(page, /^Nueva venta/).waitFor()
  await scene(page, 'notices-result')
  await nextSale(page)
  await scene(page, 'notices-shelf')
  // Any: an answer of another question would say that there is a connection again.
  sandbox.control.addFaults({ operation: 'any', fault: 'drop-before', count: 1000 })
  await call('connection.refresh', {})
  await goTo(page, 'caja', 'Caja')
  await page.getByText('Sin conexión', { exact: true }).waitFor()
  await button(page, '2 avisos más').waitFor()
  await scene(page, 'notices-caja')
  await page.keyboard.press('Alt+n')
  await page.getByText('Sin conexión: puede mirar').first().waitFor()
  await scene(page, 'notices-caja-all')
}

async function endNow(
  page: Page,
  sandbox: Sandbox,
  call: OpenApp['call'],
  phone: string,
): Promise<void> {
  const saleId = await saleOf(call, phone)
  const [record] = sandbox.ledger.transactions({ _id: saleId })
  sandbox.control.setStatus(record?.id ?? 0, 'APPROVED')
  await call('selling.look', { saleId })
  await page
    .getByRole('article')
    .filter({ hasText: phone.slice(-4) })
    .waitFor()
}
