import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { monogram } from '../../renderer/ui/picture/monogram.ts'
import serviceWords from '../../shared/words/es/service.json' with { type: 'json' }
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { presetRange } from '../../shared/domain/time/range.ts'
import { cutWords } from '../e2e/cut-words.ts'
import {
  button,
  confirm,
  goTo,
  nextSale,
  quoteTopUp,
  ready,
  seeResult,
  sellTopUp,
} from '../e2e/hands.ts'
import type * as opening from '../e2e/open-app.ts'
import { pages } from '../gallery/pages.ts'
import { plainLines } from './plain-lines.ts'
import { addLanguage, code, pseudo } from './third-language.ts'

// A third language is a folder and a line: here one that does not exist, a third longer than Spanish and in brackets.
// What stands on a screen outside of brackets is not translated, and what does not fit would not in German either.

const month = presetRange('lastMonth', serviceDay(Date.now()))

/** What is nobody's language. */
const data = [
  // The shop's own, and what the service calls its things.
  /^Tienda de prueba$/,
  /^Celular del cliente$/,
  / \(\d+\)$/,
  // Names, addresses, numbers of things, keys.
  /^\(?(Mostrador|Excel|CSV|NIT|RUC|HTTP|Español|English)\b/,
  /^(https?:|\/)\S+$/,
  /^[\da-f -]{4,}$/,
  /^(COP|USD)$/,
  /^((Ctrl|Alt|Shift|Esc|Enter|Tab|F\d+|\p{L}|[^\p{L}]+)\b\s*)+$/u,
  // Which language somebody chose: each has its own name for itself.
  /^: (Español|English)$/,
  // What the law has on every receipt in these words; and the customer of the sample receipt.
  /^Comprobante de transacción\. No es factura/,
  /^Ana Rojas$/,
]

let sandbox: Sandbox
let app: opening.OpenApp
let names: ReadonlySet<string>

beforeAll(async () => {
  const [copy, service] = await Promise.all([
    addLanguage(),
    startSandbox({
      ...{ historyFrom: month.from, historyTo: month.to, salesPerDay: 5, balance: 30_000_000 },
      settings: { statusSeconds: 0 },
    }),
  ])
  sandbox = service
  const url = pathToFileURL(join(copy, 'tests', 'e2e', 'open-app.ts')).href
  const { openApp } = (await import(/* @vite-ignore */ url)) as typeof opening
  const shop = { baseUrl: sandbox.url, token: sandbox.token, sandbox: true, still: true }
  app = await openApp({ ...shop, viewport: { width: 1366, height: 768 } })
  await app.page.locator('[data-product]').first().waitFor()
  const catalog = catalogSchema.parse(await app.call('catalog.get', {})).value
  const called = [...catalog.products, ...catalog.categories].map(({ name }) => name)
  // A product without its picture, or before it came, stands by its letters.
  const known = Object.values(serviceWords)
    .flatMap((words) => Object.values(words))
    .map((text) => pseudo(text))
  names = new Set([...called, ...called.map(monogram), ...known])
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

const namedSchema = z.array(z.object({ name: z.string() }))
const catalogSchema = z.object({
  value: z.object({ products: namedSchema, categories: namedSchema }),
})

/**
 * Reads the screen that is there in the language that does not exist, and goes back to Spanish. `draw` draws it again
 * first, where it holds what was said before. What the service calls its things is as long as it likes, and may end in "…".
 */
async function look(screen: string, draw?: () => Promise<void>): Promise<string[]> {
  const { page } = app
  await speak(code)
  await draw?.()
  const plain = await page.evaluate(plainLines)
  const cut = await page.evaluate(cutWords)
  await speak('es')
  const foreign = plain.filter(
    (line) => !names.has(line) && !data.some((known) => known.test(line)),
  )
  const short = cut.filter(({ text }) => !names.has(text))
  return [
    ...foreign.map((line) => `${screen}: not translated: ${line}`),
    ...new Set(short.map(({ text, how }) => `${screen}: cut off: ${text} (${how})`)),
  ]
}

async function speak(language: string): Promise<void> {
  const { page } = app
  await page.evaluate((to) => window.bridge.call('settings.set', { language: to }), language)
  await page.locator(`html[lang="${language}"]`).waitFor()
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

test('its words keep what is filled in, and are longer', () => {
  expect(pseudo('{count} venta | {count} ventas')).toBe('⟦{count} vëëñtää⟧ | ⟦{count} vëëñtääs⟧')
  expect(pseudo("a{'@'}b")).toBe("⟦ä{'@'}b⟧")
})

test('says all of a sale, and nothing of it is cut off', async () => {
  const { page } = app
  const found: string[] = []
  await quoteTopUp(page, '3120000011', '5000')
  await ready(page, /^Recargar/).waitFor()
  found.push(...(await look('confirm')))
  await confirm(page)
  await seeResult(page, 'Aprobada')
  await ready(page, /^Nueva venta/).waitFor()
  found.push(...(await look('approved')))
  await nextSale(page)
  found.push(...(await look('sell')))
  sandbox.control.addFaults(
    { operation: 'sell', fault: 'drop-after' },
    { operation: 'find', fault: 'error500-before', count: 100 },
  )
  await sellTopUp(page, '3120020022', '5000')
  await seeResult(page, 'Sin confirmar')
  found.push(...(await look('unknown')))
  await page.keyboard.press('F2')
  await page
    .getByRole('row')
    .filter({ hasText: 'Aprobada' })
    .first()
    .getByRole('link')
    .press('Enter')
  await page.getByText('Registro del servicio').waitFor()
  const path = await page.evaluate(() => location.hash.slice(2))
  // The paper of a sale stays as it was drawn.
  found.push(
    ...(await look('one sale', async () => {
      await goTo(page, 'ajustes/acerca', pseudo('Carpeta de datos'))
      await goTo(page, path, pseudo('Registro del servicio'))
    })),
  )
  await page.keyboard.press('F4')
  await button(page, 'Mes pasado').click()
  await button(page, /^Completo/).waitFor()
  found.push(...(await look('report')))
  expect(found).toEqual([])
})

test('says all of the other pages, and nothing of them is cut off', async () => {
  const found: string[] = []
  for (const [path, sees] of pages) {
    await goTo(app.page, path, sees)
    found.push(...(await look(path)))
  }
  expect(found).toEqual([])
})
