import type { Ref } from 'vue'

/**
 * What a notice's key does, while the notice can be seen: beside what a customer reads the notices lie on one another,
 * and nobody acts on what lies beneath.
 */
export const whenSeen =
  (notice: Readonly<Ref<Pick<HTMLElement, 'checkVisibility'> | null>>, act: () => void) => () => {
    if (notice.value?.checkVisibility()) act()
  }
