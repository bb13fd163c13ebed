import { useEventListener, useMutationObserver } from '@vueuse/core'
import type { Router } from 'vue-router'

/** More steps back than any page has forms inside forms. */
const remembered = 20

/**
 * Keeps the keyboard on the page. A browser takes it from a button that is disabled while it works, and from a form that
 * closes, and gives it to nobody: whoever works without a mouse would begin at the top again. Here the button has it
 * again once it is free, and what opened the form once that is gone. Each page begins anew.
 */
export function useFocusKeeper(router: Router): void {
  let held: HTMLElement[] = []
  let isLost = false

  function check(): void {
    const holder = document.activeElement
    if (holder !== null && holder !== document.body) {
      isLost = holder.matches(':disabled')
      return
    }
    while (held.length > 0 && held.at(-1)?.isConnected === false) {
      held.pop()
      isLost = true
    }
    const last = held.at(-1)
    if (last?.matches(':disabled')) isLost = true
    else if (isLost) last?.focus({ preventScroll: true })
  }

  useEventListener(document, 'focusin', ({ target }) => {
    isLost = false
    if (target instanceof HTMLElement) {
      held = [...held.filter((one) => one !== target), target].slice(-remembered)
    }
  })
  useMutationObserver(
    document.body,
    () => {
      // Noted at once: the browser takes it from what is disabled, which may be free again before a late frame.
      if (held.at(-1)?.matches(':disabled')) isLost = true
      // What the page does with the keyboard by itself, it does before the next frame.
      requestAnimationFrame(check)
    },
    { subtree: true, childList: true, attributeFilter: ['disabled'] },
  )
  router.afterEach((to, from, failure) => {
    if (!failure && to.path !== from.path) held = []
  })
}
