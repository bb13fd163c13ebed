import { z } from 'zod'
import { countrySchema, moneySchema } from '../domain/money/money.ts'
import { defineCalls, defineEvents } from './define.ts'
import { appErrorSchema } from '../errors.ts'

/** How to reach one merchant account. The token is not part of it: it lives in the keyring. */
export const profileSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1).max(80),
  country: countrySchema,
  /** https, or http for loopback only; no trailing slash; paths of the contract follow it. */
  baseUrl: z.string().min(1),
  /** `_version` of query and sell, for example "1.10.2". */
  apiVersion: z.string(),
  /** `_deviceId`: a UUID of this computer, or empty to send none. */
  deviceId: z.string(),
  /** `_geolocation`, or null to send none. */
  position: z
    .object({
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      accuracy: z.number().nonnegative(),
      commerceId: z.string().optional(),
      address: z.string().optional(),
    })
    .nullable(),
  /** Whether values of `data` are sent as strings (the contract) or numbers where the service's documentation shows them. */
  valuesAs: z.enum(['strings', 'numbers']),
  /** True for the embedded test service: the window says so at all times. */
  sandbox: z.boolean(),
})
export type Profile = z.infer<typeof profileSchema>

/** How a service is asked of which nobody said more than where it is. */
export const usualProfile = {
  apiVersion: '1.10.2',
  deviceId: '',
  position: null,
  valuesAs: 'strings',
  sandbox: false,
} as const satisfies Partial<Profile>

/** Where the token is: in the system's keyring, in memory for this session, or not there. */
const tokenPlaceSchema = z.enum(['keyring', 'memory', 'missing'])
export type TokenPlace = z.infer<typeof tokenPlaceSchema>

/** null: not for who is at the register. */
const profits = moneySchema.nullable()

/** What the frame shows of the connection. Times are epoch milliseconds. */
export const connectionStateSchema = z.object({
  profiles: z.array(profileSchema),
  activeId: z.string().nullable(),
  token: tokenPlaceSchema,
  /** Judged by real answers only: unknown until the first one. */
  reach: z.enum(['unknown', 'online', 'offline', 'unauthorized']),
  /** Why it is offline or unauthorized. */
  error: appErrorSchema.nullable(),
  lastAnswerAt: z.number().nullable(),
  /** null: not known, or nobody has signed in. */
  business: z.object({ balance: moneySchema, profits, at: z.number() }).nullable(),
  /** Service's clock minus this computer's, from the Date header; null until known. */
  clockSkewMs: z.number().nullable(),
})
export type ConnectionState = z.infer<typeof connectionStateSchema>

/**
 * Whether a new token of a profile that has books is of the same shop. Absent: it is proven by the newest sale, else
 * SHOP_UNPROVEN asks a person. `other` begins a profile of its own at the same address.
 */
const shop = z.enum(['same', 'other']).optional()

const profileAndToken = z.object({
  profile: profileSchema,
  /** Absent: keep the stored token. */
  token: z.string().min(1).optional(),
})

export const connectionCalls = defineCalls({
  'connection.state': { input: z.object({}), output: connectionStateSchema, right: 'always' },
  /** Asks the service for the business with these very settings; stores nothing. */
  'connection.test': {
    input: profileAndToken,
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), balance: moneySchema, profits }),
      z.object({ ok: z.literal(false), error: appErrorSchema }),
    ]),
    right: 'connections',
  },
  /** Stores a profile (and token) and makes it the active one. SHOP_UNPROVEN, UNAUTHORIZED. */
  'connection.save': {
    input: profileAndToken.extend({ shop }),
    output: connectionStateSchema,
    right: 'connections',
    audit: ({ profile, token }) => ({
      subject: profile.name,
      detail: token === undefined ? profile.baseUrl : `${profile.baseUrl}, token`,
    }),
  },
  'connection.use': {
    input: z.object({ profileId: z.string() }),
    output: connectionStateSchema,
    right: 'connections',
    audit: ({ profileId }, { profiles }) => ({
      subject: profiles.find((one) => one.id === profileId)?.name ?? profileId,
    }),
  },
  'connection.remove': {
    input: z.object({ profileId: z.string() }),
    output: connectionStateSchema,
    right: 'connections',
    audit: ({ profileId }) => ({ subject: profileId }),
  },
  /** Renews the token of the active profile; nothing else on screen changes. UNAUTHORIZED, SHOP_UNPROVEN. */
  'connection.setToken': {
    input: z.object({ token: z.string().min(1), shop }),
    output: connectionStateSchema,
    right: 'connections',
    audit: (_, { profiles, activeId }) => ({
      subject: profiles.find((one) => one.id === activeId)?.name ?? null,
    }),
  },
  /** Starts the embedded test service for a country and makes it the active profile. */
  'connection.useSandbox': {
    input: z.object({ country: countrySchema }),
    output: connectionStateSchema,
    right: 'connections',
    audit: ({ country }) => ({ subject: country }),
  },
  /** Asks balance and profits now. */
  'connection.refresh': { input: z.object({}), output: connectionStateSchema, right: 'present' },
})

export const connectionEvents = defineEvents({
  'connection.changed': { payload: connectionStateSchema, locked: 'always' },
})
