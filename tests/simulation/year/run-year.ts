import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../shared/errors.ts'
import { newestCopies, type Copy } from '../../../electron/store/recovery/copies.ts'
import { createRandom } from '../random.ts'
import { inMemory, makeFolder, removeFolder } from '../../folders.ts'
import { night, workDay } from './days.ts'
import { judgeJournal } from './judge.ts'
import { judgeCopy } from './restores.ts'
import { comeBack } from './starts.ts'
import { takeTime } from './time.ts'
import { judgeBytes, judgeSearch } from './traces.ts'
import { checkBehind, copy } from './upkeep.ts'
import { createYearWorld, type YearPlan, type YearWorld } from './world.ts'

/** What a year came to. */
export interface YearResult {
  days: number
  sales: number
  requests: number
  counts: YearWorld['counts']
  copiesKept: number
  /** Bytes of the journal, and of intents.log, a sale; of all copies, times the journal. */
  bytes: { sale: number; intents: number; copies: number }
  violations: readonly string[]
  /** Of all that was noted: two runs of one plan have the same. */
  digest: string
}

/** How much is looked at, and how often, by how large the journal is. */
interface Eye {
  /** Every so many days all of the journal is looked through. */
  every: number
  /** Sales, and papers, that are read one by one then. */
  samples: number
  /** Copies that are restored then. */
  copies: number
}

const hour = 3_600_000

/** How a year is lived: `told` hears of each day that is over, and all ends after the day `until`. */
type YearRun = YearPlan & {
  folder?: string
  told?: (day: number, world: YearWorld) => void
  until?: number
}

/** Lives a year: the same plan lives the same one again, up to any of its days. */
export async function runYear(plan: YearRun): Promise<YearResult> {
  const root = makeFolder('year', plan.folder ?? inMemory)
  const world = createYearWorld(plan, root)
  const giveTimeBack = takeTime(world.clock, createRandom(plan.seed + 1_000_000))
  // A thread that is being ended holds nobody open.
  const awake = setInterval(() => undefined, 60_000)
  const zone = process.env['TZ']
  try {
    await liveYear(world, plan)
    return resultOf(world)
  } catch (caught) {
    // What nobody at the register could have gone on after.
    if (!(caught instanceof Failure)) throw caught
    world.violate(`it ended with ${caught.message}`)
    return resultOf(world)
  } finally {
    clearInterval(awake)
    world.disk.dispose()
    giveTimeBack()
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    await removeFolder(root, { ownOnly: true })
  }
}

async function liveYear(
  world: YearWorld,
  { days, sales, told, until = days }: YearRun,
): Promise<void> {
  const { state, hardship, isSmall } = world
  const eye: Eye = isSmall
    ? { every: 40, samples: 60, copies: 1 }
    : { every: 28, samples: 1000, copies: 1 }
  const holiday = Math.floor(days / 12)
  for (state.day = 1; state.day <= until; state.day += 1) {
    await workDay(world, sales)
    if (state.day === holiday) await away(world)
    if (state.day === days - holiday) state.keepMonths = 13
    if (state.day % 3 === 0) checkBehind(world)
    if (state.day % eye.every === 0) await lookThrough(world, eye)
    judgeFolder(world)
    await night(world)
    world.noteDay()
    told?.(state.day, world)
    if (world.violations().length >= 20) break
  }
  hardship.crash = 0
  world.model.calmDown()
  await rest(world)
  await lookThrough(world, { ...eye, samples: isSmall ? Infinity : 2000, copies: 8 })
  await world.stop()
}

/** Closed for two months: what was sold before grows as old as answers are kept. */
async function away(world: YearWorld): Promise<void> {
  await world.stop()
  world.clock.sleep(65 * 24 * hour)
}

/** Faults are over: whatever can be known becomes known. */
async function rest(world: YearWorld): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    if (!world.till()) await comeBack(world)
    await world.clock.pass(5 * 60_000)
    world.clock.sleep(12 * hour)
    world.till()?.resumed()
  }
  await world.clock.pass(5 * 60_000)
}

/** The look of every fourth week: all of the journal, its copies, the search, and every byte of the folder. */
async function lookThrough(world: YearWorld, { samples, copies }: Eye): Promise<void> {
  const { random, disk, folder, clock, customers, violate, state, counts } = world
  if (!world.till()) await comeBack(world)
  const till = world.till()
  if (!till) return
  await till.search.tend()
  const profileId = state.connection.id
  await judgeSearch(disk.durable(), till.search, customers, { profileId, violate })
  const head = till.journal.trail.walk({ lines: 0, head: '' }, Number.MAX_SAFE_INTEGER)
  if (head.broken.length > 0) violate(`the trail is broken at ${head.broken.join()}`)
  if (till.journal.trail.zUnlike()) violate('a Z saw another trail')
  const gone = judgeJournal(disk.durable(), world.evidence(), random, samples)
  // What was erased leaves intents.log at a start, and the journal's pages at one after a copy.
  while ((await copy(world, 'hourly')) === 'killed') await comeBack(world)
  for (let times = 0; times < 2; times += 1) {
    while (!(await world.stop())) await comeBack(world)
    if (times === 0) world.start(false)
  }
  judgeBytes(folder, customers, gone, violate)
  const kept = newestCopies(folder, clock.now()).filter(
    ({ chain }) => !chain.some(({ name }) => state.spoilt.has(name)),
  )
  for (const copy of kept)
    if (copy.chain.length === 0) violate(`copy ${copy.name} stands on nothing`)
  for (const copy of chosen(world, kept, copies)) {
    counts.copiesRestored += 1
    judgeCopy(folder, copy, world.evidence(), { now: clock.now(), bug: world.bug })
  }
  world.start(false)
}

/** Of every age, the newest among them. */
function chosen({ random }: YearWorld, kept: readonly Copy[], most: number): readonly Copy[] {
  if (kept.length <= most) return kept
  return Array.from({ length: most }, () => random.pick(kept))
}

/** What a year may take on the disk. */
function judgeFolder({ folder, disk, violate, clock, book, state }: YearWorld): void {
  const journal = statSync(join(folder, 'journal.db')).size
  const copies = newestCopies(folder, clock.now()).reduce((sum, { bytes }) => sum + bytes, 0)
  const most = Math.max(2.5 * journal, 16 * 1024 * 1024)
  // One that was killed left what it had not taken away yet.
  if (copies > most * 1.3) violate(`copies take ${copies} bytes, the journal ${journal}`)
  const sales = book.sales.size
  const perSale = journal / Math.max(1, sales)
  // Young sales stand as they were written: so much later they are few among the others.
  if (state.day > 100 && sales > 20_000 && perSale > 2500)
    violate(`the journal takes ${perSale} bytes a sale`)
  if (state.day > 150 && sales > 20_000 && disk.intentBytes() > 130 * 1024 * (sales / state.day)) {
    violate(`intents.log takes ${disk.intentBytes()} bytes`)
  }
}

function resultOf(world: YearWorld): YearResult {
  const { folder, disk, book, state, model, counts, clock } = world
  const journal = statSync(join(folder, 'journal.db')).size
  const kept = newestCopies(folder, clock.now())
  const copies = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  const sales = book.sales.size
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    days: state.day - 1,
    sales,
    requests: model.requests(),
    counts,
    copiesKept: kept.length,
    bytes: {
      sale: round(journal / sales),
      intents: round(disk.intentBytes() / sales),
      copies: round(copies / journal),
    },
    violations: world.violations(),
    digest: world.digest(),
  }
}
