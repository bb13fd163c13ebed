import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, type AppError } from '../../../shared/errors.ts'

/** How a read is repeated. */
export interface RetryOptions {
  /** In all, the first one included. */
  attempts: number
  /** The pause before the second attempt, in milliseconds; it doubles, each with jitter. */
  pause: number
  /** No attempt begins later than this after the first, in milliseconds. */
  deadline: number
  shouldRepeat: (error: AppError) => boolean
  signal?: AbortSignal
}

/** Repeats a read until it succeeds, fails for good or has used its attempts. Never used to sell. */
export async function readWithRetry<T>(read: () => Promise<T>, options: RetryOptions): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (caught) {
      const passing = caught instanceof Failure && options.shouldRepeat(caught.error)
      const pause = options.pause * 2 ** (attempt - 1) * (0.5 + Math.random())
      const late = performance.now() - startedAt + pause > options.deadline
      if (!passing || attempt >= options.attempts || late) throw caught
      await pauseFor(pause, options.signal)
    }
  }
}

async function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal && { signal })
  } catch (cause) {
    throw new Failure('CANCELLED', undefined, { cause })
  }
}
