import type { Ref } from 'vue'
import { useKey } from './keys.ts'

/** Opens all that is folded (`<details>`) in a part of the page, the first with the keyboard, or folds all of it again. */
export function useFoldKey(part: Readonly<Ref<HTMLElement | null>>): void {
  useKey('unfold', () => {
    const folds = [...(part.value?.querySelectorAll('details') ?? [])]
    const open = folds.some((fold) => !fold.open)
    for (const fold of folds) fold.open = open
    folds[0]?.querySelector('summary')?.focus()
  })
}
