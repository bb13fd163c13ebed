import { join } from 'node:path'
import { Failure, type AppError } from '../../../shared/errors.ts'
import type { BackupReason } from '../../../electron/store/recovery/backup-names.ts'
import { openDatabase } from '../../../electron/store/sqlite/db.ts'
import { makeYearCopy } from './copies.ts'
import { sell } from './sell.ts'
import { begin } from './starts.ts'
import type { YearWorld } from './world.ts'

const second = 1000

/**
 * A copy, as the thread makes it behind while others sell; now and then the program dies in the middle of it. Null: there
 * is none that could make it, or it failed.
 */
export async function copy(
  world: YearWorld,
  reason: BackupReason,
): Promise<'made' | 'unchanged' | 'killed' | null> {
  const { random, clock, state, folder, counts, bug } = world
  const till = world.till()
  if (!till) return null
  const killAt = random.chance(0.03) ? random.int(1, 40) : null
  try {
    const end = await makeYearCopy({
      ...{ folder, reason, now: clock.now(), isFirst: state.isFirstCopy, killAt, bug },
      between: async (step) => {
        if (step % 16 !== 0 || !till.life.isAlive()) return
        sell(world)
        await clock.pass(random.int(0, 3 * second))
      },
      onUncut: (error) => judgeDamage(world, 'intents.log was not cut', error),
    })
    world.note(`copy: ${end}`)
    if (end === 'made') counts.copies += 1
    if (end === 'killed') {
      counts.copiesKilled += 1
      till.life.die('in a copy')
    } else if (end === 'made') state.isFirstCopy = false
    return end
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    judgeDamage(world, 'a copy failed', caught.error)
    if (caught.error.code === 'JOURNAL_DAMAGED') await restoreDamaged(world)
    return null
  }
}

/**
 * Nothing fails by itself. What finds damage tells the truth where a disk lost a page of a WAL that was in part brought into
 * the file before: what is left of both is of two moments, which the check of a start need not see.
 */
function judgeDamage({ counts, violate, note }: YearWorld, what: string, error: AppError): void {
  const said = `${what}: ${error.code} ${JSON.stringify(error.params)}`
  if (error.code === 'JOURNAL_DAMAGED' && counts.walsSpoilt > 0) note(said)
  else violate(said)
}

/** As the check that a copy's doubt begins: damage that it finds stops the register, and the next start restores. */
async function restoreDamaged(world: YearWorld): Promise<void> {
  const { state, folder, clock, counts, violate } = world
  const wholeness = state.running?.open.wholeness
  if (!wholeness) return
  if (isWhole(folder)) return violate('a copy says that a whole journal is damaged')
  counts.restores += 1
  wholeness.passEnded('damaged', clock.now())
  await world.bury()
  await begin(world, true)
}

function isWhole(folder: string): boolean {
  try {
    const path = join(folder, 'journal.db')
    openDatabase(path, { synchronous: 'FULL', readOnly: true, quickCheck: true }).close()
    return true
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'JOURNAL_DAMAGED') return false
    throw caught
  }
}

/** The check of the week, behind. */
export function checkBehind(world: YearWorld): void {
  const { state, folder, clock, counts, violate } = world
  const wholeness = state.running?.open.wholeness
  if (!world.till() || !wholeness?.isPassDue(clock.now())) return
  counts.checksBehind += 1
  wholeness.passBegun(clock.now())
  if (isWhole(folder)) wholeness.passEnded('whole', clock.now())
  else violate('the check behind found damage')
}
