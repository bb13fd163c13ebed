import { isIP } from 'node:net'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'

/** Where a hub's PostgreSQL is, and who asks it. */
export interface HubAddress {
  /** A name or number of a computer, or the folder of a socket on this one. */
  host: string
  port: number
  database: string
  /** null: the address names nobody. */
  user: string | null
  /** The certificate authority that signed the hub's certificate, as PEM; null: one that the system knows. */
  ca: string | null
}

/**
 * Reads `postgres://[USER@]HOST[:PORT]/DATABASE`, or `postgres:///DATABASE?host=/FOLDER[&port=PORT][&user=USER]` for a socket. A
 * password has no place in it.
 * @throws Failure HUB_ADDRESS
 */
export function parseHubAddress(text: string, ca: string | null): HubAddress {
  const url = URL.parse(text.trim())
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:'
  if (!url || !isPostgres || url.password || url.hash) throw new Failure('HUB_ADDRESS')
  const said = querySchema.safeParse(Object.fromEntries(url.searchParams))
  const named = url.hostname.replace(/^\[|\]$/g, '')
  const database = url.pathname.slice(1)
  if (!said.success || !/^[\w-]{1,63}$/.test(database)) throw new Failure('HUB_ADDRESS')
  const { host = named, port = url.port, user = decodeURIComponent(url.username) } = said.data
  // One of both says where it is.
  if (host === '' || (host !== named && named !== '')) throw new Failure('HUB_ADDRESS')
  return { host, port: Number(port) || 5432, database, user: user || null, ca }
}

const querySchema = z.strictObject({
  host: z.string().startsWith('/').optional(),
  port: z
    .string()
    .regex(/^\d{1,5}$/)
    .optional(),
  user: z.string().optional(),
})

/** The address without who asks: as it stands in a code and in the journal. */
export function hubUrl({ host, port, database }: HubAddress): string {
  if (host.startsWith('/'))
    return `postgres:///${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`
  return `postgres://${isIP(host) === 6 ? `[${host}]` : host}:${port}/${database}`
}

const codeSchema = z.object({
  /** Whom it lets in: a register, or somebody who looks. */
  kind: z.enum(['register', 'reader']).default('register'),
  url: z.string(),
  login: z.string().regex(/^mostrador_[a-z0-9_]{1,50}$/),
  password: z.string().min(20),
  ca: z.string().nullable(),
})
/** What a code holds: where the hub is and how to come in once. */
export type JoinCode = z.output<typeof codeSchema>

/** A code as one word, to be pasted. */
export function writeCode(code: z.input<typeof codeSchema>): string {
  return Buffer.from(JSON.stringify(code)).toString('base64url')
}

/** @throws Failure HUB_CODE_WRONG */
export function readCode(text: string): JoinCode {
  try {
    return codeSchema.parse(JSON.parse(Buffer.from(text.trim(), 'base64url').toString('utf8')))
  } catch (cause) {
    throw new Failure('HUB_CODE_WRONG', undefined, { cause })
  }
}
