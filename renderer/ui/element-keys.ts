/**
 * Gives each thing that is drawn of a long list a key of its element: it keeps the one it has, and a new one gets that
 * of a thing that is not drawn any more. To change an element costs a fraction of making another.
 */
export function createElementKeys(): (ids: readonly string[], kept: string | null) => number[] {
  let held = new Map<string, number>()
  let made = 0

  /** `kept`: the element of this one is given to no other, as it has the keyboard, and with it goes. */
  return (ids, kept) => {
    const drawn = new Set(ids)
    const isFree = (id: string) => !drawn.has(id) && id !== kept
    const free = [...held].flatMap(([id, key]) => (isFree(id) ? [key] : [])).values()
    const keyOf = (id: string) => held.get(id) ?? free.next().value ?? made++
    held = new Map(ids.map((id) => [id, keyOf(id)]))
    return [...held.values()]
  }
}
