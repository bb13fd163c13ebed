/** Locks the register after a while without a sign of anybody. */
export type IdleLock = ReturnType<typeof createIdleLock>

/** How often it is looked at, in milliseconds. */
const checkMs = 1_000

/**
 * The window tells of signs and decides nothing: one that hangs, sleeps or was tampered with tells of none, and the
 * register locks. `limitMs`: 0 means never.
 */
export function createIdleLock(deps: {
  limitMs: () => number
  /** Only ever goes forward, in milliseconds. */
  monotonic: () => number
}) {
  const { limitMs, monotonic } = deps
  let last = monotonic()
  let timer: NodeJS.Timeout | null = null

  function check(lock: () => void): void {
    const limit = limitMs()
    if (limit > 0 && monotonic() - last >= limit) lock()
  }

  return {
    /** Somebody is there: a key, the mouse, a sale that moves on before who waits for it. */
    stir: () => {
      last = monotonic()
    },
    /** Begins to look; `lock` is called once nobody was there for too long, and again until somebody is. */
    start(lock: () => void) {
      timer ??= setInterval(() => check(lock), checkMs)
      timer.unref()
    },
    stop() {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
