import type { Sandbox } from '../../sandbox/http/server.ts'
import { openCountry, take, type Step } from '../e2e/families.ts'
import {
  button,
  confirm,
  goTo,
  nextSale,
  openProduct,
  paySent,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
} from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'
import { books } from './books.ts'
import { branches } from './branches.ts'
import { debts } from './debts.ts'
import { pages } from './pages.ts'
import { inShop, onlyPerson, openShop, type Scene } from './shop.ts'

/** The ways through the register, each from its first start to its end. */
export const walks: readonly ((scene: Scene) => Promise<void>)[] = [
  firstRun,
  counter,
  backOffice,
  debts,
  books,
  branches,
  ecuador,
]

async function firstRun(scene: Scene): Promise<void> {
  await inShop(
    { app: await openApp({ still: true, quietly: true }) },
    async ({ app: { page } }) => {
      await page.getByText('Probar con el servicio de prueba').waitFor()
      await scene(page, 'first-run')
      await button(page, 'Conectar').click()
      await page.getByLabel('Dirección del servicio').waitFor()
      await scene(page, 'connect')
    },
  )
}

async function counter(scene: Scene): Promise<void> {
  await inShop(await openShop(), async ({ app, sandbox }) => {
    await scene(app.page, 'sell-empty')
    await search(app, scene)
    await forms(app, scene)
    await results(app, scene, sandbox)
  })
}

async function backOffice(scene: Scene): Promise<void> {
  await inShop(await openShop(), async ({ app }) => {
    await sellTopUp(app.page, '3001234567', '5000')
    await seeResult(app.page, 'Aprobada')
    await nextSale(app.page)
    await sellTopUp(app.page, '3015550003', '20000')
    await seeResult(app.page, 'En proceso')
    await nextSale(app.page)
    await allPages(app, scene)
    await drawer(app, scene)
    await people(app, scene)
  })
}

async function search({ page }: OpenApp, scene: Scene): Promise<void> {
  for (const [name, text] of [
    ['search-many', 'recarga'],
    ['search-one', 'colibri'],
    ['search-nothing', 'zzzz'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
    await page.waitForTimeout(500)
    await scene(page, name)
  }
  await startAfresh(page)
}

const loan: Step[] = [
  { pick: 'Número de obligación' },
  ['Número de tarjeta u obligación', '987654321'],
  { pick: 'Cédula de ciudadanía' },
  ['Número de documento', '12345678'],
  { pick: 'Pago total' },
]
const pin: Step[] = [
  ['Celular del cliente', '3001234567'],
  ['Correo del cliente', 'ana.maria.rojas@correo.ejemplo.com'],
  { pick: '$ 20.000' },
]
const withdrawal: Step[] = [
  ['Documento del cliente', '12345678'],
  ['Celular del cliente', '3001234567'],
  ['Código de retiro', '12345678'],
  ['Valor', '50000'],
]

async function forms(app: OpenApp, scene: Scene): Promise<void> {
  const { page } = app
  await openProduct(page, 'recarga clara')
  await page.getByLabel('Celular del cliente', { exact: true }).waitFor()
  await scene(page, 'form')
  await page.keyboard.type('30012', { delay: 60 })
  await page.keyboard.press('Enter')
  await scene(page, 'form-wrong')
  await startAfresh(page)
  await quoteTopUp(page, '3001234567', '5000')
  await ready(page, /^Recargar/).waitFor()
  await scene(page, 'confirm-top-up')
  await page.keyboard.press('Alt+3')
  await page.getByRole('combobox', { name: 'Quién lo debe' }).waitFor()
  await scene(page, 'confirm-on-credit')
  await page.keyboard.press('Alt+2')
  await page.getByText('Nequi').first().waitFor()
  await scene(page, 'confirm-transfer')
  await startAfresh(page)
  await twoWays(app, scene)
  for (const [name, product, steps, verb] of [
    ['confirm-holder', 'banco nogal tarjetas', loan, /^Pagar/],
    ['confirm-mail', 'pin cine', pin, /^Vender/],
    ['confirm-cash-out', 'retiro banco ceiba', withdrawal, /^Retirar/],
  ] as const) {
    await startAfresh(page)
    await openProduct(page, product)
    for (const step of steps) await take({ app }, step)
    await ready(page, verb).waitFor()
    await scene(page, name)
  }
  await confirm(page, /^Retirar/)
  await seeResult(page, 'Aprobada')
  await scene(page, 'result-cash-out')
  await startAfresh(page)
  await openProduct(page, 'credito amigo')
  await take({ app }, { pick: 'Cédula' })
  await take({ app }, ['Número de documento', '12345678'])
  await page.getByRole('radiogroup', { name: 'Créditos disponibles' }).waitFor()
  await scene(page, 'form-credits')
  await page.getByRole('radio').last().check()
  await page.keyboard.press('Enter')
  await ready(page, /^Pagar/).waitFor()
  await scene(page, 'confirm-credit')
  await startAfresh(page)
}

/** A part by transfer, and the rest in cash. */
async function twoWays({ page }: OpenApp, scene: Scene): Promise<void> {
  await quoteTopUp(page, '3001234567', '18000')
  await ready(page, /^Recargar/).waitFor()
  await paySent(page, 10_000)
  await scene(page, 'confirm-two-ways')
}

/** The test service decides by the last four digits of the phone. */
async function results({ page }: OpenApp, scene: Scene, sandbox: Sandbox): Promise<void> {
  await sellTopUp(page, '3001234567', '5000')
  await seeResult(page, 'Aprobada')
  await ready(page, /^Nueva venta/).waitFor()
  await scene(page, 'result-approved')
  await nextSale(page)
  await sellTopUp(page, '3015550001', '12000')
  await seeResult(page, 'Rechazada')
  await scene(page, 'result-rejected')
  await button(page, 'Nueva venta').click()
  await sellTopUp(page, '3015550002', '8000')
  await seeResult(page, 'Aprobada en parte')
  await scene(page, 'result-partial')
  await nextSale(page)
  await sellTopUp(page, '3015550003', '20000')
  await seeResult(page, 'En proceso')
  await scene(page, 'result-pending')
  await nextSale(page)
  sandbox.control.addFaults(
    { operation: 'sell', fault: 'drop-after' },
    { operation: 'find', fault: 'error500-before', count: 100 },
  )
  await sellTopUp(page, '3120020022', '5000')
  await seeResult(page, 'Sin confirmar')
  await scene(page, 'result-unknown')
  // Before the service answers again: with its end the button would be another.
  await nextSale(page)
  sandbox.control.clearFaults()
  await quoteTopUp(page, '3001234567', '5000')
  await confirm(page)
  await ready(page, /^Sí, es otra/).waitFor()
  await scene(page, 'same-sale')
  await startAfresh(page)
}

async function allPages({ page, call }: OpenApp, scene: Scene): Promise<void> {
  // The first line of who did what.
  await call('settings.set', { sendByWhatsApp: true })
  for (const [path, sees] of pages) {
    await goTo(page, path, sees)
    await scene(page, path.replaceAll('/', '-'))
    if (path !== 'hoy') continue
    await page.keyboard.press('Q')
    await page.getByText('Dinero en riesgo').waitFor()
    await scene(page, 'hoy-ganado')
    await page.keyboard.press('Q')
  }
  await page.keyboard.press('F2')
  const rows = page.getByRole('row')
  await rows.filter({ hasText: '••• 4567' }).first().getByRole('link').press('Enter')
  await page.getByText('Registro del servicio').waitFor()
  await button(page, 'WhatsApp').click()
  await page.getByLabel('Número de WhatsApp').waitFor()
  await scene(page, 'venta')
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await button(page, /^Completo/).waitFor()
  await page.waitForTimeout(1_000)
  await scene(page, 'reportes')
  await button(page, 'Exportar a Excel').click()
  await page.getByLabel('Carpeta').waitFor()
  // The name of the file is of the language in which it was asked for.
  await scene(page, 'reportes-guardar', async (language) => {
    await page.keyboard.press('Escape')
    await call('settings.set', { language })
    await page.locator(`html[lang="${language}"]`).waitFor()
    await page.keyboard.press('g')
    await page.getByLabel(/Carpeta|Folder/).waitFor()
  })
  await page.keyboard.press('Escape')
}

async function drawer(app: OpenApp, scene: Scene): Promise<void> {
  const { page, call } = app
  await goTo(page, 'caja', 'Base en la caja')
  await scene(page, 'caja-sin-turno')
  await page.keyboard.press('Alt+B')
  await page.getByText('Total contado').waitFor()
  await scene(page, 'caja-sin-turno-contar')
  await call('shift.open', { base: [{ currency: 'COP', pieces: [], other: 5_000_000 }] })
  await goTo(page, 'vender', 'Elija un producto')
  await quoteTopUp(page, '3007654321', '7000')
  await ready(page, /^Recargar/).waitFor()
  // A note that is more: the change is what is looked for.
  await page.keyboard.press('Alt+8')
  await page.getByTestId('change').waitFor()
  await confirm(page)
  await seeResult(page, 'Aprobada')
  await ready(page, /^Nueva venta/).waitFor()
  await scene(page, 'result-tender')
  await nextSale(page)
  await openProduct(page, 'retiro banco ceiba')
  for (const step of withdrawal)
    await take({ app }, step === withdrawal.at(-1) ? ['Valor', '500000'] : step)
  await page.getByText('para usar: cambie el valor').waitFor()
  await scene(page, 'form-cash-short')
  await startAfresh(page)
  await goTo(page, 'caja', 'Caja')
  await scene(page, 'caja-con-turno')
  await goTo(page, 'caja/cerrar', 'Caja')
  await scene(page, 'caja-cerrar')
}

async function people({ page, call }: OpenApp, scene: Scene): Promise<void> {
  await goTo(page, 'ajustes/personas', 'Crear al administrador')
  await button(page, 'Crear al administrador').click()
  await page.getByLabel('Nombre').fill('María Fernanda Rodríguez de los Ángeles')
  await page.getByLabel('PIN', { exact: true }).fill('2468')
  await page.getByLabel('Repita el PIN').fill('2468')
  await scene(page, 'personas-nueva')
  await page.keyboard.press('Enter')
  await button(page, 'Guardar').waitFor({ state: 'detached' })
  await scene(page, 'personas')
  await goTo(page, 'vender', 'Elija un producto')
  const lock = async () => {
    await call('people.lock', {})
    await page.locator('#lock-title').waitFor()
  }
  await lock()
  await scene(page, 'locked', async (language) => {
    const personId = await onlyPerson(call)
    await call('people.signIn', { personId, pin: '2468' })
    await call('settings.set', { language })
    await lock()
  })
}

async function ecuador(scene: Scene): Promise<void> {
  await inShop(await openCountry('EC', { quietly: true, sandbox: true }), async (shop) => {
    const { page } = shop.app
    await scene(page, 'ec-sell-empty')
    await openProduct(page, 'luz de la costa')
    for (const step of bill) await take(shop, step)
    await ready(page, /^Pagar factura/).waitFor()
    await scene(page, 'ec-confirm-bill')
    await confirm(page, /^Pagar factura/)
    await seeResult(page, 'Aprobada')
    await scene(page, 'ec-result-bill')
    await goTo(page, 'hoy', 'Luz')
    await scene(page, 'ec-hoy')
  })
}

const bill: Step[] = [
  ['Cuenta contrato', '200012345678'],
  ['Celular del cliente', '0991234567'],
]
