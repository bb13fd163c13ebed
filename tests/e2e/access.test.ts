import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { presetRange } from '../../shared/domain/time/range.ts'
import { makeFolder } from '../folders.ts'
import { isClean as isCleanPage } from './axe.ts'
import {
  button,
  chooseOffer,
  clearPanel,
  confirm,
  openProduct,
  panel,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
  startAfresh,
  tabTo,
  type,
} from './hands.ts'
import { openApp, type OpenApp } from './open-app.ts'

// Every screen as axe sees it, light and dark, and every way through the app without a mouse.

const month = presetRange('lastMonth', serviceDay(Date.now()))

let folder: string
let sandbox: Sandbox
let app: OpenApp
let page: Page

beforeAll(async () => {
  folder = makeFolder('access')
  sandbox = await startSandbox({
    historyFrom: month.from,
    historyTo: month.to,
    salesPerDay: 20,
    balance: 30_000_000,
    settings: { statusSeconds: 0 },
  })
  app = await openApp({ baseUrl: sandbox.url, token: sandbox.token, sandbox: true, still: true })
  page = app.page
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

/** Nothing to complain of, light or dark. */
const isClean = (on: Page = page): Promise<void> => isCleanPage(on)

/** Whether the element with the keyboard, or what frames it, shows that it has it. */
function showsFocus(): { seen: boolean; what: string } {
  const holder = document.activeElement
  const what = `${holder?.tagName} ${holder?.ariaLabel ?? holder?.textContent?.slice(0, 60)}`
  for (let one = holder, depth = 0; one && depth < 4; one = one.parentElement, depth += 1) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    if (outlined || boxShadow !== 'none') return { seen: true, what }
  }
  return { seen: false, what }
}

describe('the first run', () => {
  test('is clean, and is gone through with the keyboard', async () => {
    const first = await openApp()
    try {
      const on = first.page
      await on.getByRole('heading', { name: 'Bienvenido a Mostrador' }).waitFor()
      await isClean(on)
      await tabTo(on, button(on, 'Conectar'))
      await on.keyboard.press('Enter')
      await on.getByLabel('Nombre').and(on.locator(':focus')).waitFor()
      await tabTo(on, button(on, 'Guardar'))
      await on.keyboard.press('Enter')
      await on.getByText('Escriba un nombre').waitFor()
      await isClean(on)
      await on.getByLabel('Nombre').and(on.locator(':focus')).waitFor()
      await on.keyboard.type('Tienda')
      await tabTo(on, on.getByLabel('Dirección del servicio'))
      await on.keyboard.type(sandbox.url)
      await tabTo(on, on.getByLabel('Token de acceso'))
      await on.keyboard.type(sandbox.token)
      await on.keyboard.press('Enter')
      await on.locator('[data-product]').first().waitFor()
      await isClean(on)
    } finally {
      await first.close()
    }
  })
})

describe('Vender', () => {
  beforeEach(() => clearPanel(page))

  test('nothing chosen, nothing found, no favourites', async () => {
    await isClean()
    await page.keyboard.type('zzzz')
    await page.getByText('No hay productos con «zzzz»').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Favoritos' }).click()
    await page.getByText('Sin favoritos todavía').waitFor()
    await isClean()
  })

  test('forms of every kind of field, with what is wrong in them', async () => {
    for (const product of ['recarga clara', 'gol seguro', 'banco ceiba', 'credito amigo']) {
      await openProduct(page, product)
      await ready(page, /^Consultar valor|^Continuar/).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
      await isClean()
    }
    await page.getByRole('navigation', { name: 'Ventas empezadas' }).count()
  })

  test('the confirmation, the same sale again, and above the balance', async () => {
    await quoteTopUp(page, '3120000011', '5000')
    await ready(page, /^Recargar/).waitFor()
    await isClean()
    await confirm(page)
    await seeResult(page, 'Aprobada')
    await ready(page, /^Nueva venta/).waitFor()
    await isClean()
    await page.keyboard.press('Enter')
    await sellTopUp(page, '3120000011', '5000')
    await button(page, /^Sí, es otra/).waitFor()
    await isClean()
    await startAfresh(page)
    await quoteTopUp(page, '3120000012', '480000')
    await page.getByText(/^El total supera su saldo/).waitFor()
    await isClean()
  })

  test.each([
    ['Rechazada', '3120010001'],
    ['Aprobada en parte', '3120010002'],
    ['En proceso', '3120010003'],
    ['Por revisar', '3120010008'],
  ])('the result %s', async (word, phone) => {
    await sellTopUp(page, phone, '5000')
    await seeResult(page, new RegExp(`^${word}$`))
    await isClean()
  })

  test('the result Sin confirmar, with the connection in doubt', async () => {
    sandbox.control.addFaults(
      { operation: 'sell', fault: 'drop-after' },
      { operation: 'find', fault: 'error500-before', count: 100 },
    )
    await sellTopUp(page, '3120020022', '5000')
    await seeResult(page, 'Sin confirmar')
    await isClean()
    sandbox.control.clearFaults()
  })
})

describe('the other pages', () => {
  test('Hoy, a search in it, a sale with its history', async () => {
    await page.keyboard.press('F2')
    await page.getByRole('row').nth(1).waitFor()
    await isClean()
    await page.getByPlaceholder(/^Buscar venta/).fill('312000')
    await page.getByRole('heading', { name: 'Ventas encontradas' }).waitFor()
    await isClean()
    await page.getByPlaceholder(/^Buscar venta/).fill('')
    // What was found goes with its search: a press on a row of it would be lost with the row.
    await page.getByRole('heading', { name: 'Ventas encontradas' }).waitFor({ state: 'hidden' })
    await page
      .getByRole('row')
      .filter({ hasText: 'Aprobada' })
      .first()
      .getByRole('link')
      .press('Enter')
    await page.getByText('Registro del servicio').waitFor()
    await page.getByText('Respuesta del servicio').first().click()
    await isClean()
    await page.keyboard.press('Escape')
    // Going back takes the browser a moment: a page asked for meanwhile would be gone back from.
    await page.getByRole('heading', { name: 'Hoy' }).waitFor()
  })

  test('Por resolver', async () => {
    await page.keyboard.press('F3')
    await button(page, 'Consultar ahora').first().waitFor()
    await isClean()
  })

  test('Reportes: empty, whole, which days, the calendar, where to save, saved', async () => {
    await page.keyboard.press('F4')
    await button(page, 'Mes pasado').click()
    await button(page, /^Completo/).waitFor()
    await page.getByRole('row').nth(3).waitFor()
    await isClean()
    await button(page, /^Completo/).click()
    await button(page, 'Actualizar').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    await button(page, /^Elegir otros días/).click()
    await page.locator('table[role=application]').first().waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    await button(page, 'Exportar a Excel').click()
    await page.getByLabel('Carpeta').fill(folder)
    await isClean()
    await page.keyboard.press('Enter')
    await page.getByText(/^Se guardaron/).waitFor()
    await isClean()
    await page.getByText('Compras y cargas').click()
    await page
      .getByText(/compras ni cargas|\d compras? [oy] cargas?$/)
      .first()
      .waitFor()
    await isClean()
  })

  test('Reportes: on their way, restricted to nothing, gone to, options, and where nothing can be saved', async () => {
    const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('F4')
    await page.locator('label').filter({ hasText: 'Ventas' }).click()
    sandbox.control.addFaults({ operation: 'listTransactions', fault: 'latency', ms: 20_000 })
    await page.keyboard.press('a')
    await page.keyboard.press('u')
    await page.getByRole('progressbar').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    sandbox.control.clearFaults()
    await page.keyboard.press('p')
    await page.getByRole('row').nth(3).waitFor()
    await page.getByRole('group', { name: 'Gráfico' }).getByText('Producto').click()
    await page
      .getByRole('list', { name: 'Totales por producto' })
      .getByRole('button')
      .first()
      .click()
    await page.keyboard.press('b')
    await page.keyboard.type('zzzz')
    await page.getByText('Nada coincide con el filtro').waitFor()
    await isClean()
    await button(page, 'Quitar filtros').first().click()
    await page.getByRole('row').nth(3).waitFor()
    await page.keyboard.press('i')
    await page.getByRole('dialog').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    await closed()
    await page.keyboard.press('o')
    await page.getByText('Separador del CSV').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
    await closed()
    await page.keyboard.press('v')
    await page.getByLabel('Carpeta').fill(join(folder, 'nowhere'))
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await isClean()
    await page.keyboard.press('Escape')
  })

  test('Ajustes: connections, a new one, preferences, about', async () => {
    await page.keyboard.press('F9')
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor()
    await isClean()
    await page.getByRole('link', { name: 'Preferencias' }).click()
    await page.getByText('Apariencia').waitFor()
    await isClean()
    await page.getByRole('link', { name: 'Acerca de' }).click()
    await page.getByText('Carpeta de datos').waitFor()
    await page.getByTestId('health').getByText('Espacio en el disco').waitFor()
    await page.getByRole('button', { name: 'Ver el informe' }).click()
    await page.getByTestId('support-report').getByText('settings.json').click()
    await isClean()
  })

  test('what the search field offers', async () => {
    await page.keyboard.press('F9')
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('312')
    await page.getByRole('option').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await isClean()
    await page.keyboard.press('Escape')
  })
})

describe('without a mouse', () => {
  test.each(['F1', 'F2', 'F3', 'F4', 'F9'])(
    '%s: every stop of Tab shows that it is there',
    async (key) => {
      await page.keyboard.press(key)
      await page.getByRole('main').waitFor()
      const hidden: string[] = []
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press('Tab')
        const { seen, what } = await page.evaluate(showsFocus)
        if (!seen && !what.startsWith('BODY')) hidden.push(what)
      }
      expect(hidden).toEqual([])
    },
  )

  test('a month is brought and exported', async () => {
    await page.keyboard.press('F4')
    await tabTo(page, button(page, 'Este mes'))
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, 'Exportar a CSV'))
    await page.keyboard.press('Enter')
    await page.getByLabel('Nombre del archivo').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('mes.csv')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(folder)
    await page.keyboard.press('Enter')
    await page.getByText(/^Se guard/).waitFor()
    expect(await readFile(join(folder, 'mes.csv'), 'utf8')).toContain('Recarga Clara')
  })

  test('a favourite is marked, a sale found again, the theme changed', async () => {
    await startAfresh(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tucan 12')
    await page.locator('[data-product]').first().filter({ hasText: 'Tucán 12' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-product]:focus').waitFor()
    await page.keyboard.press('*')
    await button(page, 'Favorito: Tucán 12 GB').and(page.locator('[aria-pressed="true"]')).waitFor()

    await page.keyboard.press('F9')
    await page.getByRole('heading', { name: 'Ajustes' }).waitFor()
    await page.keyboard.press('Control+k')
    await type(page, '3120000011')
    const offer = page.getByRole('option').filter({ hasText: /Recarga Clara.*0011/ })
    await chooseOffer(page, offer)
    await page.keyboard.press('Enter')
    await page.getByText('Registro del servicio').waitFor()

    await page.keyboard.press('F9')
    await tabTo(page, page.getByRole('link', { name: 'Preferencias' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Como el sistema'))
    for (const [key, theme] of [
      ['ArrowRight', 'light'],
      ['ArrowRight', 'dark'],
    ] as const) {
      await page.keyboard.press(key)
      await expect
        .poll(async () => JSON.stringify(await app.call('settings.get', {})))
        .toContain(`"theme":"${theme}"`)
    }
    await page.locator('html.dark').waitFor()
    await app.call('settings.set', { theme: 'system' })
  })
})

test('the service is gone: not sent, and what is seen without it', async () => {
  await startAfresh(page)
  await quoteTopUp(page, '3120030033', '5000')
  await ready(page, /^Recargar/).waitFor()
  await sandbox.close()
  await confirm(page)
  await seeResult(page, 'No se envió')
  await isClean()
  await startAfresh(page)
  await page.getByRole('banner').getByText('Sin conexión').waitFor()
  await openProduct(page, 'recarga clara')
  await panel(page)
    .getByText(/^Sin conexión con el servicio/)
    .waitFor()
  await isClean()
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').waitFor()
  await page.keyboard.press('u')
  await page.getByText(/^Sin conexión: (se muestra|estos días)/).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await isClean()
})
