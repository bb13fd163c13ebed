import { z } from 'zod'
import { registersReadSchema } from '../../domain/report/registers.ts'
import { defineCalls, defineEvents } from '../define.ts'

/** What a report over several registers may be of (docs/registers.md), as far as this computer's reader may read. */
const choicesSchema = z.object({
  /** The shop's accounts by name; `isOwn`: the connection in use here is it. */
  accounts: z.array(z.object({ name: z.string(), isOwn: z.boolean() })),
  registers: z.array(
    z.object({ code: z.string(), name: z.string(), branch: z.string().nullable() }),
  ),
  /** The branch that may be read alone; null: all of them. */
  branch: z.string().nullable(),
})
export type RegisterChoices = z.infer<typeof choicesSchema>

/** What was read, but for where in its stream: that is for files. */
const readSchema = registersReadSchema.extend({
  registers: z.array(
    registersReadSchema.shape.registers.element.omit({ stream: true, seq: true, tip: true }),
  ),
})
export type ReadRegisters = z.infer<typeof readSchema>

const broughtSchema = z.object({
  /** What the calls of a report name it by (`over`). */
  over: z.string(),
  /** The days that it is of, both counted. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Whether the service's rows of its account can be brought here: a connection of this computer is it, with a token. */
  asksService: z.boolean(),
  read: readSchema,
})
export type BroughtRegisters = z.infer<typeof broughtSchema>

/**
 * Every sale of every register, customers not masked: for whoever handles the shop's books. Who may see the reports of the own
 * register alone sees none of it.
 */
const ofBooks = ['reports', 'books'] as const

export const registersCalls = defineCalls({
  /** Of which registers there may be reports here; null: nobody who reads books was let in on this computer. HUB_UNREACHABLE … */
  'registers.choices': {
    input: z.object({}),
    output: z.object({ choices: choicesSchema.nullable() }),
    right: ofBooks,
    patient: true,
  },
  /**
   * Reads what registers sent of some days, until it is left or another one was read: `only` a register by code or name or a
   * branch, null all of them. HUB_NO_BOOKS, HUB_NO_ACCOUNT, HUB_NO_REGISTER, HUB_UNREACHABLE …, CANCELLED.
   */
  'registers.bring': {
    input: z.object({
      jobId: z.string().min(1),
      from: z.iso.date(),
      to: z.iso.date(),
      only: z.string().max(200).nullable(),
      /** By its name; null: the one of the connection in use, or the only one. */
      account: z.string().max(200).nullable(),
    }),
    output: broughtSchema,
    right: ofBooks,
  },
  'registers.cancel': {
    input: z.object({ jobId: z.string() }),
    output: z.object({}),
    right: ofBooks,
  },
  /** What was read is of use to nobody any more, once what is being written of it is. */
  'registers.leave': {
    input: z.object({ over: z.string() }),
    output: z.object({}),
    right: ofBooks,
  },
})

export const registersEvents = defineEvents({
  'registers.progress': {
    payload: z.object({
      jobId: z.string(),
      /** By the time that was read, from 0 to 1. */
      share: z.number(),
      /** How many things came. */
      rows: z.int(),
    }),
    locked: ({ jobId }) => jobId,
  },
})
