import { describe, expect, it } from 'vitest'
import { shopBugs } from './bugs.ts'
import { holdShop } from './hold-shop.ts'
import { playShop } from './play.ts'

// Several registers on the production code, and a model of their hub (docs/registers.md). Ten thousand other seeds, and the model
// against a real PostgreSQL, are in tests/real/registers.test.ts.

it('whatever befalls several registers and their hub, it holds what their journals do, in 1,000 seeds', () =>
  holdShop({ from: 1, count: 1_000 }))

it('plays a seed again exactly', async () => {
  for (const seed of [3, 15, 37]) {
    const play = async () => {
      const lines: string[] = []
      const result = await playShop({ seed, trace: (line) => lines.push(line) })
      return { result, lines }
    }
    const first = await play()
    expect(first.lines.length).toBeGreaterThan(30)
    expect(await play()).toEqual(first)
  }
})

describe('a hub or a register is found that', () => {
  it.each(Object.entries(shopBugs))('%s', async (_name, { seen, trouble = 3, ...bug }) => {
    // Where it was once found, then wherever it may be.
    const seeds = [seen, ...Array.from({ length: 2_000 }, (_, at) => at + 1)]
    let violations: readonly string[] = []
    for (const seed of seeds) {
      if (violations.length > 0) break
      ;({ violations } = await playShop({ seed, bug, trouble }))
    }
    expect(violations.length).toBeGreaterThan(0)
  })
})
