/** A repeatable source of chance: the same seed gives the same run on every machine. */
export interface Random {
  /** From 0 up to but excluding 1. */
  next(): number
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  digits(length: number): string
  uuid(): string
}

/** 32-bit FNV-1a of a text, with a final mix so that similar texts spread. */
export function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** mulberry32, seeded by any text. */
export function createRandom(seed: string): Random {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const hex = (length: number) => {
    let text = ''
    while (text.length < length)
      text += Math.floor(next() * 0x100000000)
        .toString(16)
        .padStart(8, '0')
    return text.slice(0, length)
  }
  return {
    next,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    digits: (length) => Array.from({ length }, () => integer(0, 9)).join(''),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}
