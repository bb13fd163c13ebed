import { z } from 'zod'
import {
  accountSchema,
  debtLineSchema,
  limitSchema,
  nameLength,
  numberOf,
  phoneLength,
} from '../../domain/credit/debtor.ts'
import { payoutHowSchema } from '../../domain/drawer/drawer.ts'
import { viaLength } from '../../domain/drawer/tender.ts'
import { isTooLarge, moneySchema } from '../../domain/money/money.ts'
import { amountSaid } from '../../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from '../define.ts'

const debtorId = z.object({ debtorId: z.string().min(1) })
const name = z.string().trim().min(2).max(nameLength)
const phone = z.string().trim().max(phoneLength)
const note = z.string().trim().max(200)
/** An adjustment is nothing without its reason. */
const reason = z.string().trim().min(3).max(200)
const amount = moneySchema.refine((one) => one.minor > 0 && !isTooLarge(one))
/** Drawn where an entry is begun: sent twice it is written once, and with anything else in it refused (ENTRY_WRITTEN). */
const entryId = z.string().min(8).max(64)

/** Somebody's account; the trail names them by their number alone. */
const statementSchema = accountSchema.extend({ lines: z.array(debtLineSchema) })
export type Statement = z.infer<typeof statementSchema>
type Told = z.infer<typeof statementSchema>
const ofNumber = ({ debtor }: Pick<Told, 'debtor'>) => `N.º ${numberOf(debtor)}`

/**
 * Where the drawer is counted blindly, whoever may not know what lies in it is told accounts as they stood when the shift
 * began (`until`); what is written is held against all of them.
 */
export const creditCalls = defineCalls({
  /** Those whose name or phone holds a text, or whose number it is, with what they owe; an empty text finds everybody. */
  'credit.find': {
    input: z.object({ text: z.string().max(nameLength), limit: z.int().positive().max(50) }),
    output: z.array(accountSchema),
    right: 'sell',
    patient: true,
  },
  /** Everybody who owes or is owed something, or may once an open sale ends; by name. */
  'credit.owing': {
    input: z.object({}),
    output: z.array(accountSchema),
    right: 'sell',
    patient: true,
  },
  /** Somebody's account, oldest line first. DEBTOR_NOT_FOUND. */
  'credit.statement': { input: debtorId, output: statementSchema, right: 'sell', patient: true },
  /** Puts somebody into the book; who is in it by this name and phone stays one. */
  'credit.add': {
    input: z.object({ name, phone }),
    output: accountSchema,
    right: 'sell',
    audit: (_, account) => ({ subject: ofNumber(account) }),
  },
  /** Name, phone and limit anew. DEBTOR_NOT_FOUND, also of one who was erased. */
  'credit.change': {
    input: debtorId.extend({ name, phone, limit: limitSchema.nullable() }),
    output: statementSchema,
    right: 'credit',
    audit: ({ limit }, account) => ({
      subject: ofNumber(account),
      detail: limit && amountSaid(limit),
    }),
  },
  /**
   * A payment, whole or in part, never more than is owed (BAD_INPUT). Cash goes into the drawer of the open shift.
   * DEBTOR_NOT_FOUND, SHIFT_NOT_OPEN where nothing is sold without a shift, ENTRY_WRITTEN.
   */
  'credit.pay': {
    input: debtorId.extend({
      entryId,
      amount,
      how: payoutHowSchema,
      /** Where a transfer came in. */
      via: z.string().trim().max(viaLength).default(''),
      note: note.default(''),
    }),
    output: statementSchema,
    right: 'movements',
    audit: ({ amount: paid, how }, account) => ({
      subject: ofNumber(account),
      detail: `${amountSaid(paid)}, ${how}`,
    }),
  },
  /**
   * More or less is owed, with the reason; `opening`: what was owed before there was a book; `paid-before`: what was paid
   * before, of which the accountant's entries have nothing to say. Never less than nothing (BAD_INPUT). DEBTOR_NOT_FOUND,
   * ENTRY_WRITTEN.
   */
  'credit.adjust': {
    input: debtorId
      .extend({
        entryId,
        kind: z.enum(['adjustment', 'opening', 'paid-before']),
        direction: z.enum(['more', 'less']),
        amount,
        reason,
      })
      .refine(({ kind, direction }) => kind !== 'paid-before' || direction === 'less', {
        path: ['direction'],
      }),
    output: statementSchema,
    right: 'credit',
    audit: ({ amount: by, kind, direction }, account) => ({
      subject: ofNumber(account),
      detail: `${kind} ${direction} ${amountSaid(by)}`,
    }),
  },
  /** What will not be paid any more: at most what is owed (BAD_INPUT). DEBTOR_NOT_FOUND, ENTRY_WRITTEN. */
  'credit.writeOff': {
    input: debtorId.extend({ entryId, amount, reason }),
    output: statementSchema,
    right: 'credit',
    audit: ({ amount: lost }, account) => ({
      subject: ofNumber(account),
      detail: amountSaid(lost),
    }),
  },
  /** Puts the account on the printer's queue. */
  'credit.print': { input: debtorId, output: z.object({ jobId: z.string() }), right: 'sell' },
  /** Writes the account as a PDF to a path that a person chose. */
  'credit.savePdf': {
    input: debtorId.extend({ path: z.string().min(1) }),
    output: z.object({}),
    right: 'sell',
  },
})

export const creditEvents = defineEvents({
  /** Something of the book changed: ask again. */
  'credit.changed': { payload: z.object({}), locked: 'last' },
})
