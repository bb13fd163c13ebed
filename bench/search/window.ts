import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { foldText } from '../../shared/domain/text/fold-text.ts'
import { makeFolder, removeFolder } from '../../tests/folders.ts'
import { serveCatalog } from '../answer-server.ts'
import { openAppWindow, openBarePage } from '../app-window.ts'
import { median } from '../measure.ts'

/** Milliseconds for one event, in our window and in the bare page. */
export interface Compared {
  own: number
  bare: number
}

const rounds = 12
const framesARound = 30

/** Scrolls and types in the real window and in a page without a framework, by turns, over the same products. */
export async function measureWindow(
  names: readonly string[],
): Promise<{ scroll: Compared; product: Compared; key: Compared; letter: Compared }> {
  const folder = makeFolder('search')
  const service = await serveCatalog(names)
  const own = await openOwn(join(folder, 'own'), service.url)
  const bare = await openBare(join(folder, 'bare'), names)
  try {
    const scroll = await compare(scrollRound, own.page, bare.page)
    const product = {
      own: scroll.own / (await broughtIntoView(own.page, names.length)),
      bare: scroll.bare / (await broughtIntoView(bare.page, names.length)),
    }
    const key = await compare(typeRound, own.page, bare.page)
    const letter = await compareLetters(own.page, bare.page)
    return { scroll, product, key, letter }
  } finally {
    await bare.close()
    await own.close()
    service.close()
    await removeFolder(folder)
  }
}

async function compare(
  round: (page: Page) => Promise<number>,
  own: Page,
  bare: Page,
): Promise<Compared> {
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] }
  const [ownMeter, bareMeter] = [await meter(own), await meter(bare)]
  for (let turn = 0; turn < rounds; turn += 1) {
    times.bare.push(await bareMeter(() => round(bare)))
    times.own.push(await ownMeter(() => round(own)))
  }
  return { own: median(times.own), bare: median(times.bare) }
}

/** What the profiler calls the time in which no script ran. */
const idle = new Set(['(idle)', '(program)', '(root)'])

/**
 * Measures script time per event with the engine's own profiler, also of what promises run: painting is left out,
 * collecting garbage is not, nor the style and layout that a script asks for, as the one that scrolls does each frame.
 */
async function meter(page: Page): Promise<(work: () => Promise<number>) => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 100 })
  return async (work) => {
    await session.send('Profiler.start')
    const events = await work()
    const { profile } = await session.send('Profiler.stop')
    const busy = new Set(
      profile.nodes.flatMap(({ id, callFrame }) => (idle.has(callFrame.functionName) ? [] : [id])),
    )
    const { samples = [], timeDeltas = [] } = profile
    // A sample stands for the time until the next one.
    const spent = samples.map((node, index) => (busy.has(node) ? (timeDeltas[index + 1] ?? 0) : 0))
    return spent.reduce((sum, time) => sum + time, 0) / 1_000 / events
  }
}

/** In pixels. */
const wheelStep = 53

/** Run in the page: what scrolls the cards. */
const findView = `let view = document.querySelector('[data-product]')
  while (getComputedStyle(view).overflowY !== 'auto') view = view.parentElement`

/** Run in the page: scrolls it, a wheel's step a frame. */
const scrollOn = `(async () => {
  ${findView}
  const bottom = view.scrollHeight - view.clientHeight
  for (let frame = 0; frame < ${framesARound}; frame += 1) {
    view.scrollTop = view.scrollTop + ${wheelStep} > bottom ? 0 : view.scrollTop + ${wheelStep}
    await new Promise(requestAnimationFrame)
  }
  return view.scrollTop
})()`
const drawn = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'

const firstCard = (page: Page) => page.locator('[data-product]').first().getAttribute('title')

async function scrollRound(page: Page): Promise<number> {
  const before = await firstCard(page)
  await page.evaluate(scrollOn)
  if ((await firstCard(page)) === before) throw new Error('the list did not scroll')
  return framesARound
}

/** How many of all products a frame brings into view, by how high their list is. */
async function broughtIntoView(page: Page, count: number): Promise<number> {
  const height = await page.evaluate(`(() => { ${findView}; return view.scrollHeight })()`)
  return (count * wheelStep) / Number(height)
}

const typedText = 'recarga ba'

/** Types a search letter by letter, each drawn before the next. */
async function typeRound(page: Page): Promise<number> {
  const field = page.locator('input').first()
  await field.focus()
  await page.keyboard.press('Control+a')
  for (const letter of typedText) {
    await page.keyboard.insertText(letter)
    await page.evaluate(drawn)
  }
  const found = await firstCard(page)
  if (!/^recarga.*ba/i.test(found ?? '')) throw new Error(`"${typedText}" found ${found}`)
  return typedText.length
}

const searches = ['recarga ba', 'factura de', 'pin 12']

/** What the page's main thread works for a letter until it is painted, at the 95th percentile: script, layout and paint. */
async function compareLetters(own: Page, bare: Page): Promise<Compared> {
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] }
  for (let turn = 0; turn < rounds / 3; turn += 1) {
    times.bare.push(...(await letterTimes(bare)))
    times.own.push(...(await letterTimes(own)))
  }
  return { own: p95(times.own), bare: p95(times.bare) }
}

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN

/** Letter by letter, in milliseconds of the thread's own processor time: it does not matter who else works. */
async function letterTimes(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
  const times: number[] = []
  for (const text of searches) {
    await page.locator('input').first().focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.evaluate(drawn)
    for (const letter of text) {
      const before = await worked()
      await page.keyboard.insertText(letter)
      await page.evaluate(drawn)
      times.push((await worked()) - before)
    }
  }
  await session.detach()
  return times
}

interface Opened {
  page: Page
  close(): Promise<void>
}

async function openOwn(dataDir: string, url: string): Promise<Opened> {
  const opened = await openAppWindow(dataDir, { url, token: 'bench' })
  await opened.page.locator('[data-product]').nth(20).waitFor()
  return opened
}

async function openBare(dataDir: string, names: readonly string[]): Promise<Opened> {
  const html = readFileSync(new URL('bare-list.html', import.meta.url), 'utf8')
  const host = await openBarePage(dataDir, html)
  const page = host.page()
  const products = names.map((name) => ({ name, folded: foldText(name) }))
  const [, script = ''] = /<script[^>]*>([^]*)<\/script>/.exec(html) ?? []
  await page.evaluate(`(() => { ${script}; start(${JSON.stringify(products)}) })()`)
  await page.locator('[data-product]').nth(20).waitFor()
  return { page, close: () => host.close() }
}
