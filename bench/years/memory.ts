import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { serveCatalog } from '../answer-server.ts'
import type { Result } from '../measure.ts'
import { productNames } from '../search/names.ts'
import { noted, result, type Pair } from './figures.ts'

const usedSchema = z.object({ begun: z.number(), rss: z.number(), heap: z.number() })
type Used = z.infer<typeof usedSchema>

const child = fileURLToPath(new URL('memory-child.ts', import.meta.url))
/** What starts the window gives its Node these; it is plain JavaScript, as it runs before anything is installed. */
const starter = new URL('../../scripts/house.mjs', import.meta.url).href
const starterSchema = z.object({ windowFlags: z.array(z.string()) })

/** What the main process holds after a day's use: of the years, and of a register on its first day with a large catalog. */
export async function memoryOfYears({ years, empty, plan }: Pair): Promise<Result[]> {
  const large = join(empty, 'large')
  mkdirSync(large)
  const cases = [
    { folder: years, products: plan.products, most: 200 },
    { folder: large, products: 50_000, most: 350 },
  ]
  const results: Result[] = []
  for (const { folder, products, most } of cases) {
    const { begun, rss, heap } = await used(folder, plan.profileId, products)
    const what = `memory of the main process, ${products} products`
    results.push(
      noted(`${what}, its catalog shown`, begun, 'MB'),
      result(`${what}, after use`, rss, 'MB', most),
      noted('of it its own heap', heap, 'MB'),
    )
  }
  return results
}

/** In a process of its own: this one holds what the bench needs. */
async function used(folder: string, profileId: string, products: number): Promise<Used> {
  const imported: unknown = await import(starter)
  const { windowFlags } = starterSchema.parse(imported)
  const service = await serveCatalog(productNames(products))
  try {
    const program = fork(child, [folder, profileId, service.url], { execArgv: windowFlags })
    const heard: unknown = await once(program, 'message')
    await once(program, 'exit')
    const [message] = z.tuple([usedSchema]).rest(z.unknown()).parse(heard)
    return message
  } finally {
    service.close()
  }
}
