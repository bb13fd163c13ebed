import type { EventEmitter } from 'node:events'
import { unlessAborted } from './time-limit.ts'

/** A running program of ours that answers a message, so that what may block can be left behind. */
export interface ChildProgram {
  post(request: object): void
  /** The first message it sends; stays open when it sends none. */
  readonly answer: Promise<unknown>
  /** Hears each message of one that sends more. */
  hear(listener: (message: unknown) => void): void
  /** Settles when it ends or could not start, with why. */
  readonly ended: Promise<string>
  kill(): void
}

/** When a program ends or cannot be started, why: what it complained of, where it did. */
export function endOf(
  child: Pick<EventEmitter, 'once'>,
  complaint: () => string = () => '',
): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error: unknown) =>
      resolve(error instanceof Error ? error.message : String(error)),
    )
    child.once('exit', (code: unknown) => resolve(complaint() || `exit ${String(code)}`))
  })
}

/**
 * Asks a program its one question and ends it, whatever came of it. Rejects with `failure` of why there is no answer:
 * it ended before (with what it said), or the signal aborted (null).
 */
export async function askProgram(
  child: Omit<ChildProgram, 'hear'>,
  request: object,
  signal: AbortSignal,
  failure: (reason: string | null) => Error,
): Promise<unknown> {
  const early = child.ended.then((reason): never => {
    throw failure(reason)
  })
  try {
    child.post(request)
    return await unlessAborted(Promise.race([child.answer, early]), signal, () => failure(null))
  } finally {
    child.kill()
  }
}
