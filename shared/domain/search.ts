/**
 * Text as it is compared: lower case, without accents (NFD, marks dropped), one space between words.
 * "Recargá  ÑANDÚ" and "recarga nandu" are the same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A search over a fixed list; the list's own order is kept among equally good hits. */
export interface TextSearch<T> {
  /** Items whose text holds every word of the query; all items for an empty query. */
  find(query: string): T[]
}

/**
 * Makes a search: AND of indexOf over folded text, hits at the start of the text first. When nothing
 * holds every word, words unknown to the list are replaced by the closest known ones (a typo or two).
 */
export function createTextSearch<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): TextSearch<T> {
  const entries = items.map((item) => ({ item, text: foldText(textOf(item)) }))
  let vocabulary: string[] | null = null

  const holding = (alternatives: readonly (readonly string[])[]): T[] => {
    const first = alternatives[0] ?? []
    const starts: T[] = []
    const others: T[] = []
    for (const { item, text } of entries) {
      if (!alternatives.every((words) => words.some((word) => text.indexOf(word) >= 0))) continue
      if (first.some((word) => text.startsWith(word))) starts.push(item)
      else others.push(item)
    }
    return starts.concat(others)
  }

  const closest = (word: string): string[] => {
    if (entries.some(({ text }) => text.indexOf(word) >= 0)) return [word]
    // A word of three letters is as close to a dozen others as to the one that was meant.
    if (word.length < 4) return []
    const allowed = word.length < 7 ? 1 : 2
    vocabulary ??= [...new Set(entries.flatMap(({ text }) => text.split(' ')))]
    let best = allowed
    let found: string[] = []
    for (const known of vocabulary) {
      // Compared with the beginning of the known word too: the query may still be half typed.
      const distance = Math.min(
        editDistance(word, known, best),
        editDistance(word, known.slice(0, word.length), best),
      )
      if (distance > best) continue
      if (distance < best) found = []
      best = distance
      found.push(known)
    }
    return found
  }

  return {
    find(query) {
      const words = foldText(query).split(' ').filter(Boolean)
      if (words.length === 0) return entries.map(({ item }) => item)
      const exact = holding(words.map((word) => [word]))
      if (exact.length > 0) return exact
      const guessed = words.map(closest)
      return guessed.some((alternatives) => alternatives.length === 0) ? [] : holding(guessed)
    },
  }
}

/**
 * How many single-letter edits (insert, delete, replace, swap of neighbours) lead from one word to
 * the other; `limit + 1` as soon as it is known to be more than `limit`.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    let lowest = row
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      )
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
      lowest = Math.min(lowest, cost)
    }
    if (lowest > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[to.length] ?? limit + 1
}
