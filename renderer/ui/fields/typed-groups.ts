import { computed, nextTick, watch, type ComputedRef } from 'vue'

/**
 * How what stands in a field is shown while it is typed: the same signs in the same order, with marks between them that
 * nobody typed.
 */
export type Group = (text: string) => string

/** A field's own text, where its cursor stands in what is shown, and what was done to it. */
interface Typing {
  text: string
  shown: string
  /** What is shown after it, with the cursor where the hand left it. */
  now: string
  cursor: number
  /** What was chosen before it; null: some program wrote. */
  chosen: readonly [start: number, end: number] | null
  isForward: boolean
}

/** How many of the text's own signs stand before a place of what is shown. */
function ownBefore(text: string, shown: string, place: number): number {
  let own = 0
  for (let at = 0; at < place && own < text.length; at += 1) if (shown[at] === text[own]) own += 1
  return own
}

/** The place in what is shown right after so many of the text's own signs. */
export function placeAfter(text: string, shown: string, own: number): number {
  let place = 0
  while (ownBefore(text, shown, place) < own && place < shown.length) place += 1
  return place
}

/** What of the old was replaced: from where to where. */
function replaced({ shown, now, cursor, chosen }: Typing): readonly [from: number, to: number] {
  const shorter = shown.length - now.length
  const [start, end] = chosen ?? [0, 0]
  const from = start === end && shorter > 0 ? cursor : start
  const to = start === end ? from + Math.max(0, shorter) : end
  const isSo = shown.slice(0, from) === now.slice(0, from) && now.endsWith(shown.slice(to))
  if (chosen && isSo && to - from >= shorter) return [from, to]
  // Written by a program, or dragged: whatever differs.
  let first = 0
  while (first < Math.min(shown.length, now.length) && shown[first] === now[first]) first += 1
  let last = 0
  const most = Math.min(shown.length, now.length) - first
  while (last < most && shown.at(-1 - last) === now.at(-1 - last)) last += 1
  return [first, shown.length - last]
}

/**
 * The text after a change of what is shown, and how many of its signs stand before the cursor: what was typed or pasted
 * is taken as it is, what was deleted is never a mark alone.
 */
export function afterTyping(typing: Typing): { text: string; own: number } {
  const { text, shown, now } = typing
  const [from, to] = replaced(typing)
  const inserted = now.slice(from, now.length - (shown.length - to))
  let left = ownBefore(text, shown, from)
  let right = ownBefore(text, shown, to)
  if (inserted === '' && left === right && from < to) {
    if (typing.isForward) right = Math.min(text.length, right + 1)
    else left = Math.max(0, left - 1)
  }
  return {
    text: text.slice(0, left) + inserted + text.slice(right),
    own: left + inserted.length,
  }
}

/**
 * A field that shows its text grouped while it is typed. The text itself, which is what is read and sent, never holds a
 * mark that nobody typed; the cursor stays between the same signs. `plain`: the text without marks that say nothing.
 */
export function useTypedGroups(
  text: () => string,
  type: (text: string) => void,
  group: Group,
  plain: (text: string) => string = (same) => same,
): {
  shown: ComputedRef<string>
  onBeforeInput: (event: Event) => void
  onInput: (event: Event) => Promise<void>
} {
  const shown = computed(() => group(plain(text())))
  /** What stood here, by how it was shown: a program that puts it back means the same. */
  const stood = new Map<string, string>()
  let chosen: readonly [number, number] | null = null
  watch(
    shown,
    (now) => {
      if (stood.size > 100) stood.clear()
      stood.set(now, plain(text()))
    },
    { immediate: true, flush: 'sync' },
  )

  function onBeforeInput({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return
    chosen = [target.selectionStart ?? 0, target.selectionEnd ?? 0]
  }

  async function onInput(event: Event): Promise<void> {
    const { target } = event
    if (!(target instanceof HTMLInputElement)) return
    const now = target.value
    const isTyped = event instanceof InputEvent
    const known = isTyped ? undefined : stood.get(now)
    const cursor = target.selectionStart ?? now.length
    const next =
      known === undefined
        ? afterTyping({
            ...{ text: plain(text()), shown: shown.value, now, cursor },
            chosen: isTyped ? chosen : null,
            isForward: isTyped && event.inputType.endsWith('Forward'),
          })
        : { text: known, own: ownBefore(known, now, cursor) }
    chosen = null
    const behind = next.text.length - next.own
    type(plain(next.text))
    // What was not taken does not stay in sight either.
    await nextTick()
    const own = Math.max(0, plain(text()).length - behind)
    if (target.value !== shown.value) target.value = shown.value
    if (document.activeElement === target) {
      const place = placeAfter(plain(text()), shown.value, own)
      target.setSelectionRange(place, place)
    }
  }

  return { shown, onBeforeInput, onInput }
}
