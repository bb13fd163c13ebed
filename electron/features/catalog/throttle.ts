/** Does something that many ask for, and not too often. */
export interface Throttle {
  /** Within the interval. */
  soon(): void
  /** At once, and not again for what was asked before. */
  now(): void
  close(): void
}

/** Runs `action` at most once in each `every()` milliseconds, however often it is asked for. */
export function createThrottle(action: () => void, every: () => number): Throttle {
  let timer: NodeJS.Timeout | null = null

  function cancel(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = null
        action()
      }, every()).unref()
    },
    now() {
      cancel()
      action()
    },
    close: cancel,
  }
}
