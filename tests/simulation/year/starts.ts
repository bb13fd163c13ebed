import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { newestCopies } from '../../../electron/store/recovery/copies.ts'
import { afterCrash, flipByte, spoilings, spoilJournal, spoilWal } from './disk.ts'
import type { YearWorld } from './world.ts'

const second = 1000
const minute = 60 * second

/** The program died: it is put away, its disk may have lied, and somebody starts it again. */
export async function comeBack(world: YearWorld): Promise<void> {
  const { random, clock, counts, folder } = world
  await world.bury()
  const how = random.chance(0.25) ? random.pick(afterCrash) : 'nothing'
  if (how !== 'nothing') counts.walsSpoilt += 1
  world.note(`come back after ${how}`)
  spoilWal(folder, how, random)
  await clock.pass(random.int(second, 5 * minute))
  await begin(world, how !== 'nothing')
}

/** Starts it; one that dies at once is started again. */
export async function begin(world: YearWorld, setBack: boolean): Promise<void> {
  for (let isSetBack = setBack; !world.till(); isSetBack = false) {
    await world.bury()
    world.start(isSetBack)
  }
}

/** The journal is damaged between two runs, now and then its newest copy with it: the next start restores it. */
export async function spoil(world: YearWorld): Promise<void> {
  const { random, folder, counts, clock, state } = world
  if (world.till()) return
  await world.bury()
  const copies = newestCopies(folder, clock.now())
  if (copies.length === 0) return
  counts.restores += 1
  const how = random.pick(spoilings)
  const [newest] = copies
  // One that others stand on takes them with it: the last one alone.
  if (newest && random.chance(0.25) && newest.chain.length > 1) {
    flipByte(newest.path, random)
    state.spoilt.add(newest.name)
  }
  world.note(`spoilt: ${how}`)
  spoilJournal(folder, how, random)
  await begin(world, true)
}

/** Somebody goes back to an older copy by hand, as the guide says: it is put in no danger by what is newer. */
export async function goBack(world: YearWorld): Promise<void> {
  const { random, folder, counts, clock } = world
  if (world.till()) return
  await world.bury()
  const copies = newestCopies(folder, clock.now())
  const [, ...older] = copies.slice(0, 4)
  if (older.length === 0) return
  const chosen = random.pick(older)
  counts.restores += 1
  world.note(`back to ${chosen.name}`)
  const aside = `${folder}-put-away`
  mkdirSync(aside, { recursive: true })
  for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm']) moveTo(folder, name, aside)
  for (const { path } of copies.slice(0, copies.indexOf(chosen))) {
    if (!chosen.chain.some((one) => one.path === path))
      renameSync(path, join(aside, basename(path)))
  }
  await begin(world, true)
  rmSync(aside, { recursive: true })
}

function moveTo(folder: string, name: string, aside: string): void {
  try {
    renameSync(join(folder, name), join(aside, name))
  } catch (caught) {
    if (!(caught instanceof Error && 'code' in caught && caught.code === 'ENOENT')) throw caught
  }
}
