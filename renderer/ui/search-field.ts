import { createEventHook } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, type Ref } from 'vue'

/** Keys of the field that act on what the page shows below it. */
export type SearchKey = 'enter' | 'down'

/**
 * The one search field of the frame. A page filters by `text`, and reacts to Enter (open the first
 * match) and arrow down (move into the matches) by `onPress`.
 */
export const useSearchField = defineStore('search-field', () => {
  const text = ref('')
  const pressed = createEventHook<SearchKey>()
  const wanted = createEventHook()
  /** What a scanner read, while it is what stands in the field. */
  const scanned = ref<string | null>(null)

  /** The page says itself, with a button, that Esc empties the field. */
  const isCleared = ref(false)

  return {
    text,
    isCleared,
    press: pressed.trigger,
    onPress: pressed.on,
    /** Puts the cursor into the field. */
    focus: wanted.trigger,
    onFocus: wanted.on,
    scanned,
    /** Looks for what a scanner read: the number of a sale on its receipt, most often. */
    scan: (read: string) => {
      text.value = scanned.value = read
      void wanted.trigger()
    },
  }
})

/** What Esc does in a field that something is looked for in: it empties it, and then nothing else. */
export const emptiedFirst = (text: Ref<string>) => (event: KeyboardEvent) => {
  if (text.value === '') return
  // What is open or under way is not ended by the same key.
  event.preventDefault()
  text.value = ''
}
