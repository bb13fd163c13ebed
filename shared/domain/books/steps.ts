/** So many sales are gone through in one step. */
const salesInStep = 1_000

/** Sales in the parts that one step goes through. */
export function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += salesInStep) yield all.slice(at, at + salesInStep)
}

/** What steps come to, at once. */
export function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
