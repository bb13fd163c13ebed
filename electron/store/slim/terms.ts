/** How long a sale's texts stay as they were written, and how long they stay at all: here alone. */

const dayMs = 86_400_000

/** A sale that ended is compressed once find can no longer be asked for it, and a day more. Nothing of it is lost. */
export const packAfterMs = 3 * dayMs

/**
 * So long a claim may need the service's answers and what was sent, months. A claim that is still open keeps them
 * longer, until it is closed.
 */
const claimMonths = 13

/** Sales begun before this (epoch ms) may lose their answers and body, and keep the hash of them. */
export function thinBefore(now: number): number {
  const date = new Date(now)
  return date.setUTCMonth(date.getUTCMonth() - claimMonths)
}
