/** What somebody owes through one connection, in one currency. Minor units. */
export interface OwedThrough {
  profileId: string
  /** Negative: more was paid than was owed. */
  minor: number
}

/**
 * In whose books an amount that lowers a debt stands: those of the connections through which it is owed, the one in use
 * first, then the others in their order. The shares come to the amount; what nobody owes is of the one in use.
 */
export function sharesOf(
  amount: number,
  owed: readonly OwedThrough[],
  inUse: string,
): OwedThrough[] {
  const isInUse = ({ profileId }: OwedThrough) => profileId === inUse
  const shares = new Map<string, number>()
  let left = amount
  for (const { profileId, minor } of [
    ...owed.filter(isInUse),
    ...owed.filter((one) => !isInUse(one)),
  ]) {
    const share = Math.min(left, Math.max(0, minor))
    if (share > 0) shares.set(profileId, share)
    left -= share
  }
  if (left > 0) shares.set(inUse, (shares.get(inUse) ?? 0) + left)
  return [...shares].map(([profileId, minor]) => ({ profileId, minor }))
}
