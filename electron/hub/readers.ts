import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import { alone, endSessions, isMade, letIn, readerRole, type Invitation } from './administer.ts'
import type { HubConnection } from './connect.ts'
import { drawPassword, scramVerifier } from './scram.ts'

/** Who may look at what all registers sent: what whoever owns the database does about them. */

const loginRow = z.object({ login: z.string() })
const readerRow = loginRow.extend({
  branch: z.string().nullable(),
  books: z.boolean(),
  writes: z.boolean(),
})

interface InvitedReader {
  name: string
  /** Whose registers they see; null: as it was, or all of a new one. */
  branch: string | null
  /** From now on all of them. */
  all: boolean
  /** They read whole images too, for reports: customers are not masked. Once said it stays. */
  books: boolean
  /** And say what products are to the books, and the map of accounts. Once said it stays. */
  writes: boolean
  hours: number
}

/**
 * A reader of this name, with a password that is good for `hours` and one use; answers the branch they see (null: all), and
 * whether they read and write books. Who is
 * there already, and not retired, gets a new one, sees what they saw where nothing else is said, and what they had open ends.
 * @throws Failure HUB_NAME_TAKEN a register is called so, or a reader who was retired
 */
export async function inviteReader(
  hub: HubConnection,
  { name, branch, all, books, writes, hours }: InvitedReader,
): Promise<Omit<Invitation, 'code'> & { branch: string | null; books: boolean; writes: boolean }> {
  const invited = await hub.transaction(async () => {
    await alone(hub)
    const taken = await hub.rows(
      loginRow,
      `select login from hub.register where name = $1
       union all select login from hub.reader where name = $1 and retired_at is not null`,
      [name],
    )
    if (taken.length > 0) throw new Failure('HUB_NAME_TAKEN', { name })
    const [reader] = await hub.rows(
      readerRow,
      `insert into hub.reader as known (name, branch, login, invited_until, books, writes)
         values ($1, $2, $4, now() + make_interval(hours => $3), $6, $7)
         on conflict (name) do update
           set branch = case when $5 then null else coalesce(excluded.branch, known.branch) end,
             invited_until = excluded.invited_until, joined_at = null, books = known.books or excluded.books,
             writes = known.writes or excluded.writes
       returning login, branch, books, writes`,
      [name, branch, hours, `mostrador_r${randomBytes(8).toString('hex')}`, all, books, writes],
    )
    if (!reader) throw new Failure('HUB_FAILED', { reason: name })
    const password = drawPassword()
    await letIn(hub, reader.login, scramVerifier(password), readerRole)
    // Of one branch nobody writes: it would be said to all of them.
    return { ...reader, writes: reader.writes && reader.branch === null, password }
  })
  await endSessions(hub, invited.login)
  return invited
}

/** Ends a reader for good; answers whether there was one of that name. */
export async function retireReader(hub: HubConnection, name: string): Promise<boolean> {
  const login = await hub.transaction(async () => {
    const [reader] = await hub.rows(
      loginRow,
      `update hub.reader set retired_at = now(), invited_until = null
       where name = $1 and retired_at is null returning login`,
      [name],
    )
    if (reader && (await isMade(hub, reader.login)))
      await hub.run(`alter role "${reader.login}" nologin`)
    return reader?.login ?? null
  })
  if (login !== null) await endSessions(hub, login)
  return login !== null
}
