import type { ConnectionOptions } from 'node:tls'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import type { HubAddress } from './address.ts'
import { hubFailure } from './hub-failure.ts'

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

/** In milliseconds; a register's login has shorter ones at the server (administer.ts), which then answers before they pass. */
const usual = { connect: 10_000, query: 60_000, end: 2_000 }
/** Of whoever makes or upgrades a hub: what goes through all of a large one takes as long as it takes. */
export const patient: typeof usual = { ...usual, query: 0 }

/**
 * Connects: over a socket of this computer, else with TLS alone and only to the server that its certificate names.
 * @throws Failure HUB_UNREACHABLE, HUB_UNTRUSTED, HUB_LOGIN_REFUSED
 */
export async function connectHub(
  { host, port, database, ca }: HubAddress,
  { user, password }: { user: string; password: string },
  limits = usual,
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
  /** Ends the connection though nobody answers; the server rolls back what was not committed. */
  const drop = () => client.connection.stream.destroy()
  try {
    await asked(() => client.connect())
  } catch (caught) {
    drop()
    throw caught
  }
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
      try {
        await query('begin')
        const result = await work()
        await query('commit')
        return result
      } catch (caught) {
        // A connection that is asked no more is not waited for either.
        if (isUnreachable(caught)) drop()
        else await query('rollback').catch(() => undefined)
        throw caught
      }
    },
    async close() {
      // A server that hangs never ends its side.
      const timer = setTimeout(drop, limits.end)
      await client.end().catch(() => undefined)
      clearTimeout(timer)
    },
  }
}

const isUnreachable = (caught: unknown) =>
  caught instanceof Failure && caught.error.code === 'HUB_UNREACHABLE'

/** The server must prove to be the named one (verify-full); `host` is what its certificate is held against where it is a number. */
function secured(host: string, ca: string | null): ConnectionOptions & { host: string } {
  return { host, minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca === null ? {} : { ca }) }
}
