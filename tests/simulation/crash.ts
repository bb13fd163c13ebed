import { Failure } from '../../shared/errors.ts'
import type { Random } from './random.ts'

/** Thrown where the program ends; nothing of that run acts afterwards, whoever catches this. */
export class Crash extends Error {
  override name = 'Crash'
}

/** How often what a run does to the world goes wrong. */
export interface Hardship {
  /** The program ends at a point. */
  crash: number
  /** A write is refused by the disk. */
  diskFull: number
}

/** One run of the program, from its start until it is stopped or dies at one of its effects. */
export interface Life {
  isAlive(): boolean
  /** Throws Crash once this run has ended. */
  demand(): void
  /** The program may end here. Throws Crash then, and always once it has. */
  point(name: string): void
  /** A write: the program may end before or after it, and the disk may refuse it. */
  write<T>(name: string, work: () => T): T
  die(where: string): void
}

export function createLife(
  random: Random,
  hardship: Hardship,
  onDeath: (where: string) => void,
): Life {
  let alive = true

  function die(where: string): void {
    if (!alive) return
    alive = false
    onDeath(where)
  }

  function point(name: string): void {
    if (alive && hardship.crash > 0 && random.chance(hardship.crash)) die(name)
    if (!alive) throw new Crash(name)
  }

  return {
    isAlive: () => alive,
    demand: () => {
      if (!alive) throw new Crash('after the end')
    },
    point,
    write: (name, work) => {
      point(`before ${name}`)
      if (hardship.diskFull > 0 && random.chance(hardship.diskFull)) throw new Failure('DISK_FULL')
      const result = work()
      point(`after ${name}`)
      return result
    },
    die,
  }
}
