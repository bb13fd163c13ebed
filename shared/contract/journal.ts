import { z } from 'zod'
import { appErrorSchema } from '../errors.ts'
import { languageCodes } from '../words/words.ts'
import { defineCalls, defineEvents } from './define.ts'

/** How the journal of this computer came up. Times are epoch milliseconds. */
const journalStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    /** Why catalog and reports are kept in memory only until the program closes. */
    cache: appErrorSchema.optional(),
  }),
  /** It could not be used, or had lost its newest sales; nothing is sold until a person has read this. */
  z.object({
    kind: z.literal('recovered'),
    at: z.number(),
    /** Names in the data folder's damaged/, where the unusable files are kept. */
    setAside: z.array(z.string()),
    /** When the copy was made that took its place; null: there was none, or none was needed. */
    restoredAt: z.number().nullable(),
    /** Sales put back from intents.log, as ones whose request may have been sent. */
    replayed: z.int(),
    /** Sales of the active profile that are open now. */
    open: z.int(),
    /** Sales without an end in what a restored copy put aside: nobody looks them up any more; null: it could not be read. */
    openAside: z.int().nullable(),
  }),
  /** Nothing can be sold, and why; what can be read of it is shown. */
  z.object({ kind: z.literal('blocked'), error: appErrorSchema }),
])
export type JournalState = z.infer<typeof journalStateSchema>

/** What may take long before the journal is open. */
export const openingStepSchema = z.enum(['reading', 'checking', 'copying', 'changing', 'restoring'])
export type OpeningStep = z.infer<typeof openingStepSchema>

/** How far the start is: no other call is answered before the journal is open. */
const openingStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('opening'),
    /** In which the window speaks meanwhile. */
    language: z.enum(languageCodes),
    /** What is being done to the journal; null: nothing that takes long, yet. */
    step: openingStepSchema.nullable(),
    /** How much of the step is done, of one; null: not known. */
    done: z.number().nullable(),
  }),
])
export type OpeningState = z.infer<typeof openingStateSchema>

export const journalCalls = defineCalls({
  'journal.opening': { input: z.object({}), output: openingStateSchema, right: 'always' },
  'journal.state': { input: z.object({}), output: journalStateSchema, right: 'present' },
  /** A person has read what was recovered: selling opens again. */
  'journal.acknowledge': {
    input: z.object({}),
    output: journalStateSchema,
    right: 'sell',
    audit: () => ({}),
  },
})

export const journalEvents = defineEvents({
  /** Damage was found while it was open: it is no longer what it came up as. */
  'journal.changed': { payload: journalStateSchema, locked: 'last' },
})

/** Copies of the journal elsewhere, and what is left to do after one was restored. Times are epoch milliseconds. */
export const copiesStateSchema = z.object({
  /** The folder that the owner chose; null: copies go nowhere. */
  folder: z.string().nullable(),
  /** The last copy that is there. */
  last: z.object({ at: z.int(), bytes: z.int() }).nullable(),
  /** When it was last seen that the folder holds all there is; null: never yet. */
  seenAt: z.int().nullable(),
  /** Why the last try failed; null: it did not. */
  error: appErrorSchema.nullable(),
  /** Another computer restored a copy and has the register since: nothing is sold here. */
  takenOver: z.object({ since: z.int(), computer: z.string() }).nullable(),
  /** A copy was brought, and waits for the next start. */
  waits: z.boolean(),
  /** What is left to do on a journal that came from a copy; null: nothing. */
  restored: z
    .object({
      /** When the copy was made. */
      since: z.int(),
      /** Whether the computer before can be told. */
      marked: z.boolean(),
      /** Whether the service was asked what was sold since. */
      isCaughtUp: z.boolean(),
      /** Sales since that this journal does not have. */
      sold: z.int(),
      /** Whether a drawer stands open that nobody counted since. */
      isCountDue: z.boolean(),
      error: appErrorSchema.nullable(),
    })
    .nullable(),
})
export type CopiesState = z.infer<typeof copiesStateSchema>

/** Without a failure nobody is told of a copy elsewhere that was seen to be whole since (ms). */
export const copiesOldAfter = 3 * 24 * 3_600_000

/** What copies are encrypted to, as age writes it. */
const recipient = z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/)

/** What opens the copies: shown once, kept by nobody but the owner. */
export const copyKeySchema = z.object({
  words: z.array(z.string()),
  /** The same as a text, for a QR code. */
  identity: z.string(),
  recipient,
})
export type CopyKey = z.infer<typeof copyKeySchema>

/** A copy that can be restored. */
export const foundCopySchema = z.object({
  path: z.string(),
  at: z.int(),
  bytes: z.int(),
  /** The shop, and the computer that has its register, as the folder says. */
  shop: z.string(),
  computer: z.string(),
})
export type FoundCopy = z.infer<typeof foundCopySchema>

/** A copy that was brought, and takes the register's place at the next start. */
export const restoredCopySchema = z.object({
  madeAt: z.int(),
  shop: z.string(),
  /** Whether the computer before can be told. */
  marked: z.boolean(),
  /** Sales without an end in what it puts aside; null: it could not be read. */
  openAside: z.int().nullable(),
})
export type RestoredCopy = z.infer<typeof restoredCopySchema>

/** A copy holds all there is, and a restored one says anew who works here: for who runs all of that. */
const ofOwner = ['settings', 'people', 'privacy'] as const

export const copiesCalls = defineCalls({
  'copies.state': {
    input: z.object({}),
    output: copiesStateSchema,
    right: 'present',
    patient: true,
  },
  /** Makes a new key. Nothing is kept of it here. */
  'copies.newKey': { input: z.object({}), output: copyKeySchema, right: 'settings' },
  /** Prints a key that is on screen; nothing is kept of it. PRINTER_NOT_SET. */
  'copies.printKey': {
    input: copyKeySchema,
    output: z.object({ jobId: z.string() }),
    right: 'settings',
    audit: () => ({}),
  },
  /**
   * From now on copies go into this folder, encrypted to this key; null: to the one before. COPY_FOLDER_GONE ...,
   * FOLDER_NOT_ALLOWED.
   */
  'copies.begin': {
    input: z.object({ folder: z.string().min(1), recipient: recipient.nullable() }),
    output: copiesStateSchema,
    right: ofOwner,
    audit: ({ folder, recipient }) => ({
      subject: folder,
      detail: recipient === null ? null : recipient.slice(0, 12),
    }),
  },
  /** Copies go nowhere; those that are there stay. */
  'copies.stop': {
    input: z.object({}),
    output: copiesStateSchema,
    right: 'settings',
    audit: () => ({}),
  },
  /** Copies all that is here now. How it went stands in the state. DISK_FULL, JOURNAL_DAMAGED there is no local copy of it. */
  'copies.now': { input: z.object({}), output: copiesStateSchema, right: 'settings' },
  /** This computer sells again, and the other one no more as soon as it sees the folder. */
  'copies.takeBack': {
    input: z.object({}),
    output: copiesStateSchema,
    right: 'settings',
    audit: () => ({}),
  },
  /** The copies at a path, the newest of each register first. COPY_NOT_FOUND, COPY_FOLDER_GONE. */
  'copies.find': {
    input: z.object({ path: z.string().min(1) }),
    output: z.array(foundCopySchema),
    right: 'settings',
  },
  /**
   * Brings a copy here; the next start works with it. `oldSells`: nothing is done unless the computer before can be told.
   * COPY_KEY_WRONG, COPY_KEY_WORD, COPY_KEY_OTHER, COPY_DAMAGED, COPY_NEWER, COPY_NOT_MARKED, RESTORE_DURING_SALE,
   * RESTORE_OVER_SALES, RESTORE_OVER_OPEN unless `replace`.
   */
  'copies.restore': {
    input: z.object({
      path: z.string().min(1),
      key: z.string().min(1).max(2000),
      oldSells: z.boolean(),
      replace: z.boolean(),
    }),
    output: restoredCopySchema,
    right: ofOwner,
    audit: () => ({}),
  },
  /** Asks the service what was sold since the copy, unresolved sales first. How it went stands in the state. */
  'copies.catchUp': { input: z.object({}), output: copiesStateSchema, right: 'sell' },
})

export const copiesEvents = defineEvents({
  'copies.changed': { payload: copiesStateSchema, locked: 'last' },
})
