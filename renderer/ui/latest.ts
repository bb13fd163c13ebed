/**
 * Of several starts only the last one counts: what an earlier one still brings, or fails with, is dropped. Each start
 * answers whether it is still the last one; `ongoing`, for what belongs to the start before.
 */
export function createLatest() {
  let starts = 0
  const ongoing = () => {
    const mine = starts
    return () => mine === starts
  }
  const begin = () => {
    starts += 1
    return ongoing()
  }
  return { begin, ongoing }
}
