import { foldText } from '../text/fold-text.ts'
import { createVocabulary, type Vocabulary } from './search-vocabulary.ts'

/** What of an item is searched: what it is called, what it is among, and its number. */
export interface SearchTexts {
  name: string
  category?: string
  id?: string
}

/** How much an item is used: among equally good hits, what the shop marked or sells stands first. */
export interface Standing {
  favourite: boolean
  soldCount: number
}

/** A search over a fixed list. */
export interface ProductSearch<T> {
  /** Items whose texts hold every word of the query, the best first (see `rankOf`); all items for an empty query. */
  find(query: string): T[]
}

/** Folded texts in one, and where the name and the category end in it. */
interface Entry<T> {
  item: T
  text: string
  nameEnd: number
  categoryEnd: number
  /** Of the name. */
  words: number
}

/**
 * Makes a search. When nothing holds every word, words unknown to the list are replaced by the closest known ones (a
 * typo or two).
 */
export function createProductSearch<T>(
  items: readonly T[],
  textsOf: (item: T) => SearchTexts,
  standingOf: (item: T) => Standing | null = () => null,
): ProductSearch<T> {
  const categories = new Map<string, string>()
  const foldCategory = (text: string) => {
    const known = categories.get(text)
    if (known !== undefined) return known
    const folded = foldText(text)
    categories.set(text, folded)
    return folded
  }
  const entries = items.map((item) => entryOf(item, textsOf(item), foldCategory))
  let vocabulary: Vocabulary | null = null

  const holding = (query: string, alternatives: readonly (readonly string[])[]): T[] => {
    const tiers: Tier<T>[] = []
    for (const entry of entries) {
      const rank = rankOf(entry, query, alternatives)
      if (rank < 0) continue
      const tier = (tiers[rank] ??= { used: [], unused: [] })
      const standing = standingOf(entry.item)
      if (standing !== null && (standing.favourite || standing.soldCount > 0)) {
        tier.used.push({ item: entry.item, standing })
      } else {
        const place = entry.words * 2 + (entry.text.startsWith(query) ? 0 : 1)
        ;(tier.unused[place] ??= []).push(entry.item)
      }
    }
    return tiers.flatMap(inOrder)
  }

  return {
    find(query) {
      const words = foldText(query).split(' ').filter(Boolean)
      if (words.length === 0) return [...items]
      const whole = words.join(' ')
      const exact = holding(
        whole,
        words.map((word) => [word]),
      )
      if (exact.length > 0) return exact
      vocabulary ??= createVocabulary(entries.map(({ text }) => text))
      const guessed = words.map(vocabulary.closest)
      return guessed.some((alternatives) => alternatives.length === 0)
        ? []
        : holding(whole, guessed)
    },
  }
}

/** Categories are few: each is folded once. */
function entryOf<T>(
  item: T,
  { name, category = '', id = '' }: SearchTexts,
  foldCategory: (text: string) => string,
): Entry<T> {
  const first = foldText(name)
  const text = `${first} ${foldCategory(category)}`
  return {
    item,
    text: `${text} ${foldText(id)}`,
    nameEnd: first.length,
    categoryEnd: text.length,
    words: Math.min(first.split(' ').length, mostWords),
  }
}

/** A longer name counts as one of so many words. */
const mostWords = 12

/**
 * Equally good hits: what the shop uses, then by how much of the name was not asked for (a top-up before the packages of
 * its operator), of those what begins with the query first; each in the list's order.
 */
interface Tier<T> {
  used: { item: T; standing: Standing }[]
  /** By twice the words of the name, one more where it begins otherwise. */
  unused: T[][]
}

function inOrder<T>({ used, unused }: Tier<T>): T[] {
  const sorted = used.toSorted(
    ({ standing: one }, { standing: other }) =>
      Number(other.favourite) - Number(one.favourite) || other.soldCount - one.soldCount,
  )
  return sorted.map(({ item }) => item).concat(unused.flat())
}

/** Where a word of the query stands in an item: the lower, the more it is what was meant. */
const place = { wholeWord: 1, prefix: 2, inside: 3, category: 4, id: 5 } as const

/** More than the places of all the words of a query add up to; a longer query counts no further. */
const most = 64

/**
 * How good a hit is: 0 for the name itself, then by the word that stands worst (a whole word of the name, the beginning
 * of one, inside one, the category, the number), then by all of them; -1 where a word is missing. Each word may be one
 * of several.
 */
function rankOf<T>(entry: Entry<T>, query: string, words: readonly (readonly string[])[]): number {
  let worst = 0
  let sum = 0
  for (const alternatives of words) {
    const at = placeOf(entry, alternatives)
    if (at < 0) return -1
    worst = Math.max(worst, at)
    sum += at
  }
  if (entry.nameEnd === query.length && entry.text.startsWith(query)) return 0
  return worst * most + Math.min(sum, most - 1)
}

function placeOf<T>(entry: Entry<T>, alternatives: readonly string[]): number {
  let best = -1
  for (const word of alternatives) {
    const at = placeOfWord(entry, word)
    if (at > 0 && (best < 0 || at < best)) best = at
    if (best === place.wholeWord) break
  }
  return best
}

function placeOfWord<T>({ text, nameEnd, categoryEnd }: Entry<T>, word: string): number {
  let at = text.indexOf(word)
  if (at < 0) return -1
  if (at >= categoryEnd) return place.id
  if (at >= nameEnd) return place.category
  let best: number = place.inside
  for (; at >= 0 && at < nameEnd; at = text.indexOf(word, at + 1)) {
    if (at > 0 && text[at - 1] !== ' ') continue
    if (text[at + word.length] === ' ') return place.wholeWord
    best = place.prefix
  }
  return best
}
