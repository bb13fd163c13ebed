import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { holdShop } from '../simulation/registers/hold-shop.ts'
import type { HubModel } from '../simulation/registers/hub-model.ts'
import { playShop } from '../simulation/registers/play.ts'
import { besidePostgres } from './beside-postgres.ts'
import { hub } from './hub-shop.ts'
import { noPostgres, startPostgres, type Postgres } from './postgres.ts'

// Several registers and their hub: the first thousand seeds are played by npm test, which has minutes.

it('holds in 10,000 more seeds of several registers', { timeout: 1_800_000 }, () =>
  holdShop({ from: 1_001, count: 10_000 }),
)

/** So many sequences are played against both. */
const sequences = 24
const first = 50_001

describe.skipIf(noPostgres !== null)('the model of the hub', () => {
  let server: Postgres
  beforeAll(async () => {
    server = startPostgres()
    // Each sequence begins with a hub that nobody used yet.
    expect(await hub(['init', '--url', server.url])).toMatchObject({ code: 0 })
    server.sqlIn('postgres', 'create database unused template shop')
  })
  afterAll(() => server.close())

  it.each(Array.from({ length: sequences }, (_, at) => first + at))(
    'answers what PostgreSQL does, and comes to hold the same (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      server.sqlIn('postgres', 'drop database shop with (force)')
      server.sqlIn('postgres', 'create database shop template unused')
      const differences: string[] = []
      let model: HubModel | null = null
      const { violations } = await playShop({
        seed,
        beside(own) {
          model = own
          return besidePostgres(server, own, (what) => differences.push(what))
        },
      })
      expect(differences).toEqual([])
      expect(violations).toEqual([])
      if (model !== null) expect(heldThere(server)).toEqual(heldHere(model))
    },
  )
})

const rowSchema = z.tuple([z.string(), z.unknown()])

/** Everything that is there, by name. */
function heldThere(server: Postgres): unknown {
  const lines = server.sql(`
    select json_build_array('sale ' || s.id, json_build_array(r.code, s.revision, s.state, s.doc))
      from hub.sale s join hub.register r on r.id = s.register_id union all
    select json_build_array('shift ' || h.id, json_build_array(r.code, h.doc))
      from hub.shift h join hub.register r on r.id = h.register_id union all
    select json_build_array(r.code || ' ' || o.kind || ' ' || o.key, o.doc)
      from hub.other o join hub.register r on r.id = o.register_id union all
    select json_build_array(concat_ws(' ', 'sum', r.code, day, state, direction, currency), json_build_array(count, total))
      from hub.day_total t join hub.register r on r.id = t.register_id where count <> 0 union all
    select json_build_array('stream ' || s.id, json_build_array(r.code, s.seq, s.tip, s.ended_at is null))
      from hub.stream s join hub.register r on r.id = s.register_id`)
  const rows = lines.split('\n').map((line) => rowSchema.parse(JSON.parse(line)))
  return Object.fromEntries(rows.toSorted(byName))
}

function heldHere(model: HubModel): unknown {
  const { registers, sales, shifts, others, totals, streams } = model.held()
  const code = (id: number) => registers.get(id)?.code ?? ''
  const rows: [string, unknown][] = [
    ...[...sales.values()].map((one): [string, unknown] => [
      `sale ${one.id}`,
      [code(one.register), one.revision, one.state, one.doc],
    ]),
    ...[...shifts].map(([id, one]): [string, unknown] => [
      `shift ${id}`,
      [code(one.register), one.doc],
    ]),
    ...[...others].map(([key, doc]): [string, unknown] => {
      const [register, kind, name] = z
        .tuple([z.int(), z.string(), z.string()])
        .parse(JSON.parse(key))
      return [`${code(register)} ${kind} ${name}`, doc]
    }),
    ...[...totals]
      .filter(([, { count }]) => count !== 0)
      .map(([key, { count, total }]): [string, unknown] => {
        const [register, day, , ...of] = z
          .tuple([z.int(), z.int(), z.string()])
          .rest(z.string())
          .parse(JSON.parse(key))
        return [['sum', code(register), day, ...of].join(' '), [count, total]]
      }),
    ...[...streams.values()].map((one): [string, unknown] => [
      `stream ${one.id}`,
      [code(one.register), one.seq, one.tip, one.isOpen],
    ]),
  ]
  return Object.fromEntries(rows.toSorted(byName))
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1
