import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'

// Where the named parts of a screen (`data-part`) stand, held against where they stood before: boxes.json.

/** How far a side may be from where it was, in pixels: another computer rounds in another way. */
const slack = 2
const path = new URL('boxes.json', import.meta.url)
/** From the left and the top, width and height. */
const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])
const screenSchema = z.record(z.string(), boxSchema)
type Screen = z.output<typeof screenSchema>
const read = () => z.record(z.string(), screenSchema).parse(JSON.parse(readFileSync(path, 'utf8')))

/** The screen is as it was; `npm run boxes` writes down that it is to be as it is. */
export async function standsAsBefore(page: Page, screen: string): Promise<void> {
  if (process.env['WRITE_BOXES'] === 'yes') await write(page, screen)
  else await expect.poll(async () => changes(read()[screen] ?? {}, await boxesOf(page))).toEqual([])
}

/** What is somewhere else, of another size, new or gone, in words. */
function changes(before: Screen, now: Screen): string[] {
  const told = (box: z.output<typeof boxSchema> | undefined) => box?.join() ?? 'not there'
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((part) => {
    const [was, is] = [before[part], now[part]]
    const isSame = was && is?.every((side, at) => Math.abs(side - (was[at] ?? NaN)) <= slack)
    return isSame ? [] : [`${part}: ${told(was)} before, now ${told(is)}`]
  })
}

async function write(page: Page, screen: string): Promise<void> {
  let boxes = await boxesOf(page)
  // Once it stands still.
  await expect
    .poll(
      async () => {
        const before = boxes
        boxes = await boxesOf(page)
        return changes(before, boxes)
      },
      { interval: 500 },
    )
    .toEqual([])
  const all = { ...read(), [screen]: boxes }
  const lines = Object.entries(all).map(([name, parts]) => {
    const inner = Object.entries(parts).map(([part, box]) => `    "${part}": [${box.join(', ')}]`)
    return `  "${name}": {\n${inner.join(',\n')}\n  }`
  })
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}

async function boxesOf(page: Page): Promise<Screen> {
  return screenSchema.parse(await page.evaluate(boxesInPage))
}

/**
 * Runs in the page. A sentence on top may take another line with other figures: what stands below it is measured from
 * its end. Of a computer where the window does not run as administrator no band says so.
 */
function boxesInPage(): Record<string, number[]> {
  document
    .querySelector<HTMLElement>('[data-testid="safety-band"]')
    ?.style.setProperty('display', 'none')
  const boxes: Record<string, number[]> = {}
  const sentence = document.querySelector('[data-part="sentence"]')
  const end = sentence?.getBoundingClientRect().bottom ?? 0
  for (const one of document.querySelectorAll<HTMLElement>('[data-part]')) {
    if (one === sentence || !one.checkVisibility({ visibilityProperty: true })) continue
    const { x, y, width, height } = one.getBoundingClientRect()
    const isBelow =
      sentence !== null &&
      (sentence.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const name = one.dataset['part'] ?? ''
    boxes[name in boxes ? `${name} again` : name] = [x, isBelow ? y - end : y, width, height].map(
      Math.round,
    )
  }
  return boxes
}
