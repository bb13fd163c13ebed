import { z } from 'zod'

/** How far the trail goes, and what stands for every line until there. */
export const trailMarkSchema = z.object({
  /** Lines are numbered from 1 and leave no number out, so this is also the number of the last one. */
  lines: z.int().nonnegative(),
  /** The link of the last line (64 hexadecimal digits); empty: there is no line. See electron/store/tables/trail-chain.ts. */
  head: z.string(),
})
export type TrailMark = z.infer<typeof trailMarkSchema>

/**
 * What was found about the trail itself. Each is a line of the trail, so that it stays found: something is not as it
 * was written or seen (`trail.broken`, `trail.shorter`, `trail.other`, `trail.people`), or the journal was brought back
 * from a copy (`journal.restored`) or lost its newest commits (`journal.replayed`), which explains as much.
 */
export const trailNoticeActions = [
  'trail.broken',
  'trail.shorter',
  'trail.other',
  'trail.people',
  'journal.restored',
  'journal.replayed',
] as const
export type TrailNoticeAction = (typeof trailNoticeActions)[number]

export const trailNoticeSchema = z.object({
  /** Its own line. */
  seq: z.int(),
  at: z.number(),
  action: z.enum(trailNoticeActions),
  /** Which line, who, which copy. */
  subject: z.string().nullable(),
  /** By whom it was seen otherwise: `keyring 125`, `Z 12 125`. */
  detail: z.string().nullable(),
})
export type TrailNotice = z.infer<typeof trailNoticeSchema>

/** The trail as it stands, and what was found about it. */
export const trailStandingSchema = trailMarkSchema.extend({
  /** How many of its lines were held against the chain in this run of the program. */
  checked: z.int().nonnegative(),
  notices: z.array(trailNoticeSchema),
})
export type TrailStanding = z.infer<typeof trailStandingSchema>

/** The link as a person compares it with paper: its first 16 digits, in fours. */
export function trailCode(head: string): string {
  return head.slice(0, 16).match(/.{4}/g)?.join(' ') ?? '—'
}
