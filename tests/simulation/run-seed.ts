import { z } from 'zod'
import type { SaleState } from '../../shared/domain/sale/sale.ts'
import { saleStateSchema } from '../../shared/domain/sale/sale.ts'
import type { Weather } from './faults.ts'
import type { Bug } from './register.ts'
import { closeOne, comeBack, sleep, work } from './shop.ts'
import { createFileDisk, createMemoryDisk } from './store.ts'
import { createWorld, type World } from './world.ts'

const minute = 60_000
const hour = 60 * minute

export interface SeedOptions {
  seed: number
  /** Over real files instead of memory. */
  files?: boolean
  bug?: Bug
  weather?: Partial<Weather>
  trace?: (line: string) => void
  /** Looks at the world once it is at rest. */
  inspect?: (world: World) => void
}

/** What one seed did, and what must never have happened. */
export interface SeedResult {
  seed: number
  files: boolean
  violations: readonly string[]
  sales: number
  requests: number
  events: number
  crashes: number
  secondStarts: number
  closings: number
  recoveries: number
  /** Sales by the state in which they rest. */
  states: Partial<Record<SaleState, number>>
}

/** The sales of one seed, about; over files each takes several times as long. */
const salesOfSeed = { memory: { least: 16, most: 26 }, files: { least: 8, most: 13 } }

/** Runs one seed to its rest. */
export async function runSeed({
  seed,
  files = false,
  bug,
  weather,
  trace,
  inspect,
}: SeedOptions): Promise<SeedResult> {
  const own = files ? createFileDisk() : createMemoryDisk()
  const disk = bug?.disk?.(own) ?? own
  try {
    const world = createWorld({
      seed,
      disk,
      ...(bug && { bug }),
      ...(weather && { weather }),
      ...(trace && { trace }),
    })
    world.start()
    const { least, most } = salesOfSeed[files ? 'files' : 'memory']
    await work(world, world.random.int(least, most))
    await nights(world)
    await comeToRest(world)
    inspect?.(world)
    const byState = disk
      .durable()
      .all(countRow, 'select state, count(*) as count from sale group by state')
    return {
      seed,
      files,
      violations: world.watch.violations,
      sales: byState.reduce((sum, { count }) => sum + count, 0),
      requests: world.model.requests(),
      events: disk.durable().get(eventsRow, 'select count(*) as count from sale_event')?.count ?? 0,
      crashes: world.counts.crashes,
      secondStarts: world.counts.secondStarts,
      closings: world.counts.closings,
      recoveries: world.counts.recoveries,
      states: Object.fromEntries(byState.map(({ state, count }) => [state, count])),
    }
  } finally {
    await disk.dispose()
  }
}

const countRow = z.object({ state: saleStateSchema, count: z.int() })
const eventsRow = z.object({ count: z.int() })

/** Days go by, with faults, sleeps and restarts; in some seeds the computer is never off. */
async function nights(world: World): Promise<void> {
  const { random, weather, clock } = world
  const rounds = random.int(0, 2)
  for (let round = 0; round < rounds; round += 1) {
    if (!world.isRunning()) await comeBack(world)
    if (weather.awake) await clock.pass(random.int(hour, 12 * hour))
    else await pastTime(world, random.int(10 * minute, 14 * hour))
    if (random.chance(0.3)) closeOne(world)
    if (random.chance(0.3)) world.reconnect()
  }
}

/** Time goes by with the computer asleep, or off, and then a while awake. */
async function pastTime(world: World, ms: number): Promise<void> {
  const { random, clock } = world
  if (random.chance(0.5)) sleep(world, ms)
  else {
    await world.stop()
    await clock.pass(ms)
    await comeBack(world)
  }
  await clock.pass(random.int(5_000, 40_000))
}

/** Faults stop; time goes on past every horizon and every clock set back. */
async function comeToRest(world: World): Promise<void> {
  const { clock, random, hardship, model, watch } = world
  hardship.crash = 0
  hardship.diskFull = 0
  model.calmDown()
  for (let round = 0; round < 24; round += 1) {
    if (!world.isRunning()) world.start()
    await clock.pass(70_000)
    if (isDone(world)) break
    clock.sleep(random.int(10, 14) * hour)
    world.reconnect()
    if (round % 3 === 0) world.register()?.resumed()
  }
  await clock.pass(70_000)
  if (!world.isRunning()) world.start()
  watch.atRest()
  await world.stop()
}

/** Whether nothing is under way and no look-up is due any more. */
function isDone({ disk }: World): boolean {
  const sql =
    "select id from sale where next_look_at is not null or state in ('PREPARED', 'SENDING') limit 1"
  return disk.durable().get(openRow, sql) === null
}

const openRow = z.object({ id: z.string() })
