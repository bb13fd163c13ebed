import { z } from 'zod'
import { moneySumSchema, sumMinorSchema } from '../../domain/money/money.ts'
import { defineCalls } from '../define.ts'

/**
 * What the owner's screen shows of all registers (docs/registers.md). Times are epoch milliseconds, days `YYYY-MM-DD` of the
 * shop. No customer's name or phone is in it; references are masked.
 */
const seenRegisterSchema = z.object({
  code: z.string(),
  name: z.string(),
  branch: z.string().nullable(),
  state: z.enum(['invited', 'joined', 'retired']),
  /** When it last sent, by the hub's clock; null: never. */
  seen: z.int().nullable(),
  /** All that happened there before this moment is known; null: never sent, or something of it is missing. */
  complete: z.int().nullable(),
  version: z.string().nullable(),
  /** How far its clock is ahead of the hub's, in milliseconds; null: it did not say. */
  clock: z.int().nullable(),
  /** How many changes it had left to send when it last said so. */
  waiting: z.int().nullable(),
  /** Why it could not send the last time, as an error's code. */
  trouble: z.string().nullable(),
  /** When a copy of its journal last tried to send in its place; null: none since it joined. */
  forked: z.int().nullable(),
  /** How many things of it did not arrive. */
  missing: z.int(),
  /** When its last shift was opened; null: none is known. */
  opened: z.int().nullable(),
  /** When it was retired; null: it is not. */
  retired: z.int().nullable(),
})
export type SeenRegister = z.infer<typeof seenRegisterSchema>

/** The cash that an open drawer should hold. */
const seenDrawerSchema = z.object({
  code: z.string(),
  shift: z.string(),
  cashier: z.string().nullable(),
  opened: z.int(),
  /** null: nothing is known of its cash. */
  expected: moneySumSchema.nullable(),
  /** Beside it: of sales whose end is not known. */
  held: moneySumSchema.nullable(),
})
export type SeenDrawer = z.infer<typeof seenDrawerSchema>

export const pendingKinds = ['open', 'owed', 'credit'] as const
/** Sales without an end, money to give back or to hand out, and fiado, of a register. */
const seenPendingSchema = z.object({
  code: z.string(),
  what: z.enum(pendingKinds),
  count: z.int(),
  total: moneySumSchema,
  since: z.int().nullable(),
})
export type SeenPending = z.infer<typeof seenPendingSchema>

const seenBalanceSchema = z.object({
  code: z.string(),
  /** The connection, as the register knows it. */
  profile: z.string(),
  at: z.int(),
  balance: moneySumSchema,
  /** How long it lasts at the pace of the last seven days, in milliseconds; null: nothing was sold. */
  lastsMs: z.number().nullable(),
})
export type SeenBalance = z.infer<typeof seenBalanceSchema>

const branchesNowSchema = z.object({
  /** The hub's clock. */
  at: z.int(),
  registers: z.array(seenRegisterSchema),
  drawers: z.array(seenDrawerSchema),
  pending: z.array(seenPendingSchema),
  balances: z.array(seenBalanceSchema),
})
export type BranchesNow = z.infer<typeof branchesNowSchema>

const soldSumSchema = z.object({
  code: z.string(),
  state: z.string(),
  direction: z.enum(['in', 'out']),
  count: z.int(),
  total: moneySumSchema,
})
export type SoldSum = z.infer<typeof soldSumSchema>

const cashierDifferenceSchema = z.object({
  /** Empty: nobody signed in. */
  cashier: z.string(),
  currency: z.string(),
  shifts: z.int(),
  /** What was missing (not positive) and what was too much. */
  short: sumMinorSchema,
  over: sumMinorSchema,
})

const seenSaleSchema = z.object({
  code: z.string(),
  id: z.string(),
  at: z.int(),
  product: z.string(),
  state: z.string(),
  direction: z.enum(['in', 'out']),
  total: moneySumSchema,
  /** Its end alone. */
  reference: z.string(),
  service: z.string().nullable(),
  cashier: z.string().nullable(),
  tender: z.string(),
})
export type SeenSale = z.infer<typeof seenSaleSchema>

const seenCloseSchema = z.object({
  code: z.string(),
  shift: z.string(),
  cashier: z.string().nullable(),
  closed: z.int(),
  number: z.int().nullable(),
  currency: z.string(),
  expected: sumMinorSchema.nullable(),
  counted: sumMinorSchema.nullable(),
  difference: sumMinorSchema.nullable(),
})
export type SeenClose = z.infer<typeof seenCloseSchema>

const day = z.iso.date()
/** More rows than these are not shown at once. */
export const mostRows = 200

/** Everything that is sold anywhere: for who runs all of it. HUB_NOT_JOINED: no reader's code was used on this computer. */
const ofOwner = ['settings', 'people', 'privacy'] as const

export const branchesCalls = defineCalls({
  /** How all registers stand now. HUB_UNREACHABLE … */
  'branches.now': {
    input: z.object({}),
    output: branchesNowSchema,
    right: ofOwner,
    patient: true,
  },
  /** What was sold from a day to another (both counted), and what was missing at the closes of those days. */
  'branches.sold': {
    input: z.object({ from: day, to: day }),
    output: z.object({
      sums: z.array(soldSumSchema),
      differences: z.array(cashierDifferenceSchema),
    }),
    right: ofOwner,
    patient: true,
  },
  /** Sales behind a figure, newest first, of some registers or of all (null). `text`: a reference or an id, whole. */
  'branches.sales': {
    input: z.object({
      what: z.enum([...pendingKinds, 'days', 'text']),
      codes: z.array(z.string().max(20)).max(2_000).nullable(),
      from: day.nullable(),
      to: day.nullable(),
      text: z.string().trim().max(200),
    }),
    output: z.object({ sales: z.array(seenSaleSchema) }),
    right: ofOwner,
    patient: true,
  },
  /** Closes behind a difference, newest first. */
  'branches.closes': {
    input: z.object({ from: day, to: day, cashier: z.string().max(200).nullable() }),
    output: z.object({ closes: z.array(seenCloseSchema) }),
    right: ofOwner,
    patient: true,
  },
})
