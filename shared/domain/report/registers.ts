import { z } from 'zod'

/**
 * The registers that a report is over, as the database behind them told of them when it was read. Moments are epoch ms by that
 * server's clock.
 */
export const registersReadSchema = z.object({
  /** When they were read. */
  at: z.int(),
  /** The register or branch that it is restricted to; null: all. */
  only: z.string().nullable(),
  /** The account that the sales are of, as the shop calls it. */
  account: z.string(),
  registers: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      branch: z.string().nullable(),
      retired: z.int().nullable(),
      /** All that happened there before this moment is in what was read; null: of no moment is that known. */
      complete: z.int().nullable(),
      /** Its journal came twice: which of both is the register nobody said yet. */
      isForked: z.boolean(),
      /** Sales of the days of which nobody said whether they are of the account. */
      unplaced: z.int(),
      /** How many sales and shifts of it were read. */
      sales: z.int(),
      shifts: z.int(),
      /** What of it could not be read, by name. */
      unreadable: z.array(z.string()),
      /** Up to where of its stream all of this is. */
      stream: z.string(),
      seq: z.int(),
      tip: z.string(),
    }),
  ),
})
export type RegistersRead = z.output<typeof registersReadSchema>
type RegisterRead = RegistersRead['registers'][number]

/** Why not all of a register is in a report. */
export const behindReasonSchema = z.enum(['behind', 'forked', 'unplaced', 'unreadable'])
/** A register of which something of the days may be missing. */
export const registerBehindSchema = z.object({
  code: z.string(),
  name: z.string(),
  why: behindReasonSchema,
  /** All of before this moment is there (epoch ms); null: not known of any. */
  until: z.int().nullable(),
})
export type RegisterBehind = z.output<typeof registerBehindSchema>

/** An open window sends every four minutes at least: what is younger (ms) may still be on its way. */
const onItsWay = 10 * 60_000

/**
 * The registers of which something of a time may be missing. One that was retired before sold nothing of it; one that was retired
 * in it, or that the time is not over for, has sent all but the last minutes.
 */
export function behindIn(
  { at, registers }: RegistersRead,
  { start, end }: { start: number; end: number },
): RegisterBehind[] {
  const whyOf = (one: RegisterRead): RegisterBehind['why'] | null => {
    if (one.retired !== null && one.retired < start) return null
    const ended = Math.min(at, one.retired ?? at) - onItsWay
    if (one.isForked) return 'forked'
    if (one.complete === null || one.complete < Math.min(end, ended)) return 'behind'
    if (one.unreadable.length > 0) return 'unreadable'
    return one.unplaced > 0 ? 'unplaced' : null
  }
  return registers.flatMap((one) => {
    const why = whyOf(one)
    return why === null ? [] : [{ code: one.code, name: one.name, why, until: one.complete }]
  })
}
