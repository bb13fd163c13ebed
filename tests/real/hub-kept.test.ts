import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { prepareHub, steps } from '../../electron/hub/administer.ts'
import type { HubItem } from '../../electron/hub/calls.ts'
import { connectHub, patient, type HubConnection } from '../../electron/hub/connect.ts'
import { reading } from '../../electron/hub/schema/20261123T1740-reading.ts'
import { dayMs } from '../../shared/domain/time/dates.ts'
import { startHubShop, type HubShop } from './hub-shop.ts'
import { imagesOf, type Played } from './kept-images.ts'
import { noPostgres } from './postgres.ts'

// What the owner's screen reads out of small tables is what it read out of all rows: the same questions as they were before.

const registers = [1, 2, 3, 4] as const
const rounds = 18
const answers = ['registers', 'drawers', 'pending', 'balances', 'closes', 'differences', 'totals']

describe.skipIf(noPostgres !== null)("what the owner's screen keeps", () => {
  let shop: HubShop
  let hub: HubConnection
  beforeAll(async () => {
    shop = startHubShop()
    hub = await connectHub(shop.socketOf(), { user: 'postgres', password: '' }, patient)
    // Compiled, the questions as they were take a second each, however little there is.
    await hub.run('set jit = off')
  })
  afterAll(async () => {
    await hub.close()
    shop.server.close()
  })

  const as = async <T>(login: string, work: () => Promise<T>): Promise<T> => {
    await hub.run(`set session authorization "${login}"`)
    try {
      return await work()
    } finally {
      await hub.run('reset session authorization')
    }
  }

  /** Registers and readers without a login's password: nobody signs in. */
  async function populate(): Promise<void> {
    for (const id of registers) {
      await hub.run(`create role register_${id} login in role mostrador_register`)
      await hub.run(
        `insert into hub.register (code, name, login, journal, joined_at, branch, seen_at)
         values ($1, $2, $3, $4, now(), $5, now())`,
        // The third one's journal is a copy of the second one's.
        [`C${id}`, `Caja ${id}`, `register_${id}`, `j${id === 3 ? 2 : id}`, id < 3 ? 'A' : 'B'],
      )
      await hub.run('insert into hub.stream (id, register_id) values ($1, $2)', [
        ...[String(id).repeat(32), id],
      ])
    }
    for (const [name, branch] of [['all', null] as const, ['some', 'A'] as const]) {
      await hub.run(`create role reader_${name} login in role mostrador_reader`)
      await hub.run(
        'insert into hub.reader (name, login, branch, joined_at) values ($1, $2, $3, now())',
        [name, `reader_${name}`, branch],
      )
    }
    // The questions as they were, but for what is given back out of another one's drawer (T2340), for sums of what was not sold
    // (T0410), and for the drawer that a retired register left open (T1620).
    const own =
      'hub.continues(s.register_id, (select w from hub.register w where w.id = o.register_id))'
    const asSince = [
      ["where p ->> 'how' = 'cash'", `where p ->> 'how' = 'cash' and ${own}`],
      [
        'on h.register_id = r.id and h.closed_at is null',
        `on h.closed_at is null and r.id =
        hub.holder_of(row(h.id, h.register_id, h.opened_at, left(h.doc -> 'shift' ->> 'cashier', 200))::hub.open_shift)`,
      ],
      ['where r.retired_at is null and h.profile_id', 'where h.profile_id'],
      ['on s.register_id = o.register_id and s.created_at', `on ${own} and s.created_at`],
    ] as const
    const since = asSince.reduce((sql, [from, to]) => {
      expect(sql).toContain(from)
      return sql.replace(from, to)
    }, reading.sql)
    const [, ...old] = since.split('create function hub.read_')
    for (const one of old) {
      const text = one.slice(0, one.indexOf('end $$;') + 7)
      await hub.run(`create function hub.before_${text}`)
    }
    await hub.run('grant execute on all functions in schema hub to mostrador_reader')
  }

  const place = z.object({ id: z.string(), seq: z.coerce.number(), tip: z.string() })
  async function push(register: number, items: readonly HubItem[]): Promise<void> {
    const [at] = await hub.rows(
      place,
      'select id, seq, tip from hub.stream where register_id = $1 and ended_at is null',
      [register],
    )
    if (!at) return
    const upto = at.seq + items.length
    const sent = items.map((item, index) => ({ ...item, seq: at.seq + index + 1 }))
    const values = [at.id, at.seq, at.tip, upto, `t${upto}`, Date.now(), '1', JSON.stringify(sent)]
    await as(`register_${register}`, () =>
      hub.run('select hub.push_v1($1, $2, $3, $4, $5, $6, $7, $8)', values),
    )
  }
  /** A register that joins anew: its numbers begin again, and it may be the journal's next one. */
  async function joinAnew(register: number, stream: string): Promise<void> {
    await hub.run('update hub.stream set ended_at = now() where register_id = $1', [register])
    await hub.run(
      `insert into hub.stream (id, register_id)
       select $1, id from hub.register where id = $2 and retired_at is null`,
      [stream, register],
    )
  }
  async function retire(register: number, follower: number): Promise<void> {
    await hub.run('update hub.register set retired_at = now() where id = $1', [register])
    await hub.run('update hub.stream set ended_at = now() where register_id = $1', [register])
    await hub.run('update hub.register set continues = $1 where id = $2', [register, follower])
  }

  async function asked(which: 'read' | 'before', name: string, reader: string): Promise<string[]> {
    const now = Date.now()
    const today = Math.floor((now - 18_000_000) / dayMs)
    const values: Record<string, unknown[]> = {
      closes: [0, now + dayMs, null, 1000],
      differences: [now - 9 * dayMs, now + dayMs],
    }
    const of = name === 'totals' ? [] : [values[name] ?? []]
    const spans = [
      ...[today, today],
      ...[today - 45, today + 3],
      ...[today - 400, today + 400],
      ...[today - 9, today - 2],
    ]
    if (name === 'totals') for (let at = 0; at < 8; at += 2) of.push(spans.slice(at, at + 2))
    const rows: string[] = []
    for (const one of of) {
      const places = one.map((_, index) => `$${index + 1}`).join(', ')
      const found = await as(reader, () =>
        hub.rows(z.looseObject({}), `select * from hub.${which}_${name}_v1(${places})`, one),
      )
      // The clock goes on between the two; numbers are compared by what they are.
      const all = name !== 'totals' || which === 'read'
      // Since T0410 of what was sold alone.
      const alike = all ? found : found.filter(({ state }) => state === 'APPROVED')
      const plain = alike.map(({ now: _now, spent, ...row }) =>
        JSON.stringify({ ...row, ...(spent === undefined ? {} : { spent: Number(spent) }) }),
      )
      rows.push(...plain.toSorted(), '')
    }
    return rows
  }
  async function mustBeAsBefore(when: string): Promise<void> {
    for (const reader of ['reader_all', 'reader_some']) {
      for (const name of answers) {
        const [now, before] = [
          await asked('read', name, reader),
          await asked('before', name, reader),
        ]
        expect(now, `${name} for ${reader}, ${when}`).toEqual(before)
      }
    }
    const bare = `select count(*), sum(total) from hub.sale
      where profile_id not like 'sandbox-%' and currency <> ''`
    for (const sums of ['day_total', 'month_total'])
      expect(shop.server.sql(`select sum(count), sum(total) from hub.${sums}`), when).toBe(
        shop.server.sql(bare),
      )
  }

  test('is what all rows say, whatever registers send, before and after an upgrade', async () => {
    const isOfBefore = ({ id }: { id: string }) => id < '20261127T1600'
    await prepareHub(hub, steps.filter(isOfBefore))
    await populate()
    const played: Played = { now: Date.now(), sales: new Map(), shifts: new Map(), random: drawn() }
    for (let round = 0; round < rounds; round += 1) {
      const { random } = played
      const register = registers[random(registers.length)] ?? 1
      if (round === Math.floor(rounds / 3)) {
        expect(await prepareHub(hub)).toEqual(
          steps.filter((step) => !isOfBefore(step)).map(({ id }) => id),
        )
        await mustBeAsBefore('after the upgrade')
      }
      if (round === Math.floor(rounds / 2)) await retire(2, 3)
      if (random(6) === 0) await joinAnew(register, `${round + 10}`.padEnd(32, 'f'))
      await push(register, imagesOf(played, register, 4 + random(60)))
      if (round > rounds / 3) await mustBeAsBefore(`round ${round}`)
    }
    // All of it is there, or nothing of this was tried.
    for (const name of answers)
      expect(new Set(await asked('read', name, 'reader_all')).size, name).toBeGreaterThan(2)

    // What whoever owns the database takes out counts no more.
    await hub.run("delete from hub.sale where id like '%3'")
    await hub.run("delete from hub.other where key like '%3'")
    await mustBeAsBefore('after rows were deleted')
  })
})

/** Whole numbers below what is asked for, the same in every run but for SEED. */
function drawn(): (below: number) => number {
  const seed = Number(process.env.SEED ?? 7)
  const all = fc.sample(fc.nat(2 ** 31 - 1), { seed, numRuns: 60_000 })
  let at = 0
  return (below) => (all[at++ % all.length] ?? 0) % below
}
