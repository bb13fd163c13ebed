import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { serveAnswers } from '../answer-server.ts'
import { openAppWindow, openBarePage } from '../app-window.ts'
import { longestTurn, median, type Result } from '../measure.ts'
import { againstEmpty, ratio, result, type Pair } from './figures.ts'

const rounds = 5
/** What goes on behind begins in these (ms). */
const afterwardsMs = 8_000

/** The window of a register of years until its catalog can be sold from, and what stands still after that. */
export async function windowOfYears(pair: Pair): Promise<Result[]> {
  // A service that is there and knows nothing: what is shown is out of the cache, in every round.
  const service = await serveAnswers(() => null)
  try {
    return [...(await openings(pair, service.url)), ...(await standsStill(pair, service.url))]
  } finally {
    service.close()
  }
}

async function openings(pair: Pair, url: string): Promise<Result[]> {
  const times: Record<'years' | 'empty' | 'bare', number[]> = { years: [], empty: [], bare: [] }
  const ways = {
    bare: () => openBarePage(join(pair.empty, 'bare')),
    empty: () => open(pair.empty, pair.plan, url),
    years: () => open(pair.years, pair.plan, url),
  }
  // The first time makes Chromium's profile.
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of ['bare', 'empty', 'years'] as const) {
      const begun = performance.now()
      const shown = await ways[which]()
      if (round > 0) times[which].push(performance.now() - begun)
      await shown.close()
    }
  }
  const [years, empty, bare] = [median(times.years), median(times.empty), median(times.bare)]
  return [
    ratio('opening to a usable catalog, against a bare page', [years, bare], 2),
    againstEmpty('opening to a usable catalog', [years, empty], 1.3),
  ]
}

const open = (folder: string, { profileId }: Pair['plan'], url: string) =>
  openAppWindow(folder, { url, token: 'bench' }, profileId)

/** How long the main process and the page stand still at most while the app opens, and in the seconds after. */
async function standsStill({ years, plan }: Pair, url: string): Promise<Result[]> {
  const opened: Awaited<ReturnType<typeof open>>[] = []
  const opening = await longestTurn(async () => opened.push(await open(years, plan, url)))
  const [app] = opened
  if (!app) throw new Error('the window did not open')
  const { page, close } = app
  await page.evaluate(watchPage)
  const behind = await longestTurn(() => wait(afterwardsMs))
  const inPage = Number(await page.evaluate('longestTask'))
  const inReport = await scrolled(page)
  await close()
  return [
    result('the main thread while it opens, longest block', opening, 'ms', 50),
    result(
      `the main thread in the ${afterwardsMs / 1_000} s after, longest block`,
      behind,
      'ms',
      50,
    ),
    result(`the window in the ${afterwardsMs / 1_000} s after, longest block`, inPage, 'ms', 50),
    result('the window while a month of rows is scrolled, longest block', inReport, 'ms', 50),
  ]
}

/** The report of the last month, a screen further each time and every fifth time somewhere else altogether: its longest block. */
async function scrolled(page: Page): Promise<number> {
  await page.keyboard.press('F4')
  await page.getByRole('button', { name: 'Mes pasado' }).first().click()
  await page.locator('[data-row]').nth(5).waitFor()
  await page.evaluate('longestTask = 0')
  await page.evaluate(scrollOn)
  return Number(await page.evaluate('longestTask'))
}

const scrollOn = `(async () => {
  const view = document.getElementById('page')
  for (let step = 0; step < 60; step += 1) {
    const far = step % 5 === 4 ? ((step * 7919) % 97) / 97 : null
    view.scrollTo({ top: far === null ? view.scrollTop + 600 : far * view.scrollHeight })
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }
})()`

/** Run in the page: the browser tells of what took longer than 50 ms. */
const watchPage = `window.longestTask = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
}).observe({ type: 'longtask' })`
