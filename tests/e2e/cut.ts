import type { Page } from 'playwright-core'
import { z } from 'zod'
import { coveredControls } from './covered-controls.ts'
import { cutWords } from './cut-words.ts'

// What a person cannot read or press, though it is on the page: asked of the page itself, not of its picture.

/**
 * What is cut, covered or scrolled away: words that reach out of what holds them or that an edge cuts; what has to be
 * read and is not in sight; a control that lies under something else or out of reach; a window that was scrolled, or is
 * larger than itself. What the service or the shop called a thing is as long as they like, and may end in "…": what the
 * catalog and the connections call so, and what else is `named` by them.
 */
export async function whatIsCut(page: Page, named = /^$/): Promise<string[]> {
  const given = await givenNames(page)
  const words = await page.evaluate(cutWords)
  return [
    ...words.flatMap(({ text, how }) =>
      given.has(text) || named.test(text) ? [] : [`«${text.slice(0, 60)}» ${how}`],
    ),
    ...(await page.evaluate(coveredControls)),
    ...(await page.evaluate(scrolledWindow)),
  ]
}

const namedSchema = z.array(z.object({ name: z.string() })).catch([])
const catalogSchema = z.object({
  value: z.object({ products: namedSchema, categories: namedSchema }),
})
const profilesSchema = z.object({ value: z.object({ profiles: namedSchema }) })

async function givenNames(page: Page): Promise<Set<string>> {
  const [catalog, profiles] = await page.evaluate(async () => [
    await window.bridge.call('catalog.get', {}),
    await window.bridge.call('connection.state', {}),
  ])
  const { products = [], categories = [] } = catalogSchema.safeParse(catalog).data?.value ?? {}
  const shops = profilesSchema.safeParse(profiles).data?.value.profiles ?? []
  return new Set([...products, ...categories, ...shops].map(({ name }) => name))
}

/** Runs in the page. */
function scrolledWindow(): string[] {
  const { documentElement, body } = document
  const found: string[] = []
  for (const one of [documentElement, body, document.getElementById('app')]) {
    if (one && (one.scrollTop !== 0 || one.scrollLeft !== 0)) {
      found.push(`the window is scrolled by ${one.scrollLeft}, ${one.scrollTop}`)
    }
  }
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = documentElement
  if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) {
    found.push(`the window holds ${scrollWidth}x${scrollHeight}`)
  }
  return found
}
