import { createVocabulary, type Vocabulary } from './search-vocabulary.ts'

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
  let vocabulary: Vocabulary | null = null

  const holding = (alternatives: readonly (readonly string[])[]): T[] => {
    const [first = [], ...rest] = alternatives
    const starts: T[] = []
    const others: T[] = []
    for (const { item, text } of entries) {
      const at = placeOf(text, first)
      if (at < 0 || (rest.length > 0 && rest.some((words) => placeOf(text, words) < 0))) continue
      if (at === 0) starts.push(item)
      else others.push(item)
    }
    return starts.concat(others)
  }

  return {
    find(query) {
      const words = foldText(query).split(' ').filter(Boolean)
      if (words.length === 0) return [...items]
      const exact = holding(words.map((word) => [word]))
      if (exact.length > 0) return exact
      vocabulary ??= createVocabulary(entries.map(({ text }) => text))
      const guessed = words.map(vocabulary.closest)
      return guessed.some((alternatives) => alternatives.length === 0) ? [] : holding(guessed)
    },
  }
}

/** The first place where one of these words stands in a text, or -1. */
function placeOf(text: string, words: readonly string[]): number {
  let first = -1
  for (const word of words) {
    const at = text.indexOf(word)
    if (at >= 0 && (first < 0 || at < first)) first = at
    if (first === 0) break
  }
  return first
}
