import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'
import { registers } from './schema/20261123T0730-registers.ts'
import type { SchemaStep } from './schema/step.ts'
import { drawPassword, scramVerifier } from './scram.ts'

/** What whoever owns the database does: its logins make roles. */

/** The hub's shape, step by step. */
const steps: readonly SchemaStep[] = [registers]

const stepRow = z.object({ id: z.string(), sha256: z.string() })
const printOf = ({ sql }: SchemaStep) => createHash('sha256').update(sql).digest('hex')

/**
 * Owners and registers are roles that nobody signs in as: what is here belongs to the one, and a register's login is in the
 * other, which may run functions and nothing else.
 */
const roles = `
  do $$
  declare role text;
  begin
    foreach role in array array['mostrador_hub', 'mostrador_register'] loop
      if not exists (select from pg_catalog.pg_roles where rolname = role) then
        execute format('create role %I nologin', role);
      end if;
    end loop;
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
      execute format('grant mostrador_hub to %I', current_user);
    end if;
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to mostrador_register', current_database());
  end $$;
  create schema if not exists hub authorization mostrador_hub;
  create table if not exists hub.step (
    id text primary key, sha256 text not null, applied_at timestamptz not null default now()
  );
  alter table hub.step owner to mostrador_hub;
  revoke all on schema hub from public`

/**
 * Makes what is missing of the hub in its database; answers the steps that were. Two at once wait for each other.
 * @throws Failure HUB_NEWER it holds steps that this program does not know, or others than it knows
 */
export function prepareHub(hub: HubConnection): Promise<string[]> {
  return hub.transaction(async () => {
    await hub.run("select pg_advisory_xact_lock(hashtext('mostrador.hub'))")
    await hub.run(roles)
    const done = await hub.rows(stepRow, 'select id, sha256 from hub.step order by id')
    const isKnown = done.every(({ id, sha256 }, index) => {
      const step = steps[index]
      return step?.id === id && printOf(step) === sha256
    })
    if (!isKnown) throw new Failure('HUB_NEWER')
    const missing = steps.slice(done.length)
    await hub.run('set local role mostrador_hub')
    for (const step of missing) {
      await hub.run(step.sql)
      await hub.run('insert into hub.step (id, sha256) values ($1, $2)', [
        ...[step.id, printOf(step)],
      ])
    }
    await hub.run('reset role')
    return missing.map(({ id }) => id)
  })
}

const newRow = z.object({ code: z.string(), login: z.string() })

/** How a register comes in, once. */
export interface Invitation {
  code: string
  login: string
  password: string
}

/**
 * A register of this name, with a login of its own and a password that is good for `hours` and one use. `again`: one that is
 * there already gets a new one, and its old password ends at once.
 * @throws Failure HUB_NAME_TAKEN, HUB_NO_REGISTER
 */
export function inviteRegister(
  hub: HubConnection,
  { name, again, hours }: { name: string; again: boolean; hours: number },
): Promise<Invitation> {
  return hub.transaction(async () => {
    await hub.run("select pg_advisory_xact_lock(hashtext('mostrador.hub'))")
    const password = drawPassword()
    const verifier = scramVerifier(password)
    const until = `now() + make_interval(hours => $2)`
    const known = await hub.rows(
      newRow,
      `update hub.register set invited_until = ${until}
       where $3 and (name = $1 or code = $1) and retired_at is null returning code, login`,
      [name, hours, again],
    )
    const [register] = known
    if (register) {
      await hub.run(`alter role "${register.login}" password '${verifier}'`)
      return { ...register, password }
    }
    if (again) throw new Failure('HUB_NO_REGISTER', { name })
    const taken = await hub.rows(
      newRow,
      'select code, login from hub.register where name = $1 or code = $1',
      [name],
    )
    if (taken.length > 0) throw new Failure('HUB_NAME_TAKEN', { name })
    const login = `mostrador_${randomBytes(8).toString('hex')}`
    await hub.run(
      `create role "${login}" login password '${verifier}' connection limit 5 in role mostrador_register`,
    )
    const [made] = await hub.rows(
      newRow,
      `insert into hub.register (code, name, login, invited_until)
       select 'C' || (select count(*) + 1 from hub.register), $1, $3, ${until} returning code, login`,
      [name, hours, login],
    )
    if (!made) throw new Failure('HUB_FAILED', { reason: name })
    return { ...made, password }
  })
}

/** Ends a register for good: what it sent stays. @throws Failure HUB_NO_REGISTER */
export function retireRegister(hub: HubConnection, name: string): Promise<void> {
  return hub.transaction(async () => {
    const found = await hub.rows(
      z.object({ id: z.int() }),
      `update hub.register set retired_at = now(), invited_until = null
       where (name = $1 or code = $1) and retired_at is null returning id`,
      [name],
    )
    const [register] = found
    if (!register) throw new Failure('HUB_NO_REGISTER', { name })
    await hub.run(
      'update hub.stream set ended_at = now() where register_id = $1 and ended_at is null',
      [register.id],
    )
  })
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
})
export type ListedRegister = z.output<typeof listedRow>

/** All registers, as they were numbered. */
export const listRegisters = (hub: HubConnection): Promise<ListedRegister[]> =>
  hub.rows(
    listedRow,
    `select code, name, seen_at as "seenAt", version,
       case when retired_at is not null then 'retired' when joined_at is null then 'invited'
         else 'joined' end as state,
       (select count(*) from hub.sale s where s.register_id = r.id) as sales
     from hub.register r order by id`,
  )
