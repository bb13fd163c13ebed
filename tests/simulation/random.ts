/** Chance that repeats: the same seed gives the same numbers in the same order. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number
  pick<T>(items: readonly T[]): T
  /** One of the names, as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T
}

/** mulberry32 over a scrambled seed, so that neighbouring seeds have nothing in common. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    next,
    chance: (probability) => next() < probability,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    weighted: (weights) => {
      const names = namesOf(weights)
      const total = names.reduce((sum, name) => sum + weights[name], 0)
      let left = next() * total
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      throw new RangeError('no weight above nothing')
    },
  }
}

function namesOf<T extends string>(weights: Readonly<Record<T, number>>): T[] {
  return Object.keys(weights) as T[]
}
