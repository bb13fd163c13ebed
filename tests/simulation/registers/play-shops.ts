import { join } from 'node:path'
import { onThreads } from '../run-many.ts'
import { playShop, type ShopResult } from './play.ts'

/** What many seeds did together. */
export type ShopTotals = ShopResult['counts'] & {
  seeds: number
  /** Seeds in which something happened that must never happen. */
  failures: { seed: number; violations: readonly string[] }[]
}

const noCounts = {
  ...{ sales: 0, sent: 0, forks: 0, restores: 0, backs: 0, joins: 0, retired: 0, erased: 0 },
  ...{ refused: 0, claims: 0, told: 0 },
}
export const noShops: ShopTotals = { seeds: 0, ...noCounts, failures: [] }

export const addShops = (one: ShopTotals, other: ShopTotals): ShopTotals => ({
  seeds: one.seeds + other.seeds,
  sales: one.sales + other.sales,
  sent: one.sent + other.sent,
  forks: one.forks + other.forks,
  restores: one.restores + other.restores,
  backs: one.backs + other.backs,
  joins: one.joins + other.joins,
  retired: one.retired + other.retired,
  erased: one.erased + other.erased,
  refused: one.refused + other.refused,
  claims: one.claims + other.claims,
  told: one.told + other.told,
  failures: [...one.failures, ...other.failures],
})

/** Seeds, one after the other. */
export async function playShops(from: number, count: number): Promise<ShopTotals> {
  let totals = noShops
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations, counts } = await played(seed)
    const failures = violations.length === 0 ? [] : [{ seed, violations: violations.slice(0, 5) }]
    totals = addShops(totals, { ...counts, seeds: 1, failures })
  }
  return totals
}

async function played(seed: number): Promise<Pick<ShopResult, 'violations' | 'counts'>> {
  try {
    return await playShop({ seed })
  } catch (caught) {
    return { violations: [`it threw ${String(caught)}`], counts: noCounts }
  }
}

/** Seeds from one on. */
export interface Seeds {
  from: number
  count: number
}

/** Batches of seeds on all cores, until there are no more; `onProgress` hears the sums so far. */
export const onAllCores = (
  next: () => Seeds | null,
  onProgress: (totals: ShopTotals) => void = () => undefined,
): Promise<ShopTotals> => {
  const file = join(import.meta.dirname, 'worker.ts')
  return onThreads({ file, none: noShops, add: addShops }, next, onProgress)
}

/** How to see a failing seed again, line by line. */
export const replayHint = ({ seed, violations }: ShopTotals['failures'][number]): string =>
  [
    `seed ${seed}: replay with \`node tests/simulation/replay.ts ${seed} --registers\``,
    ...violations,
  ].join('\n  ')
