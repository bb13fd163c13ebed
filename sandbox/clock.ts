/**
 * The service's clock: real time plus a shift that tests may change, or frozen.
 * Times inside the sandbox are milliseconds since the epoch.
 */
export interface SandboxClock {
  now(): number
  /** Moves the clock forwards (or back, with a negative number of milliseconds). */
  advance(milliseconds: number): void
  /** Sets the clock; it runs on from there unless frozen. */
  set(time: number): void
  /** While frozen the clock moves only by `advance` and `set`. */
  freeze(frozen: boolean): void
  readonly frozen: boolean
}

export function createClock(realNow: () => number = Date.now): SandboxClock {
  let shift = 0
  let frozenAt: number | undefined
  const now = () => frozenAt ?? realNow() + shift
  return {
    now,
    advance(milliseconds) {
      shift += milliseconds
      if (frozenAt !== undefined) frozenAt += milliseconds
    },
    set(time) {
      shift = time - realNow()
      if (frozenAt !== undefined) frozenAt = time
    },
    freeze(frozen) {
      if (frozen) frozenAt = now()
      else if (frozenAt !== undefined) {
        shift = frozenAt - realNow()
        frozenAt = undefined
      }
    },
    get frozen() {
      return frozenAt !== undefined
    },
  }
}
