import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { yearBugs } from '../simulation/year/bugs.ts'

/**
 * What judges the year of selling on one journal (npm run soak:year) sees what a planted bug does. By its own process,
 * which lives by the world's time.
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
