import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { chromiumOrigin } from '../../electron/host/chromium/chromium-host.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { holds, nextSale, seeResult, sellTopUp, setAhead, type, words } from '../e2e/hands.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'

// Every key that a page shows beside what it does, does something there and then: pressed where the page puts the
// keyboard, it is taken. What it does is that hint's own, as both have their key from one list by one name. Each is pressed
// on a page that is opened anew for it: minutes.

let sandbox: Sandbox
let app: OpenApp
let page: Page

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { statusSeconds: 0 } })
  app = await openApp({
    baseUrl: sandbox.url,
    token: sandbox.token,
    sandbox: true,
    still: true,
  })
  page = app.page
  await page.addInitScript(noteTaken)
  await page.locator('[data-product]').first().waitFor()
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

/** A page as it is opened: nothing of what was pressed before is left of it. */
async function open(path: string): Promise<void> {
  // What was begun on the page before it keeps it there, the first time.
  for (const _ of ['left', 'opened']) {
    await page.goto(`${chromiumOrigin}/#/${path}`)
    await page.reload()
    if (page.url().endsWith(`#/${path}`)) break
  }
  await page.locator('#page').waitFor()
  await page.locator('#page :is(h1, h2, [data-product])').first().waitFor()
  await page.waitForTimeout(400)
}

/** What moves the keyboard, or is about what has it: the browser's own, or one list's. */
const ofWhatHasIt = [
  'goOn',
  'turn',
  'pick',
  'next',
  'move',
  'rows',
  'ends',
  'leaps',
  'toList',
  'letters',
  'received',
  'favourite',
]

interface Hint {
  does: string
  text: string
}
const hints = (): Promise<Hint[]> =>
  page.locator('kbd[data-does]:visible').evaluateAll((all) =>
    all
      .filter((one) => !one.closest('[aria-disabled="true"], :disabled'))
      // What calls off what is under way goes with it, at any moment.
      .filter((one) => !one.closest('button')?.parentElement?.querySelector('[role="progressbar"]'))
      // Dashed: it works once no field has the keyboard.
      .filter((one) => getComputedStyle(one).borderTopStyle !== 'dashed')
      .map((one) => ({
        does: one instanceof HTMLElement ? (one.dataset['does'] ?? '') : '',
        text: one.textContent ?? '',
      })),
  )

/** As the driver of the window calls a key that a hint shows. */
function pressed(text: string): string {
  const names: Record<string, string> = {
    ...{ Esc: 'Escape', Ctrl: 'Control', Mayús: 'Shift', '↓': 'ArrowDown', '↑': 'ArrowUp' },
    ...{ '←': 'ArrowLeft', '→': 'ArrowRight' },
  }
  return text
    .split(' ')
    .map((part) => names[part] ?? (part.length === 1 ? part.toLowerCase() : part))
    .join('+')
}

/** Runs in the page before anything of it: notes whether what listens takes a key. */
function noteTaken(): void {
  const note = (event: KeyboardEvent) => {
    if (['Control', 'Alt', 'Shift'].includes(event.key)) return
    setTimeout(() => (document.body.dataset['taken'] ??= String(event.defaultPrevented)))
  }
  window.addEventListener('keydown', note, { capture: true })
}

/** Presses what a hint shows; answers whether anything took it. */
async function isTaken({ text }: Hint): Promise<boolean> {
  await page.evaluate(() => delete document.body.dataset['taken'])
  await page.keyboard.press(pressed(text))
  const body = page.locator('body[data-taken]')
  await body.waitFor()
  return (await body.getAttribute('data-taken')) === 'true'
}

/** What is shown on a page and does nothing there, or by a key that another thing shows; and how many were tried. */
async function untrue(path: string): Promise<{ tried: number; idle: string[] }> {
  await open(path)
  const shown = [
    ...new Map((await hints()).map((one) => [`${one.does} ${one.text}`, one])).values(),
  ]
  const all = shown.filter(({ does }) => !ofWhatHasIt.includes(does))
  const idle = shown
    .filter(({ does, text }) => shown.some((one) => one.text === text && one.does !== does))
    .map(({ does, text }) => `${path}: ${text} (${does}), taken twice`)
  for (const hint of all) {
    await open(path)
    await page.locator(`kbd[data-does="${hint.does}"]:visible`).first().waitFor()
    if (!(await isTaken(hint))) idle.push(`${path}: ${hint.text} (${hint.does})`)
  }
  return { tried: all.length, idle }
}

const day = () => serviceDay(Date.now())
async function holdsTrue(paths: readonly string[], atLeast: number): Promise<void> {
  const idle = []
  let tried = 0
  for (const path of paths) {
    const found = await untrue(path)
    idle.push(...found.idle)
    tried += found.tried
  }
  expect(idle).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(atLeast)
}

test('without a shift a field has the keyboard, and no letter is offered that it would take', async () => {
  await open('caja')
  await holds(page, page.getByLabel('Base en la caja'))
  expect((await hints()).filter(({ text }) => /^\w$/.test(text))).toEqual([])
  await page.keyboard.press('Tab')
  await expect
    .poll(async () => (await hints()).map(({ text }) => text))
    .toEqual(expect.arrayContaining(['F', 'Z']))
})

test('the opening is counted by denomination and back with one key, and opened as it is closed', async () => {
  await open('caja')
  await holds(page, page.getByLabel('Base en la caja'))
  await page.keyboard.press('Alt+b')
  const first = page.locator('[data-pieces]').first()
  await holds(page, first)
  await type(page, '2')
  await page.keyboard.press('Alt+b')
  await holds(page, page.getByLabel('Base en la caja'))
  expect(await page.getByLabel('Base en la caja').inputValue()).toBe('200.000')
  await page.keyboard.press('Alt+b')
  await holds(page, first)
  await type(page, '1')
  // What was written as one figure is counted no second time.
  await page.keyboard.press('Control+Enter')
  await page.getByTestId('expected').getByText('300.000').waitFor()
})

test('a receipt is to be handed over for two minutes, and not a moment longer', async () => {
  await open('vender')
  await sellTopUp(page, '3017770044', '6500')
  await seeResult(page, 'Aprobada')
  await nextSale(page)
  await page.keyboard.press('F2')
  await page.getByRole('row').filter({ hasText: '••• 0044' }).click()
  await page.getByRole('heading', { name: 'Historia' }).waitFor()
  const band = page.locator('section[aria-live="polite"]').first()
  for (const [seconds, said] of [
    [100, /Muestre el comprobante/],
    [125, /^Aprobada\s+Se aprobó el/],
  ] as const) {
    await setAhead(page, seconds * 1000)
    await page.reload()
    await expect.poll(() => words(band)).toMatch(said)
  }
  await setAhead(page, 0)
})

test('every hint of the counter does what it says', async () => {
  const sale = /venta\/[\w-]+/.exec(page.url())?.[0] ?? ''
  expect(sale).not.toBe('')
  await holdsTrue(['vender', 'hoy', sale, 'por-resolver', 'cargar-saldo'], 15)
})

test('every hint of the drawer does what it says', async () => {
  const paths = ['caja', 'caja/cerrar', 'caja/turnos', 'caja/devoluciones', 'caja/fiado']
  await holdsTrue(paths, 12)
})

test('every hint of the back office does what it says', async () => {
  await holdsTrue(['reportes', 'cierre', 'cierre/plan', `conciliacion/${day()}`, 'reclamos'], 20)
})

test('every hint of the settings does what it says', async () => {
  const pages = ['conexiones', 'conexiones/nueva', 'negocio', 'productos', 'impresora', 'personas']
  await holdsTrue(
    pages.map((one) => `ajustes/${one}`),
    12,
  )
})
