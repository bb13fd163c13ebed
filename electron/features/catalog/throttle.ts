/** Does something that many ask for, and not too often. */
export type Throttle = ReturnType<typeof createThrottle>

/** Runs `action` at most once in each `every()` milliseconds, however often it is asked for. */
export function createThrottle(action: () => void, every: () => number) {
  let timer: NodeJS.Timeout | null = null

  function cancel(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  return {
    /** Within the interval. */
    soon() {
      timer ??= setTimeout(() => {
        timer = null
        action()
      }, every()).unref()
    },
    /** At once, and not again for what was asked before. */
    now() {
      cancel()
      action()
    },
    close: cancel,
  }
}
