import type { Router } from 'vue-router'

const longestMs = 500
let returning: Promise<void> = Promise.resolve()

/**
 * Goes back to the page before. The browser takes a moment for it: whoever opens another page by a key waits for
 * `returned()` first, else the way back would begin at that page and leave it again.
 */
export function goBack(router: Router): void {
  returning = new Promise((resolve) => {
    const forget = router.afterEach(() => done())
    const timer = setTimeout(() => done(), longestMs)
    function done(): void {
      clearTimeout(timer)
      forget()
      resolve()
    }
  })
  router.back()
}

/** Settles when no way back is under way. */
export function returned(): Promise<void> {
  return returning
}
