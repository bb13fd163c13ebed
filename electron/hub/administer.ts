import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { missingThingSchema } from '../../shared/contract/upkeep/hub.ts'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'
import { registers } from './schema/20261123T0730-registers.ts'
import { lineage } from './schema/20261123T1200-lineage.ts'
import { missing } from './schema/20261123T1400-missing.ts'
import { serverClock } from './schema/20261123T1430-server-clock.ts'
import { rowsKept } from './schema/20261123T1435-rows-kept.ts'
import { told } from './schema/20261123T1710-told.ts'
import { readers } from './schema/20261123T1730-readers.ts'
import { reading } from './schema/20261123T1740-reading.ts'
import { shared } from './schema/20261123T2140-shared.ts'
import { claims } from './schema/20261123T2355-claims.ts'
import { orders } from './schema/20261124T0345-orders.ts'
import { books } from './schema/20261124T0420-books.ts'
import { windows } from './schema/20261127T1500-windows.ts'
import { bookWriting } from './schema/20261127T1555-book-writing.ts'
import { kept } from './schema/20261127T1600-kept.ts'
import { keptBeside } from './schema/20261127T1610-kept-beside.ts'
import { keptReading } from './schema/20261127T1620-kept-reading.ts'
import { saidAgain } from './schema/20261127T1630-said-again.ts'
import { booksByTime } from './schema/20261127T1700-books-by-time.ts'
import { confirmed } from './schema/20261127T1940-confirmed.ts'
import { ownLines } from './schema/20261127T1945-own-lines.ts'
import { retiredOrders } from './schema/20261127T2000-retired-orders.ts'
import { ownNames } from './schema/20261127T2340-own-names.ts'
import { rowsFound } from './schema/20261128T0015-rows-found.ts'
import { ownLabels } from './schema/20261128T0330-own-labels.ts'
import { booksFound } from './schema/20261128T0345-books-found.ts'
import { soldAlone } from './schema/20261128T0410-sold-alone.ts'
import { idleCopies } from './schema/20261128T0450-idle-copies.ts'
import { oneScope } from './schema/20261128T0800-one-scope.ts'
import { movedLines } from './schema/20261128T0810-moved-lines.ts'
import { monthMade } from './schema/20261128T0840-month-made.ts'
import { movedBefore } from './schema/20261128T0915-moved-before.ts'
import { heldOn } from './schema/20261128T1620-held-on.ts'
import { takenAlong } from './schema/20261128T1640-taken-along.ts'
import { toldThere } from './schema/20261128T2040-told-there.ts'
import { sameDrawer } from './schema/20261128T2050-same-drawer.ts'
import type { SchemaStep } from './schema/step.ts'
import { drawPassword, scramVerifier } from './scram.ts'

/** What whoever owns the database does: its logins make roles. */

/** The hub's shape, step by step. */
export const steps: readonly SchemaStep[] = [
  registers,
  lineage,
  missing,
  serverClock,
  rowsKept,
  told,
  readers,
  reading,
  shared,
  claims,
  orders,
  books,
  windows,
  bookWriting,
  kept,
  keptBeside,
  keptReading,
  saidAgain,
  booksByTime,
  confirmed,
  ownLines,
  retiredOrders,
  ownNames,
  rowsFound,
  ownLabels,
  booksFound,
  soldAlone,
  idleCopies,
  oneScope,
  movedLines,
  monthMade,
  movedBefore,
  heldOn,
  takenAlong,
  toldThere,
  sameDrawer,
]

const stepRow = z.object({ id: z.string(), sha256: z.string() })
const printOf = ({ sql }: SchemaStep) => createHash('sha256').update(sql).digest('hex')

/**
 * Owners and registers are roles that nobody signs in as: what is here belongs to the one, and a register's login is in the
 * other, which may run functions and nothing else. So is who may look, in a third one.
 */
const roles = `
  do $$
  declare role text;
  begin
    foreach role in array array['mostrador_hub', 'mostrador_register', 'mostrador_reader'] loop
      if not exists (select from pg_catalog.pg_roles where rolname = role) then
        execute format('create role %I nologin', role);
      end if;
    end loop;
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      execute format('grant mostrador_hub to %I', current_user);
    end if;
    -- Nobody else may sign in or make anything; once, and not where others have their own here.
    if to_regnamespace('hub') is null and not exists (
      select from pg_catalog.pg_class c
      where c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
        and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ) then
      execute format('revoke all on database %I from public', current_database());
    end if;
    execute format('grant connect on database %I to mostrador_register, mostrador_reader', current_database());
  end $$;
  create schema if not exists hub authorization mostrador_hub;
  create table if not exists hub.step (
    id text primary key, sha256 text not null, applied_at timestamptz not null default now()
  );
  alter table hub.step owner to mostrador_hub;
  revoke all on schema hub from public`

/**
 * Until the transaction ends nobody else makes anything of the hub, registers or readers. By a table that only its owner can lock:
 * a lock by a number alone is anybody's to take who signs in here; before there is a table nobody does.
 */
export const alone = (hub: HubConnection): Promise<void> =>
  hub.run(`do $$ begin
    if to_regclass('hub.step') is null then perform pg_advisory_xact_lock(hashtext('mostrador.hub'));
    else lock table hub.step in share row exclusive mode;
    end if;
  end $$`)

/**
 * Makes what is missing of the hub in its database; answers the steps that were. Two at once wait for each other. `wanted`: as an
 * older program has them.
 * @throws Failure HUB_NEWER it holds steps that this program does not know, or others than it knows
 */
export function prepareHub(hub: HubConnection, wanted = steps): Promise<string[]> {
  return hub.transaction(async () => {
    // Who sends ends within a minute, and is waited for; a step itself goes through all that is there.
    await hub.run("set local lock_timeout = '120s'")
    await hub.run('set local statement_timeout = 0')
    await alone(hub)
    await hub.run(roles)
    const done = await hub.rows(stepRow, 'select id, sha256 from hub.step order by id')
    const isKnown = done.every(({ id, sha256 }, index) => {
      const step = wanted[index]
      return step?.id === id && printOf(step) === sha256
    })
    if (!isKnown) throw new Failure('HUB_NEWER')
    const lacking = wanted.slice(done.length)
    await hub.run('set local role mostrador_hub')
    for (const step of lacking) {
      await hub.run(step.sql)
      await hub.run('insert into hub.step (id, sha256) values ($1, $2)', [
        ...[step.id, printOf(step)],
      ])
    }
    await hub.run('reset role')
    for (const { login } of await hub.rows(loginRow, `${madeLogins} and retired_at is null`))
      await limit(hub, login)
    return lacking.map(({ id }) => id)
  })
}

const loginRow = z.object({ login: z.string() })
/** Those that the server has: a dump of the database holds none. */
const madeLogins = `select login from (
    select login, retired_at from hub.register union all select login, retired_at from hub.reader) known
  where exists (select from pg_catalog.pg_roles where rolname = login)`
/** Whether the server has a login. */
export const isMade = async (hub: HubConnection, login: string): Promise<boolean> =>
  (await hub.rows(loginRow, `${madeLogins} and login = $1`, [login])).length > 0

/** No statement of a register holds others up for long; each ends before the register stops waiting for it (connect.ts). */
async function limit(hub: HubConnection, login: string): Promise<void> {
  const limits = [
    "statement_timeout = '50s'",
    "lock_timeout = '20s'",
    "idle_in_transaction_session_timeout = '90s'",
    // Of what is asked here little is gone through: compiling it took half a second, for milliseconds of work.
    'jit = off',
  ]
  for (const one of limits) await hub.run(`alter role "${login}" set ${one}`)
}

/** What registers may do, and who looks. */
const registerRole = 'mostrador_register'
export const readerRole = 'mostrador_reader'

/** A login that signs in with what this was made of, and nothing else; the role is made where there is none. */
export async function letIn(
  hub: HubConnection,
  login: string,
  verifier: string,
  role: typeof registerRole | typeof readerRole = registerRole,
): Promise<void> {
  // One that was retired is let in again where its owner asks it in: a database that went back may know nothing of it.
  if (await isMade(hub, login)) return hub.run(`alter role "${login}" login password '${verifier}'`)
  await hub.run(
    `create role "${login}" login password '${verifier}' connection limit 5 in role ${role}`,
  )
  await limit(hub, login)
}

/**
 * Ends what a login has open, so that nobody goes on with a password that is no more. It is asked once that was stored: where
 * the server does not let its owner, the functions still refuse who was retired or asked in again.
 */
export async function endSessions(hub: HubConnection, login: string): Promise<void> {
  const isOpen = await hub
    .rows(
      z.object({ is: z.boolean() }),
      'select count(*) > 0 as is from pg_stat_activity where usename = $1',
      [login],
    )
    .catch(() => [])
  if (isOpen[0]?.is !== true) return
  const end = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1'
  try {
    await hub.run(end, [login])
  } catch {
    // Who made a login has to be one of its own for this.
    await hub
      .transaction(async () => {
        await hub.run(`grant "${login}" to current_user`)
        await hub.run(end, [login])
        await hub.run(`revoke "${login}" from current_user`)
      })
      .catch(() => undefined)
  }
}

const newRow = z.object({ code: z.string(), login: z.string() })

/** How a register comes in, once. */
export interface Invitation {
  code: string
  login: string
  password: string
}

/** As the hub numbers registers: no register is named so, or one could be taken for another. */
export const looksLikeCode = (name: string): boolean => /^C\d+$/i.test(name)

/** Of SQL: which register `$1` is, by its name or else by its code. */
export const namedRegister = `id = (select id from hub.register where (name = $1 or code = $1) and retired_at is null
  order by name = $1 desc limit 1)`

interface InvitedRegister {
  name: string
  again: boolean
  hours: number
  /** The name or code of one whose sales it goes on with; null: its own alone, or as it was. */
  continued: string | null
  /** Where it stands; null: as it was, or nowhere in particular. */
  branch: string | null
}

/**
 * A register of this name, with a login of its own and a password that is good for `hours` and one use. `again`: one that is
 * there already, named by its name or code, gets a new one, and its old password ends at once.
 * @throws Failure HUB_NAME_TAKEN, HUB_NO_REGISTER
 */
export async function inviteRegister(
  hub: HubConnection,
  { name, again, hours, continued, branch }: InvitedRegister,
): Promise<Invitation> {
  const invited = await hub.transaction(async () => {
    await alone(hub)
    const invitation = await invite(hub, { name, again, hours })
    if (continued !== null) await goOnWith(hub, invitation.code, continued)
    if (branch !== null)
      await hub.run('update hub.register set branch = $2 where code = $1', [
        ...[invitation.code, branch],
      ])
    return invitation
  })
  await endSessions(hub, invited.login)
  return invited
}

/** Says that a register goes on with what another one sold, once that one is retired. @throws Failure HUB_NO_REGISTER */
async function goOnWith(hub: HubConnection, code: string, continued: string): Promise<void> {
  const found = await hub.rows(
    newRow,
    `update hub.register set continues = (
       select id from hub.register where name = $2 or code = $2 order by name = $2 desc limit 1)
     where code = $1 and exists (select from hub.register where name = $2 or code = $2) returning code, login`,
    [code, continued],
  )
  if (found.length === 0) throw new Failure('HUB_NO_REGISTER', { name: continued })
}

async function invite(
  hub: HubConnection,
  { name, again, hours }: Omit<InvitedRegister, 'continued' | 'branch'>,
): Promise<Invitation> {
  const password = drawPassword()
  const verifier = scramVerifier(password)
  const until = `now() + make_interval(hours => $2)`
  const known = await hub.rows(
    newRow,
    `update hub.register set invited_until = ${until}
     where $3 and ${namedRegister} returning code, login`,
    [name, hours, again],
  )
  const [register] = known
  if (register) {
    await letIn(hub, register.login, verifier)
    return { ...register, password }
  }
  if (again) throw new Failure('HUB_NO_REGISTER', { name })
  const taken = await hub.rows(
    newRow,
    `select code, login from hub.register where name = $1
     union all select name, login from hub.reader where name = $1`,
    [name],
  )
  if (taken.length > 0 || looksLikeCode(name)) throw new Failure('HUB_NAME_TAKEN', { name })
  const login = `mostrador_${randomBytes(8).toString('hex')}`
  const [made] = await hub.rows(
    newRow,
    `insert into hub.register (code, name, login, invited_until)
     select 'C' || (select count(*) + 1 from hub.register), $1, $3, ${until} returning code, login`,
    [name, hours, login],
  )
  if (!made) throw new Failure('HUB_FAILED', { reason: name })
  await letIn(hub, login, verifier)
  return { ...made, password }
}

/** Ends a register for good: what it sent stays. @throws Failure HUB_NO_REGISTER */
export async function retireRegister(hub: HubConnection, name: string): Promise<void> {
  const login = await hub.transaction(async () => {
    const found = await hub.rows(
      loginRow.extend({ id: z.int() }),
      `update hub.register set retired_at = now(), invited_until = null
       where ${namedRegister} returning id, login`,
      [name],
    )
    const [register] = found
    if (!register) throw new Failure('HUB_NO_REGISTER', { name })
    await hub.run(
      'update hub.stream set ended_at = now() where register_id = $1 and ended_at is null',
      [register.id],
    )
    if (await isMade(hub, register.login)) await hub.run(`alter role "${register.login}" nologin`)
    return register.login
  })
  await endSessions(hub, login)
}

const time = z
  .date()
  .nullable()
  .transform((date) => date?.getTime() ?? null)
const listedRow = z.object({
  code: z.string(),
  name: z.string(),
  state: z.enum(['invited', 'joined', 'retired']),
  /** When it last sent, by the hub's clock (epoch ms); null: never. */
  seenAt: time,
  version: z.string().nullable(),
  sales: z.coerce.number().pipe(z.int()),
  /** All that happened there before this moment is here (epoch ms, its own clock); null: never sent, or something is missing. */
  completeUntil: z.coerce.number().pipe(z.int()).nullable(),
  missing: z.array(missingThingSchema),
  /** What it says that its accounts are, and the owner did not confirm. */
  unconfirmed: z.array(z.string()),
  /** It was retired, and whom others ordered to be erased stands in what it sent. */
  toErase: z.boolean(),
})
export type ListedRegister = z.output<typeof listedRow>

/** All registers, as they were numbered. */
export const listRegisters = (hub: HubConnection): Promise<ListedRegister[]> =>
  hub.rows(
    listedRow,
    `select code, name, seen_at as "seenAt", version,
       case when retired_at is not null then 'retired' when joined_at is null then 'invited'
         else 'joined' end as state,
       (select count(*) from hub.sale s where s.register_id = r.id) as sales,
       hub.complete_until(r.id) as "completeUntil",
       (select coalesce(jsonb_agg(jsonb_build_object('thing', o.key, 'refused', o.doc ->> 'refused')
          order by o.key), '[]') from hub.other o
        where o.register_id = r.id and o.kind = 'unreadable') as missing,
       (select coalesce(jsonb_agg(distinct a.account), '[]') from hub.account_alias a
        where a.register_id = r.id and r.retired_at is null and not exists (
          select from hub.confirmed_account c where c.register_id = r.id and c.account = a.account)) as unconfirmed,
       retired_at is not null and hub.has_orders(r.id) as "toErase"
     from hub.register r order by id`,
  )
