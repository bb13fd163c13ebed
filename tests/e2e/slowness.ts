import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

// A slow computer on purpose, as the environment asks for it: a test that fails with it presses before it sees what it
// presses. Nothing waits where nothing is asked for.
//
//   LATE=800 npm run check:e2e          answers to the window come up to 800 ms late, in any order, most of them little
//   LATE_EVENTS=800 npm run check:e2e   what the window is told of comes late, in its order
//   SLOW_PAGE=4 npm run check:e2e       the page computes at a fourth of the speed
//   SLOW_HANDS=100 npm run check:e2e    100 ms before each key: the page is far ahead of the test

const asked = (name: string) => Number(process.env[name] ?? 0)
const most = { answers: asked('LATE'), events: asked('LATE_EVENTS') }

/** Holds one up; at once where nothing is asked for. */
export async function holdUp(what: keyof typeof most): Promise<void> {
  if (most[what] > 0) await wait(most[what] * Math.random() ** 3)
}

/** Whether what the window is told of comes late. */
export const isToldLate = most.events > 0

/** Letters that come closer than 35 ms are a scanner's, and no key of the page: a hand's are further apart. */
const handsPace = 40

/** Slows down the page, and gives its keyboard the pace of hands. */
export async function slowDown(page: Page): Promise<void> {
  const [rate, ms] = [asked('SLOW_PAGE'), asked('SLOW_HANDS')]
  if (rate > 1) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
  }
  const press = page.keyboard.press.bind(page.keyboard)
  page.keyboard.press = async (key, ...how) => {
    await wait(key.length === 1 ? Math.max(ms, handsPace) : ms)
    await press(key, ...how)
  }
}
