import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { chromiumOrigin } from '../../electron/host/chromium/chromium-host.ts'
import { patience } from '../patience.ts'

// What a cashier's hands and eyes do at the register, for the tests that drive its window.

/** Waits until it is so. (Also where no test runs: `expect.poll` is of tests alone.) */
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + patience
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`)
    await wait(20)
  }
}

/** Loads the page again: an empty panel, whatever was open before. */
export async function startAfresh(page: Page): Promise<void> {
  await page.goto(`${chromiumOrigin}/`)
  await page.locator('[data-product]').first().waitFor()
}

/** What ends a result, where there is one. */
const leaving = /^(Nueva venta|Dejar por resolver)/

/**
 * Presses what ends a result until the next sale can begin. A sale that ends at the very moment of the press changes
 * what is to be read, and its button takes none for another half second, as it must: a person presses again.
 */
async function leaveResult(page: Page, press: (next: Locator) => Promise<void>): Promise<void> {
  const next = ready(page, leaving)
  const empty = page.getByText('Elija un producto')
  const read = async () => (await result(page).allInnerTexts()).join()
  for (let round = 0; round < 3; round += 1) {
    await next.or(empty).first().waitFor()
    if (await empty.isVisible()) return
    const before = await read()
    await press(next.or(empty))
    // Left, or there is something else to be read than what the press was for.
    const isOver = async () => (await empty.isVisible()) || ![before, ''].includes(await read())
    await until(isOver, 'the result is left')
  }
  await empty.waitFor()
}

/**
 * An empty panel without loading the page again where it can be had: a result is left as a person leaves it. What
 * stands otherwise, a form half filled or another page that keeps its own, begins afresh.
 */
export async function clearPanel(page: Page): Promise<void> {
  await page.keyboard.press('F1')
  const isThere = await panel(page)
    .waitFor({ timeout: 2_000 })
    .then(
      () => true,
      () => false,
    )
  if (isThere && (await button(page, leaving).count()) > 0)
    await leaveResult(page, (next) => next.first().click())
  else if (!(await page.getByText('Elija un producto').isVisible())) return startAfresh(page)
  if (!(await page.locator('[data-product]').first().isVisible())) await startAfresh(page)
}

/** Goes down a list that stays at the search field until this is chosen in it. */
export async function chooseOffer(page: Page, offer: Locator): Promise<void> {
  await offer.waitFor()
  while ((await offer.getAttribute('aria-selected')) !== 'true')
    await page.keyboard.press('ArrowDown')
}

/** Goes to a page by its path and waits until this is seen there. */
export async function goTo(page: Page, path: string, sees: string): Promise<void> {
  await page.evaluate((to) => (location.hash = `#/${to}`), path)
  await page.getByText(sees).filter({ visible: true }).first().waitFor()
}

/** The right third of the selling page: the sale at hand. */
export const panel = (page: Page): Locator => page.getByLabel('Venta', { exact: true })

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name })

/** A button that takes presses: the one that goes on takes none in its first half second. */
export const ready = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, disabled: false })

/** The loud word of a sale's result. */
export const result = (page: Page): Locator => page.getByTestId('result')

/** What a person reads there: money is written with a space that does not break. */
export const words = async (there: Locator): Promise<string> =>
  (await there.innerText()).replaceAll('\u00a0', ' ')

/** What stands in a field, the same way. */
export const valueOf = async (field: Locator): Promise<string> =>
  (await field.inputValue()).replaceAll('\u00a0', ' ')

/** Waits until the panel says this word (waiting longer than its 3 s of the way to the end). */
export async function seeResult(page: Page, word: string | RegExp): Promise<void> {
  await result(page).filter({ hasText: word }).waitFor()
}

/**
 * Finds a product by its name, written all at once as from the clipboard (each letter draws the list again), and opens
 * its form. Nobody writes before the window is there: keys that come while it is drawn are lost, and half a name opens
 * another product.
 */
export async function openProduct(page: Page, text: string): Promise<void> {
  const search = page.locator('[aria-keyshortcuts="Control+K"]')
  await search.waitFor()
  await page.keyboard.press('F1')
  await page.keyboard.press('Control+k')
  await holds(page, search)
  await page.keyboard.insertText(text)
  await page.locator('[data-product]').first().waitFor()
  await page.keyboard.press('Enter')
}

/** Types as hands do: a number that comes faster is a scanner's. */
export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: text.replace(/\D/g, '').length < 6 ? 0 : 40 })
}

/**
 * On the confirmation of a top-up: so much of it by transfer, which comes in by the first account. Then digits are what is
 * received for the rest.
 */
export async function paySent(page: Page, units: number): Promise<void> {
  await page.keyboard.press('Alt+r')
  await holds(page, page.getByLabel('Cuánto por transferencia', { exact: true }))
  await page.keyboard.type(String(units))
  await page.keyboard.press('Enter')
  await holds(page, page.getByTestId('transfer').getByRole('button').first())
  await page.keyboard.press('1')
  await holds(page, page.getByLabel('Número de la transferencia'))
  await page.keyboard.type('551')
  await page.keyboard.press('Enter')
  await holds(page, ready(page, /^Recargar \$/))
}

/** More stops than any page has between one thing and the next that a person wants. */
const farthest = 80

/** Waits until this has the keyboard. */
export const holds = (page: Page, there: Locator): Promise<void> =>
  there.and(page.locator(':focus')).waitFor()

/** Goes from stop to stop of the Tab key until this has the keyboard. */
export async function tabTo(page: Page, there: Locator): Promise<void> {
  await there.first().waitFor()
  for (let stop = 0; stop < farthest; stop += 1) {
    if ((await there.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${String(there)}`)
}

/** Goes there by the Tab key, and presses it. */
export async function tabPress(page: Page, there: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, there)
  await page.keyboard.press(key)
}

/** Goes to a field by the Tab key, and writes in the place of what stood there. */
export async function tabType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await type(page, text)
}

/** Counts from now on how often a mouse presses anything in this window; what it answers says how often. */
export async function watchMouse(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['pressed'] = '0'
    const count = () => Number(document.documentElement.dataset['pressed'])
    const note = () => (document.documentElement.dataset['pressed'] = String(count() + 1))
    window.addEventListener('pointerdown', note, { capture: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['pressed'] ?? NaN))
}

/** Waits until a field has the keyboard, writes into it all at once (each letter draws the form again), and goes on with Enter. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await holds(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

/** Fills the top-up's form and asks for its value; Enter alone moves on. */
export async function quoteTopUp(page: Page, phone: string, amount: string): Promise<void> {
  await openProduct(page, 'recarga clara')
  await typeInto(page, 'Celular del cliente', phone)
  await typeInto(page, 'Valor', amount)
}

/** Quotes a top-up and sells it, with the keyboard alone. */
export async function sellTopUp(page: Page, phone: string, amount: string): Promise<void> {
  await quoteTopUp(page, phone, amount)
  await confirm(page)
}

/** Presses Enter on the confirmation once it takes it. */
export async function confirm(page: Page, action = /^Recargar \$/): Promise<void> {
  await ready(page, action).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
}

/**
 * Asks the service how a sale ended. The register may look by itself at that very moment, and the button goes: that is a
 * look, too, and what came of it is seen by whoever calls.
 */
export async function lookNow(page: Page): Promise<void> {
  const look = button(page, 'Consultar ahora').first()
  const isDone = async () => {
    if ((await look.count()) === 0) return true
    return look.click({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  }
  await until(isDone, 'asked how the sale ended')
}

/** Leaves the result for the next sale, with the keyboard. */
export async function nextSale(page: Page): Promise<void> {
  const empty = page.getByText('Elija un producto')
  await leaveResult(page, async (next) => {
    await next.and(page.locator(':focus')).or(empty).first().waitFor()
    if (!(await empty.isVisible())) await page.keyboard.press('Enter')
  })
}

/** Says who one is, with the keyboard: down the list until the PIN is asked of that person. */
export async function signInAs(page: Page, name: string, pin: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const asked = dialog.locator('label').filter({ hasText: /^PIN de/ })
  await holds(page, asked.locator('input'))
  for (let people = 0; people < 20; people += 1) {
    const who = await words(asked)
    if (who === `PIN de ${name}`) break
    await page.keyboard.press('ArrowDown')
    await until(async () => (await words(asked)) !== who, 'the PIN of another is asked for')
  }
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
}

/** Runs in the page: its clock is ahead by what is written down there, also once it is loaded again. */
function keepAhead(): void {
  const ahead = () => Number(sessionStorage.getItem('ahead') ?? 0)
  window.Date = new Proxy(Date, {
    construct: (real, given: [number]) =>
      given.length > 0 ? new real(...given) : new real(real.now() + ahead()),
    get: (real, name): unknown =>
      name === 'now' ? () => real.now() + ahead() : Reflect.get(real, name),
  })
}

/**
 * Sets the clock of the window ahead by so many ms, as those of this process and of the test service are: else a test
 * that lets an hour pass before midnight has a window of the day before.
 */
export async function setAhead(page: Page, ms: number): Promise<void> {
  const wasSet = await page.evaluate(() => sessionStorage.getItem('ahead') !== null)
  await page.evaluate((ahead) => sessionStorage.setItem('ahead', String(ahead)), ms)
  if (wasSet) return
  await page.addInitScript(keepAhead)
  await page.evaluate(keepAhead)
}

/** Keeps how the window looks now, where the environment names a folder for pictures (`PICTURES`). */
export async function picture(page: Page, name: string): Promise<void> {
  const to = process.env['PICTURES']
  if (to) await page.screenshot({ path: join(to, `${name}.png`) })
}
