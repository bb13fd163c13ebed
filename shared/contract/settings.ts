import { z } from 'zod'
import { languageCodes } from '../words/words.ts'
import { appErrorSchema } from '../errors.ts'
import { businessSchema } from '../domain/receipt/business.ts'
import { viaLength } from '../domain/drawer/tender.ts'
import { tipUnitSchema } from '../domain/product/tip.ts'
import { decimalSignSchema } from '../domain/money/figures.ts'
import { changeSaid } from '../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

/** What a person can choose. Kept in the host's settings store. */
const choices = z.object({
  language: z.enum(languageCodes),
  theme: z.enum(['system', 'light', 'dark']),
  /** The decimal sign when typing and showing money; Colombia writes the comma, Ecuador both. */
  decimalSign: decimalSignSchema,
  /** Whether the assigned commission is shown on the selling screen. */
  showCommission: z.boolean(),
  /** What the assigned commission of products is counted in, as far as the owner knows it. */
  tipUnit: tipUnitSchema,
  /** After how many minutes without anybody the register locks, where people have PINs; 0: never. */
  lockAfterMinutes: z.int().min(0).max(240),
  /** After how many months customers' data is erased from sales that ended; null: kept. */
  keepCustomersMonths: z.int().min(1).max(240).nullable(),
  /** Nothing is sold without an open shift. */
  shiftRequired: z.boolean(),
  /** The drawer is counted without seeing what should be there. */
  blindCount: z.boolean(),
  /** Deposits and betting may be sold on credit (fiado), too. */
  creditForCash: z.boolean(),
  /** What a customer bought before is offered in the product's form. */
  offerRecent: z.boolean(),
  /** A sale's paper may be sent to the customer by WhatsApp. */
  sendByWhatsApp: z.boolean(),
  /** The four values that have keys in a top-up, in minor units, by currency; those not named are learnt. */
  rechargeAmounts: z.record(z.string(), z.array(z.int().positive()).length(4)),
  /** Where transfers come in, by country; of a country that is not named, as is usual there. */
  transferVias: z.record(z.string(), z.array(z.string().trim().min(1).max(viaLength)).max(6)),
})

/** A change of some of them. Without defaults: what is not named stays as it was chosen. */
const settingsChangeSchema = choices.partial()

const { shape } = choices

/** All of them; what nobody chose is as it comes. */
export const settingsSchema = z.object({
  language: shape.language.default('es'),
  theme: shape.theme.default('system'),
  decimalSign: shape.decimalSign.default('comma'),
  showCommission: shape.showCommission.default(false),
  tipUnit: shape.tipUnit.default('unknown'),
  lockAfterMinutes: shape.lockAfterMinutes.default(5),
  keepCustomersMonths: shape.keepCustomersMonths.default(null),
  shiftRequired: shape.shiftRequired.default(false),
  blindCount: shape.blindCount.default(false),
  creditForCash: shape.creditForCash.default(false),
  offerRecent: shape.offerRecent.default(false),
  sendByWhatsApp: shape.sendByWhatsApp.default(false),
  rechargeAmounts: shape.rechargeAmounts.default({}),
  transferVias: shape.transferVias.default({}),
})
export type Settings = z.infer<typeof settingsSchema>

/** Facts about this installation, for the frame and "about". */
const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'chromium']),
  dataDir: z.string(),
  /** Running without the browser's own sandbox (as root): the frame says so. */
  unsandboxed: z.boolean(),
  /** The file that holds the settings of before, which could not be read and were kept aside; null: none. */
  settingsAside: z.string().nullable(),
  platform: z.string(),
})
export type AppInfo = z.infer<typeof appInfoSchema>

export const settingsCalls = defineCalls({
  'settings.get': { input: z.object({}), output: settingsSchema, right: 'always' },
  'settings.set': {
    input: settingsChangeSchema,
    output: settingsSchema,
    right: 'settings',
    audit: (input) => ({ detail: changeSaid(input) }),
  },
  /** The shop as its papers name it. */
  'business.get': { input: z.object({}), output: businessSchema, right: 'present' },
  /** Writes it down whole; texts come back trimmed. */
  'business.set': {
    input: businessSchema,
    output: businessSchema,
    right: 'settings',
    audit: (input) => ({ detail: Object.keys(input).join(', ') }),
  },
  'app.info': { input: z.object({}), output: appInfoSchema, right: 'present' },
  'app.openDataDir': { input: z.object({}), output: z.object({}), right: 'settings' },
})

export const settingsEvents = defineEvents({
  'settings.changed': { payload: settingsSchema, locked: 'always' },
})

/** A version that the feed offers to this one. */
const updateOfferSchema = z.object({
  version: z.string(),
  /** It mends something that could be used against the shop. */
  isSecurity: z.boolean(),
  notes: z.object({ es: z.string(), en: z.string() }),
})

/** What is known of updates. Times are epoch milliseconds. */
const updatesStateSchema = z.object({
  /** Why this program cannot update itself: what installed it does, or it carries no publisher's root. Null: it can. */
  unavailable: z.enum(['elsewhere', 'publisher']).nullable(),
  /** The one that runs. */
  version: z.string(),
  /** Where updates come from: an https address or a folder; empty: from nowhere, and nothing is asked. */
  from: z.string(),
  isOn: z.boolean(),
  lookedAt: z.number().nullable(),
  /** Newer than this one, the newest first. */
  offers: z.array(updateOfferSchema),
  /** From 10 December to 7 January only what mends security is taken. */
  isSeason: z.boolean(),
  /** What is being done; `done` of one, null: not known. */
  doing: z
    .object({
      kind: z.enum(['looking', 'fetching', 'proving']),
      version: z.string().nullable(),
      done: z.number().nullable(),
    })
    .nullable(),
  /** Fetched and proven to be the publisher's; it waits for a Z, or to be asked for. */
  ready: z.string().nullable(),
  /** Starts the next time. */
  chosen: z.string().nullable(),
  /** Where one can go back to. */
  before: z.string().nullable(),
  problem: appErrorSchema.nullable(),
})
export type UpdatesState = z.infer<typeof updatesStateSchema>

export const updatesCalls = defineCalls({
  'updates.state': { input: z.object({}), output: updatesStateSchema, right: 'settings' },
  /** Errors: URL_INVALID, URL_INSECURE. */
  'updates.set': {
    input: z.object({ from: z.string().trim().max(500), isOn: z.boolean() }),
    output: updatesStateSchema,
    right: 'settings',
    audit: ({ from, isOn }) => ({ detail: `${isOn ? '+' : '-'} ${from}` }),
  },
  /** Looks now. What came of it stands in the state, as of what is done by itself. */
  'updates.look': { input: z.object({}), output: updatesStateSchema, right: 'settings' },
  /** Fetches it where it is not there, lets it prove itself on a copy of the journal, and chooses it for the next start. */
  'updates.install': {
    input: z.object({ version: z.string() }),
    output: updatesStateSchema,
    right: 'settings',
    audit: ({ version }) => ({ subject: version }),
  },
  /** The version before starts the next time; or, where another was chosen, this one stays. Errors: VERSION_NOT_FOUND. */
  'updates.back': {
    input: z.object({}),
    output: updatesStateSchema,
    right: 'settings',
    audit: (_input, { chosen, version }) => ({ subject: chosen ?? version }),
  },
})

export const updatesEvents = defineEvents({
  /** Something of it changed: ask again. */
  'updates.changed': { payload: z.object({}), locked: 'last' },
})
