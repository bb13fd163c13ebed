import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'

// What axe says of a page, light and dark.

let source: string | null = null
const axe = async (): Promise<string> =>
  (source ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))

const violations = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), target: z.unknown() })) }),
)

/** Between the themes only colours change: of the dark one it is asked what colours decide. */
const rules = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } }

/** What axe finds on a page as it is now, in one theme: one line a place. */
async function found(on: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await on.mouse.move(0, 0)
  await on.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await on.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor()
  // The colours that change with the theme begin to change one frame later.
  await on.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(({ effect }) => {
      const { iterations } = effect?.getComputedTiming() ?? {}
      return iterations !== Infinity
    })
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
  if (!(await on.evaluate(() => 'axe' in window))) await on.evaluate(await axe())
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules[theme] })
  const seen: unknown = await on.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )
  return violations
    .parse(seen)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme} ${id}: ${html.slice(0, 160)}`))
}

/** Nothing to complain of, light or dark. What is still on its way is drawn faintly: it is looked at until it is there. */
export async function isClean(on: Page): Promise<void> {
  await expect
    .poll(async () => [...(await found(on, 'light')), ...(await found(on, 'dark'))])
    .toEqual([])
  await on.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
