import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createThread } from '../../electron/async/thread.ts'
import { createClaims } from '../../electron/features/hub/claims/claims.ts'
import { createClaimModel } from '../../electron/features/hub/testing/claim-model.ts'
import { numbersOf } from '../../electron/features/hub/testing/hub-model.ts'
import { createVirtualClock } from '../../electron/features/selling/testing/virtual-clock.ts'
import { claim, claimKey, unclaim } from '../../electron/hub/claims.ts'
import { connectHub } from '../../electron/hub/connect.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { Failure } from '../../shared/errors.ts'
import { anyOfHub, hub, password, sell, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// The same sale at two counters, by a real PostgreSQL. Without one hub.test.ts says that nothing was run.

describe.skipIf(noPostgres !== null)('what registers are about to sell', () => {
  let shop: HubShop
  let server: HubShop['server']
  beforeAll(async () => {
    shop = startHubShop()
    ;({ server } = shop)
    await hub(['init', ...shop.owner])
  })
  afterAll(() => server.close())

  /** What a register asks the others by, over its own login. */
  async function counter(name: string) {
    const { folder } = await shop.joined(name)
    const journal = openJournal(folder)
    const stream = journal.outbox.stream()
    journal.close()
    if (!stream) throw new Error('not joined')
    const connect = () => connectHub(shop.socketOf(), { user: stream.login, password })
    return { folder, stream, connect }
  }
  const print = 'a'.repeat(64)
  const undone = ['NOT_SENT', 'REJECTED', 'DECLINED']

  test('of two counters that sell the same the second hears of the first; the model knows what PostgreSQL does', async () => {
    const all = [await counter('Caja 1'), await counter('Caja 2')] as const
    const clock = { now: 0 }
    const model = createClaimModel(() => clock.now)
    const pairs = await Promise.all(
      all.map(async ({ stream, connect }) => {
        const hub = await connect()
        const own = model.registerOf(stream.code, stream.name)
        return { hubs: [hub, own], keys: [await claimKey(hub), await claimKey(own)] }
      }),
    )
    expect(pairs[1]?.keys[0]).toBe(pairs[0]?.keys[0])
    const random = numbersOf(16)
    const pick = (most: number) => Math.floor(random() * most)
    const shops = all.map(({ folder }) => sell(folder))
    const passed = 4 * 60_000
    const ages = new Set<number | undefined>()
    for (let step = 0; step < 160; step += 1) {
      const at = pick(2)
      // A claim ends by the server's clock: some minutes pass there, and in the model.
      if (pick(4) === 0) {
        clock.now += passed
        server.sql(`update hub.claim set at = at - interval '${passed} milliseconds'`)
      }
      const { hubs, keys } = pairs[at] ?? { hubs: [], keys: [] }
      const saleId = pick(3) === 0 ? (shops[at] ?? '') : `sale-of-${at}-${pick(3)}`
      const of = { saleId, service: 's', productId: `${pick(2)}`, reference: 'r', amount: 1 }
      const asks = { ...of, currency: 'COP', withinMs: 600_000, but: undone, anyway: pick(4) === 0 }
      // No two at one moment, so that the newest is known.
      clock.now += 1
      if (pick(4) === 0) for (const hub of hubs) await unclaim(hub, saleId)
      const answers = []
      for (const [which, hub] of hubs.entries()) {
        const there = await claim(hub, keys[which] ?? '', asks)
        answers.push(there && { ...there, ago: Math.floor(there.ago / passed) })
      }
      expect(answers[1]).toEqual(answers[0])
      ages.add(answers[0]?.ago)
      if (step !== 60) continue
      for (const [who, { folder }] of all.entries()) {
        await hub(['push'], folder)
        model.end(shops[who] ?? '', 'APPROVED')
      }
    }
    for (const { hubs } of pairs) for (const one of hubs) await one.close()
    // Heard of at once, later, and no more once ten minutes passed.
    expect(ages).toEqual(new Set([undefined, 0, 1, 2]))
    // What is old is forgotten by whoever asks next, and nothing names anybody.
    expect(server.sql('select count(*) from hub.claim')).not.toBe('0')
    expect(server.sql("select count(*) from hub.claim where print !~ '^[0-9a-f]{64}$'")).toBe('0')
    server.sql("update hub.claim set at = now() - interval '16 minutes'")
    const again = await all[0].connect()
    await claimKey(again)
    await again.close()
    expect(server.sql('select count(*) from hub.claim')).toBe('0')
  })

  test('a login claims and gives up its own sales by the functions alone', async () => {
    const [one, other] = [await counter('Caja 3'), await counter('Caja 4')]
    const [own, theirs] = [await one.connect(), await other.connect()]
    const ask = (by: typeof own, values: readonly unknown[]) =>
      by.rows(z.unknown(), 'select * from hub.claim_v1($1, $2, $3, $4, $5)', values)
    expect(await ask(own, [print, 'sale-x', 600_000, undone, false])).toEqual([])
    for (const sql of [
      'select * from hub.claim',
      'select * from hub.claim_key',
      'delete from hub.claim',
      "update hub.claim_key set key = 'x'",
      `insert into hub.claim (register_id, sale_id, print) values (1, 'x', '${print}')`,
      'select hub.forget_claims()',
    ])
      await expect(theirs.rows(z.unknown(), sql), sql).rejects.toMatchObject({
        error: { code: anyOfHub },
      })
    for (const wrong of [
      ['a', 'sale', 1, undone, false],
      [null, 'sale', 1, undone, false],
      [print, null, 1, undone, false],
      [print, "sale'; drop table hub.claim", 1, undone, false],
      [print, 'sale', -1, undone, false],
      [print, 'sale', 1e15, undone, false],
      [print, 'sale', null, undone, false],
      [print, 'sale', 1, Array.from({ length: 21 }, () => 'x'), false],
    ])
      await expect(ask(theirs, wrong), JSON.stringify(wrong)).rejects.toMatchObject({
        error: { code: 'HUB_REFUSED' },
      })
    // Another's is neither taken away nor told of as one's own.
    await unclaim(theirs, 'sale-x')
    expect(await ask(theirs, [print, 'sale-x', 600_000, undone, false])).toMatchObject([
      { name: 'Caja 3', state: null },
    ])
    // The state of a sale is told with a claim of the register that sold it, and no other.
    const sold = sell(other.folder)
    await hub(['push'], other.folder)
    const third = 'b'.repeat(64)
    await ask(own, [third, sold, 600_000, undone, true])
    expect(await ask(theirs, [third, 'sale-y', 600_000, undone, false])).toMatchObject([
      { name: 'Caja 3', state: null },
    ])
    await own.close()
    await theirs.close()
    const rights = server.sql(`select bool_or(has_function_privilege(role, f.oid, 'execute'))
      from pg_proc f, (values ('mostrador_reader'), ('public')) roles (role) where f.proname like '%claim%'
      and f.pronamespace = 'hub'::regnamespace`)
    expect(rights).toBe('f')
  })

  test('a sale goes on from a hub that hangs when its time has passed, and asks again once it answers', async () => {
    const { stream } = await counter('Caja 5')
    const clock = createVirtualClock(Date.now())
    const thread = createThread({
      url: new URL('../../electron/features/hub/claims/claim-worker.ts', import.meta.url),
      died: (cause) => new Failure('HUB_FAILED', { reason: String(cause) }),
    })
    const claims = createClaims({
      ...{ clock, thread, stream: () => stream, serviceOf: () => 's' },
      password: async () => password,
    })
    const amount = { minor: 1, currency: 'COP' }
    const ask = (id: string) =>
      claims.claim({ ...{ id, profileId: 'p', productId: '1', reference: '3' }, amount }, 1, false)
    claims.start()
    const claimed = () => server.sql("select sale_id from hub.claim where sale_id like 'hang-%'")
    await ask('hang-1')
    await expect.poll(claimed).toBe('hang-1')
    const other = await connectHub(shop.socketOf(), { user: 'postgres', password: '' })
    await other.run('begin')
    await other.run('lock table hub.claim in access exclusive mode')
    const asked = ask('hang-2')
    await clock.pass(400)
    expect(await asked).toBeNull()
    // Whoever comes next waits for nothing.
    expect(ask('hang-3')).toBeNull()
    await other.run('rollback')
    await other.close()
    const isAsked = async () => {
      await clock.pass(15_000)
      const [again] = [ask('hang-4')]
      await again
      return again !== null && claimed().includes('hang-4')
    }
    await expect.poll(isAsked).toBe(true)
    await claims.stop()
  })
})
