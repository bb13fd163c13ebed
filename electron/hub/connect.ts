import type { ConnectionOptions } from 'node:tls'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import type { HubAddress } from './address.ts'

/** A connection to a hub's PostgreSQL; each statement has a limit, and none is prepared under a name. */
export interface HubConnection {
  /** Every row, parsed. @throws Failure HUB_… */
  rows<S extends z.ZodType>(
    row: S,
    sql: string,
    values?: readonly unknown[],
  ): Promise<z.output<S>[]>
  /** Statements of which nothing is read. */
  run(sql: string, values?: readonly unknown[]): Promise<void>
  /** BEGIN … COMMIT, or ROLLBACK where `work` throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const limits = { connect: 10_000, query: 60_000 }

/**
 * Connects: over a socket of this computer, else with TLS alone and only to the server that its certificate names.
 * @throws Failure HUB_UNREACHABLE, HUB_UNTRUSTED, HUB_LOGIN_REFUSED
 */
export async function connectHub(
  { host, port, database, ca }: HubAddress,
  { user, password }: { user: string; password: string },
): Promise<HubConnection> {
  // Only who belongs to a hub loads the driver.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    ...{ host, port, database, user, password },
    ssl: host.startsWith('/') ? false : secured(host, ca),
    application_name: 'mostrador',
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.query,
    keepAlive: true,
  })
  // A connection that breaks while nothing is asked is met by the next question.
  client.on('error', () => undefined)
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (caught) {
      throw hubFailure(caught)
    }
  }
  await asked(() => client.connect())
  const query = (sql: string, values: readonly unknown[] = []) =>
    asked(() => client.query(sql, values))
  return {
    async rows(row, sql, values) {
      const answer = await query(sql, values)
      const parsed = z.array(row).safeParse(answer.rows)
      if (!parsed.success) throw new Failure('HUB_FAILED', { reason: parsed.error.message })
      return parsed.data
    },
    run: async (sql, values) => void (await query(sql, values)),
    async transaction(work) {
      await query('begin')
      try {
        const result = await work()
        await query('commit')
        return result
      } catch (caught) {
        // What broke the connection rolled it back already.
        await query('rollback').catch(() => undefined)
        throw caught
      }
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** The server must prove to be the named one (verify-full); `host` is what its certificate is held against where it is a number. */
function secured(host: string, ca: string | null): ConnectionOptions & { host: string } {
  return { host, minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca === null ? {} : { ca }) }
}

const sqlErrorSchema = z.object({ code: z.string(), message: z.string() })

/** What PostgreSQL's errors, and those of our functions, are called here. */
const failures = {
  HB001: 'HUB_FORKED',
  HB002: 'HUB_RETIRED',
  HB003: 'HUB_CODE_USED',
  HB004: 'HUB_NOT_JOINED',
  '28P01': 'HUB_LOGIN_REFUSED',
  '28000': 'HUB_LOGIN_REFUSED',
  '3F000': 'HUB_NOT_PREPARED',
  '42883': 'HUB_NOT_PREPARED',
  '42P01': 'HUB_NOT_PREPARED',
} as const
const codes = new Map<string, (typeof failures)[keyof typeof failures]>(Object.entries(failures))

function hubFailure(cause: unknown): Failure {
  if (cause instanceof Failure) return cause
  const said = sqlErrorSchema.safeParse(cause).data
  const reason = said?.message ?? (cause instanceof Error ? cause.message : String(cause))
  const known = codes.get(said?.code ?? '')
  if (known) return new Failure(known, undefined, { cause })
  if (
    /CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(said?.code ?? '') ||
    /does not support SSL/.test(reason)
  ) {
    return new Failure('HUB_UNTRUSTED', { reason }, { cause })
  }
  // PostgreSQL's own codes have five signs; connections break with words, or without a code.
  const isAnswer = /^[0-9A-Z]{5}$/.test(said?.code ?? '') && !/^(08|57P)/.test(said?.code ?? '')
  return new Failure(isAnswer ? 'HUB_FAILED' : 'HUB_UNREACHABLE', { reason }, { cause })
}
