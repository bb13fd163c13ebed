/** The words of some folded texts, to find the one that was meant. */
export interface Vocabulary {
  /** The word itself where a text holds it, else the known words closest to it; none when it is too far from all. */
  closest(word: string): string[]
}

/**
 * Most words are told apart by their letters alone, before any distance is counted: each edit can bring in one letter
 * that the known word lacks, and no more.
 */
export function createVocabulary(texts: readonly string[]): Vocabulary {
  // Whole texts in one: the engine looks through it at the speed of memory.
  const all = texts.join('\n')
  // Numbers are never guessed: a number that is nearly another is another product.
  const words = [...new Set(all.split(/\s/))].filter((word) => !isNumber(word))
  const letters = Uint32Array.from(words, lettersOf)

  return {
    closest(word) {
      if (all.includes(word)) return [word]
      // A word of three letters is as close to a dozen others as to the one that was meant.
      if (word.length < 4 || isNumber(word)) return []
      let best = word.length < 7 ? 1 : 2
      let found: string[] = []
      const own = lettersOf(word)
      for (let index = 0; index < words.length; index += 1) {
        if (bitCount(own & ~(letters[index] ?? 0)) > best) continue
        const known = words[index] ?? ''
        if (known.length < word.length - best) continue
        const distance = distanceToBeginning(word, known, best)
        if (distance > best) continue
        if (distance < best) found = []
        best = distance
        found.push(known)
      }
      return found
    },
  }
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

/** A bit for each letter of a word; letters share bits, which only lets more words through. */
function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits >>> 0
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * How many single-letter edits (insert, delete, replace, swap of neighbours) lead from one word to the other, or to as
 * much of its beginning as was typed, whichever is less: the query may still be half written. `limit + 1` as soon as
 * it is known to be more than `limit`.
 */
export function distanceToBeginning(from: string, to: string, limit: number): number {
  const width = Math.min(to.length, from.length + limit)
  let [beforeLast, last, current] = rows(width)
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let row = 1; row <= from.length; row += 1) {
    current[0] = row
    let lowest = row
    for (let column = 1; column <= width; column += 1) {
      const letter = from.charCodeAt(row - 1)
      const same = letter === to.charCodeAt(column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === to.charCodeAt(column - 2) &&
        from.charCodeAt(row - 2) === to.charCodeAt(column - 1)
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = cost
      lowest = Math.min(lowest, cost)
    }
    if (lowest > limit) return limit + 1
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  const whole = to.length <= width ? (last[to.length] ?? 0) : limit + 1
  return Math.min(whole, last[Math.min(from.length, width)] ?? 0, limit + 1)
}

type Rows = [Uint16Array, Uint16Array, Uint16Array]
let kept: Rows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)]

/** Three rows to count in, kept between words. */
function rows(width: number): Rows {
  if (width >= kept[0].length) {
    kept = [new Uint16Array(width * 2), new Uint16Array(width * 2), new Uint16Array(width * 2)]
  }
  return kept
}
