import type { Page } from 'playwright-core'

// The parts of the window that have a name (`data-part`), and whether they stay where they are.

/** How far a part may be from where it was first seen, in pixels. */
const slack = 1

/** What is noted in the page while it is watched. */
interface Watch {
  moved: string[]
  stop: boolean
}

/**
 * Watches every named part that is in sight, each time the page is drawn; what it answers stops, and says which were
 * somewhere else than where they were first seen, or larger, or smaller, and in which step: `at` names the one that
 * begins.
 */
export async function watchParts(page: Page): Promise<{
  at: (step: string) => Promise<void>
  moved: () => Promise<string[]>
}> {
  const watch = await page.evaluateHandle(watchInPage, slack)
  return {
    at: (step) => page.evaluate((named) => void (document.body.dataset['step'] = named), step),
    moved: () =>
      watch.evaluate((noted) => {
        noted.stop = true
        return noted.moved
      }),
  }
}

/** Runs in the page. */
function watchInPage(slack: number): Watch {
  const watch: Watch = { moved: [], stop: false }
  const first = new Map<string, number[]>()
  const told = new Set<string>()

  function look(): void {
    if (watch.stop) return
    for (const one of document.querySelectorAll<HTMLElement>('[data-part]')) {
      const name = one.dataset['part'] ?? ''
      if (!one.checkVisibility({ visibilityProperty: true }) || told.has(name)) continue
      const { x, y, width, height } = one.getBoundingClientRect()
      const box = [x, y, width, height]
      const before = first.get(name)
      if (!before) first.set(name, box)
      else if (box.some((side, index) => Math.abs(side - (before[index] ?? NaN)) > slack)) {
        told.add(name)
        const step = document.body.dataset['step'] ?? 'the beginning'
        watch.moved.push(
          `${name} in ${step}: ${before.map(Math.round).join()} to ${box.map(Math.round).join()}`,
        )
      }
    }
    requestAnimationFrame(look)
  }
  look()
  return watch
}
