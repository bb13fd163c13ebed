import { z } from 'zod'

/** A version's name, which is also its folder's: three numbers, nothing else. */
export const versionSchema = z.string().regex(/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/)

/** Orders two versions: below zero where the first is the older one. */
export function compareVersions(one: string, other: string): number {
  const [mine, theirs] = [one, other].map((version) => version.split('.').map(Number))
  const at = [0, 1, 2].find((place) => mine?.[place] !== theirs?.[place])
  return at === undefined ? 0 : (mine?.[at] ?? 0) - (theirs?.[at] ?? 0)
}
