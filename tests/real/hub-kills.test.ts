import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { numbersOf } from '../../electron/features/hub/testing/hub-model.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeFolder } from '../folders.ts'
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.ts'
import { erase, hub, join, password, sell, startHubShop, type HubShop } from './hub-shop.ts'
import { noPostgres } from './postgres.ts'

// What registers send to a real PostgreSQL is cut at any byte, and sender and server are killed there. Without PostgreSQL
// hub.test.ts says that nothing was run. The long form: HUB_KILLS=200.

/** How often each: a connection is cut, the program that sends is killed, the server is. */
const kills = Number(process.env.HUB_KILLS ?? 24)
const seed = Number(process.env.HUB_KILLS_SEED ?? 16)
const ways = ['cut', 'sender', 'server'] as const

/** When the first of what is sold was (epoch ms). */
const begun = 1_700_000_000_000

const cli = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url))

/** `hub push` in a process of its own. */
function pushBeside(folder: string) {
  const env = { ...process.env, MOSTRADOR_HUB_PASSWORD: password, LANG: 'en_US' }
  const args = [cli, 'hub', 'push', '--data-dir', folder, '--json']
  return spawn(process.execPath, args, { env, stdio: 'ignore' })
}

describe.skipIf(noPostgres !== null)('what is sent', () => {
  let shop: HubShop
  let server: HubShop['server']
  let proxy: CuttingProxy
  beforeAll(async () => {
    shop = startHubShop()
    ;({ server } = shop)
    proxy = await startCuttingProxy(server.port)
    await hub(['init', ...shop.owner])
  })
  afterAll(() => {
    proxy.close()
    server.close()
  })

  async function registerOf(name: string): Promise<string> {
    const folder = makeFolder('hub-register')
    sell(folder, 8)
    const address = ['--address', `postgres://localhost:${proxy.port}/shop`, '--ca', server.ca]
    await join(await shop.invite(name, ...address), folder)
    return folder
  }

  /** Sends until so many bytes went, or it came to its end. */
  async function fail(way: (typeof ways)[number], folder: string, bytes: number): Promise<boolean> {
    if (way === 'sender') {
      const sender = pushBeside(folder)
      proxy.arm(bytes, () => sender.kill('SIGKILL'))
      await once(sender, 'close')
      return proxy.disarm()
    }
    proxy.arm(bytes, () => way === 'server' && server.kill())
    await hub(['push'], folder)
    if (!proxy.disarm()) return false
    if (way === 'server') server.start()
    return true
  }

  test(
    'is all there in the end, once, wherever it was cut and whoever was killed',
    { timeout: 3_600_000 },
    async () => {
      const random = numbersOf(seed)
      const folders = [await registerOf('Caja 1'), await registerOf('Caja 2')]
      /** About as much as one sending is. */
      let whole = 40_000
      const came: Record<(typeof ways)[number], number> = { cut: 0, sender: 0, server: 0 }
      const sold: string[][] = [[], []]
      for (let turn = 0; ways.some((way) => came[way] < kills / ways.length); turn += 1) {
        const way = ways[turn % ways.length] ?? 'cut'
        const which = Math.floor(random() * folders.length)
        const folder = folders[which] ?? ''
        if (random() < 0.7)
          sold[which]?.push(sell(folder, 1 + Math.floor(random() * 4), begun + turn * 60_000))
        const old = sold[which]?.[0]
        if (old !== undefined && random() < 0.3) {
          sold[which]?.shift()
          erase(folder, old)
        }
        if (await fail(way, folder, 1 + Math.floor(random() * whole))) came[way] += 1
        // Now and then one comes through, and the next has less to send.
        if (random() < 0.2) {
          proxy.disarm()
          expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
          whole = Math.max(9_000, proxy.passed())
        }
      }
      const lost = { lost: 0, doubled: 0 }
      for (const folder of folders) {
        proxy.disarm()
        expect(await hub(['push'], folder)).toMatchObject({ code: 0, said: { left: 0 } })
        expect(await hub(['verify'], folder)).toMatchObject({ code: 0 })
        const { here, there } = rowsOf(folder)
        lost.lost += [...here.keys()].filter((name) => !there.has(name)).length
        lost.doubled += [...there.keys()].filter((name) => !here.has(name)).length
        expect(Object.fromEntries(there)).toEqual(Object.fromEntries(here))
      }
      expect(lost).toEqual({ lost: 0, doubled: 0 })
      // What was added up as it came is what is there.
      expect(
        server.sql(`select count(*) from (
          (select register_id, state, currency, count(*), sum(total) from hub.sale group by 1, 2, 3)
          except (select register_id, state, currency, sum(count), sum(total) from hub.day_total
            where count > 0 group by 1, 2, 3)) differ`),
      ).toBe('0')
      expect(Object.values(came).every((count) => count >= kills / ways.length)).toBe(true)
    },
  )

  /** Everything of a register, by name: as its journal has it, and as the hub does. */
  function rowsOf(folder: string) {
    const journal = openJournal(folder)
    const { outbox } = journal
    const code = outbox.stream()?.code ?? ''
    const here = new Map(
      outbox
        .after(0, 1_000_000)
        .map(({ kind, ref }) => [`${kind} ${ref}`, stored(outbox.image(kind, ref))]),
    )
    journal.close()
    const own = `register_id = (select id from hub.register where code = '${code}')`
    const lines = server.sql(`
      select json_build_array('sale ' || id, doc) from hub.sale where ${own} union all
      select json_build_array('shift ' || id, doc) from hub.shift where ${own} union all
      select json_build_array(kind || ' ' || key, doc) from hub.other where ${own}`)
    const there = lines.split('\n').map((line) => pairSchema.parse(JSON.parse(line)))
    return { here, there: new Map(there.map(([name, doc]) => [name, stored(doc)])) }
  }
})

const pairSchema = z.tuple([z.string(), z.unknown()])

/** As PostgreSQL can keep it (electron/hub/calls.ts); but for how far an erasure is in files beside the journal. */
const stored = (image: unknown): unknown =>
  JSON.parse(
    JSON.stringify(image, (name, value: unknown) =>
      name === 'stage' ? 0 : typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ),
  )
