import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { yearBugs } from '../simulation/year/bugs.ts'

/**
 * The short form of the year of selling on one journal: as many days as `npm run soak:year` has, and few sales in each.
 * By its own process, which lives by the world's time.
 */

const house = fileURLToPath(new URL('../..', import.meta.url))
const limit = 20 * 60_000

async function soak(...asked: string[]): Promise<unknown> {
  const args = [join(house, 'scripts', 'soak-year.mjs'), ...asked]
  // It ends with 1 where anything was found: then its result says what.
  const ended = promisify(execFile)(process.execPath, args, { cwd: house })
  const { stdout } = await ended.catch((caught: unknown) => saidSchema.parse(caught))
  return JSON.parse(stdout)
}

const saidSchema = z.object({ stdout: z.string().min(1) })
const resultSchema = z.object({
  days: z.int(),
  sales: z.int(),
  counts: z.object({ crashes: z.int(), restores: z.int(), copies: z.int(), reports: z.int() }),
  violations: z.array(z.string()),
})

test(
  'a year of selling on one journal breaks no promise',
  async () => {
    const { violations, days, sales, counts } = resultSchema.parse(
      await soak('--days', '365', '--sales', '3'),
    )
    expect(violations).toEqual([])
    expect(days).toBe(365)
    expect(sales).toBeGreaterThan(365 * 2)
    for (const times of Object.values(counts)) expect(times).toBeGreaterThan(0)
  },
  limit,
)

test(
  'every bug that is planted in the store is found',
  async () => {
    const found = z
      .record(z.string(), z.string().nullable())
      .parse(await soak('--bugs', '--days', '12', '--sales', '4'))
    expect(Object.keys(found)).toEqual(Object.keys(yearBugs))
    for (const [bug, violation] of Object.entries(found)) expect(violation, bug).not.toBeNull()
  },
  limit,
)
