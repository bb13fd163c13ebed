/**
 * What work comes to or, where it takes longer than `ms` milliseconds, what `late` answers or throws. The work is not
 * ended by that, and what becomes of it then is not heard any more. The limit keeps the program running.
 */
export async function withTimeout<T, L>(
  work: Promise<T>,
  ms: number,
  late: () => L,
): Promise<T | L> {
  const { promise: passed, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  try {
    return await Promise.race([work, passed.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What work comes to, unless the signal aborts before: then it rejects with `failure`, and what becomes of the work is
 * not heard any more. A limit by `AbortSignal.timeout` does not keep the program running.
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  failure: () => unknown,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(failure())
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
