import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { inviteRegister, prepareHub, retireRegister } from '../../electron/hub/administer.ts'
import { connectHub, type HubConnection } from '../../electron/hub/connect.ts'
import { createSerialQueue } from '../../electron/async/serial-queue.ts'
import { Failure } from '../../shared/errors.ts'
import type { HubModel, Invited, ShopHub } from '../simulation/registers/hub-model.ts'
import type { Postgres } from './postgres.ts'

const functionOf = (sql: string) => /hub\.(\w+)\(/.exec(sql)?.[1] ?? sql
/** Told by a clock, which each has of its own; a position's is the world's. */
const clocks = new Set(['now', 'joined', 'retired', 'complete'])
/** What names a step of the shared documents each draws by itself. */
type Tips = Map<string, string>

/**
 * A hub in PostgreSQL beside its model: each is asked the same, and what they answer is held against each other. What registers
 * hear is what PostgreSQL says.
 */
export function besidePostgres(
  server: Postgres,
  model: HubModel,
  differ: (what: string) => void,
): ShopHub {
  const at = { host: server.socket, port: server.port, database: 'shop', ca: null }
  const socket = { ...at, user: null }
  const turns = createSerialQueue()
  const open = new Set<HubConnection>()
  /** A register's login here, and there. */
  const logins = new Map<string, string>()
  const passwords = new Map<string, string>()
  const tips: Tips = new Map()
  let copies = 0

  async function asOwner<T>(work: (hub: HubConnection) => Promise<T>): Promise<T> {
    const owner = await connectHub(socket, { user: 'postgres', password: '' })
    try {
      return await work(owner)
    } finally {
      await owner.close()
    }
  }

  /** Both do it, one after the other and nobody else between; what one throws the other does, too. */
  const both = <T>(what: string, there: () => Promise<T>, here: () => Promise<T>): Promise<T> =>
    turns.add(async () => {
      const [real, modelled] = [await cameOf(there), await cameOf(here)]
      if (
        real.failed !== modelled.failed ||
        !isDeepStrictEqual(plain(real.said), plain(modelled.said))
      )
        differ(`${what}: ${told(real)} in PostgreSQL, ${told(modelled)} in the model`)
      if (functionOf(what) === 'share_v1') noteTips(tips, real.said, modelled.said)
      if (real.failure) throw real.failure
      return real.said as T
    })

  /** As the model knows what PostgreSQL drew. */
  const drawn = (sql: string, values: readonly unknown[] = []) =>
    functionOf(sql) === 'share_v1'
      ? values.with(4, tips.get(String(values[4])) ?? values[4])
      : values

  /** What comes late comes by a connection of its own: the one that it was given to is no more. */
  function paired(
    first: HubConnection,
    modelled: HubConnection,
    who: { user: string; password: string },
  ): HubConnection {
    let isClosed = false
    open.add(first)
    async function over<T>(work: (real: HubConnection) => Promise<T>): Promise<T> {
      if (!isClosed && open.has(first)) return work(first)
      const again = await connectHub(socket, who)
      try {
        return await work(again)
      } finally {
        await again.close()
      }
    }
    return {
      rows: (row, sql, values) =>
        over((real) =>
          both(
            sql,
            () => real.rows(row, sql, values),
            () => modelled.rows(row, sql, drawn(sql, values)),
          ),
        ),
      run: (sql, values) =>
        over((real) =>
          both(
            sql,
            () => real.run(sql, values),
            () => modelled.run(sql, drawn(sql, values)),
          ),
        ),
      transaction: (work) => first.transaction(() => modelled.transaction(work)),
      async close() {
        isClosed = true
        open.delete(first)
        await first.close()
      },
    }
  }

  /** Nobody may have it open meanwhile. */
  async function inServer(...statements: string[]): Promise<void> {
    for (const one of open) await one.close()
    open.clear()
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'`
    const other = await connectHub(
      { ...socket, database: 'postgres' },
      { user: 'postgres', password: '' },
    )
    await other.run(end)
    for (const one of statements) await other.run(one)
    await other.close()
  }

  return {
    async invite(of): Promise<Invited> {
      const there = await asOwner((hub) => inviteRegister(hub, { ...of, hours: 72 }))
      const here = await model.invite(of)
      if (there.code !== here.code)
        differ(`a register is ${there.code}, and ${here.code} in the model`)
      logins.set(there.login, here.login)
      passwords.set(there.password, here.password)
      return there
    },
    async retire(name) {
      await asOwner((hub) => retireRegister(hub, name))
      await model.retire(name)
    },
    connect: (login, password) =>
      turns.add(async () => {
        const real = await cameOf(() => connectHub(socket, { user: login, password }))
        const modelled = await cameOf(() =>
          model.connect(logins.get(login) ?? login, passwords.get(password) ?? password),
        )
        if (real.failed !== modelled.failed)
          differ(`signing in: ${real.failed} in PostgreSQL, ${modelled.failed} in the model`)
        if (real.failure) throw real.failure
        if (!real.said || !modelled.said) throw new Error('one of both let nobody in')
        return paired(real.said, modelled.said, { user: login, password })
      }),
    async copy() {
      const back = await model.copy()
      const name = `copy_${(copies += 1)}`
      await inServer(`drop database if exists ${name}`, `create database ${name} template shop`)
      return async () => {
        await inServer('drop database shop with (force)', `create database shop template ${name}`)
        await back()
      }
    },
    async upgrade() {
      await asOwner(prepareHub)
    },
  }
}

interface Came<T> {
  said: T | undefined
  failed: string | null
  failure: Failure | null
}

async function cameOf<T>(work: () => Promise<T>): Promise<Came<T>> {
  try {
    return { said: await work(), failed: null, failure: null }
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    return { said: undefined, failed: caught.error.code, failure: caught }
  }
}

const told = ({ said, failed }: Came<unknown>) => failed ?? JSON.stringify(said)?.slice(0, 300)

/** Without what each draws or tells the time of by itself, and of no order. */
function plain(said: unknown): unknown {
  if (!Array.isArray(said)) return said
  const rows = said.map((row: unknown) => {
    const { success, data } = z.record(z.string(), z.unknown()).safeParse(row)
    if (!success) return row
    const isShared = 'docs' in data
    return Object.fromEntries(
      Object.entries(data).filter(([name]) => !clocks.has(name) && !(isShared && name === 'tip')),
    )
  })
  return rows.map((row) => JSON.stringify(ordered(row))).toSorted()
}

/** Fields in one order: PostgreSQL has its own. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(value)
  if (!success) return value
  const fields = Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, of]) => [name, ordered(of)]))
}

const tipRow = z.array(z.object({ tip: z.string() }))
function noteTips(tips: Tips, there: unknown, here: unknown): void {
  const [real] = tipRow.safeParse(there).data ?? []
  const [modelled] = tipRow.safeParse(here).data ?? []
  if (real && modelled) tips.set(real.tip, modelled.tip)
}
