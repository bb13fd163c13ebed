/** Runs `action` at most once in each `every()` milliseconds, however often it is asked for. */
export function createThrottle(action: () => void, every: () => number) {
  let timer: NodeJS.Timeout | null = null

  function cancel(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  return {
    /** Within the interval. */
    soon(): void {
      timer ??= setTimeout(() => {
        timer = null
        action()
      }, every()).unref()
    },
    /** At once, and not again for what was asked before. */
    now(): void {
      cancel()
      action()
    },
    close: cancel,
  }
}
