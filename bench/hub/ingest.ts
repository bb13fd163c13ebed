import { join } from 'node:path'
import { z } from 'zod'
import { positionOf, push, type HubItem, type HubPosition } from '../../electron/hub/calls.ts'
import type { HubConnection } from '../../electron/hub/connect.ts'
import { openRegister, closeRegister } from '../../electron/register.ts'
import { makeFolder } from '../../tests/folders.ts'
import { median, timed, type Result } from '../measure.ts'
import { ratio } from '../years/figures.ts'
import { serverTime, type BenchShop } from './shop.ts'

const rounds = 3
/** So many sales are sent, or copied, in a round, if the first register has as many. */
const most = 4_000
const imageRow = z.object({ doc: z.record(z.string(), z.unknown()) })

/** Sales that come by `push_v1`, against a bare COPY of the same rows into a table of the same shape, indexes and all. */
export async function ingest(shop: BenchShop, need: number): Promise<Result[]> {
  const { owner } = shop
  const images = await owner.rows(
    imageRow,
    `select doc from hub.sale where register_id = 1 order by created_at limit ${most}`,
  )
  const sales = images.length
  const folder = makeFolder('bench-hub')
  const register = openRegister(folder)
  if (register.kind !== 'open') throw new Error('the journal did not open')
  const { login, stream } = await shop.join(register.journal, 'Caja que llega')
  closeRegister(register)
  const hub = await shop.as(login)
  try {
    const results: Result[] = []
    for (const atOnce of [2_000, 500]) {
      const [pushed, copied] = await byTurns(shop, hub, { stream, images, atOnce })
      results.push(
        ratio(
          `${sales.toLocaleString('en')} sales, ${atOnce.toLocaleString('en')} at once, against a bare COPY of them (the server's processor)`,
          [pushed.there, copied],
          4,
        ),
      )
      const rate = (sales / pushed.took) * 1_000
      results.push({
        name: `sales a second on one connection, against ${need.toFixed(0)} that they need`,
        value: `${(rate / need).toFixed(0)} x (${rate.toFixed(0)} a second)`,
        target: 'at least 20 x',
        met: rate / need >= 20,
      })
    }
    return results
  } finally {
    await hub.close()
  }
}

let drawn = 0

async function byTurns(
  { owner, server }: BenchShop,
  hub: HubConnection,
  of: { stream: string; images: readonly z.output<typeof imageRow>[]; atOnce: number },
) {
  const file = join(server.socket, 'sales.copy')
  const there: number[] = []
  const took: number[] = []
  const copied: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const items = of.images.map(({ doc }, index): HubItem => {
      const id = `ingest-${(drawn += 1)}`
      const sale = z.looseObject({}).parse(doc.sale)
      return { seq: index + 1, kind: 'sale', ref: id, image: { ...doc, sale: { ...sale, id } } }
    })
    let waited = 0
    const worked = await serverTime(hub, async () => {
      waited = await timed(() => sendAll(hub, of, items))
    })
    await owner.run(
      `copy (select * from hub.sale s where s.register_id = (select max(id) from hub.register)
         order by seq desc limit ${items.length}) to '${file}'`,
    )
    await owner.run('drop table if exists public.bare')
    await owner.run('create table public.bare (like hub.sale including all)')
    const bare = await serverTime(owner, () => owner.run(`copy public.bare from '${file}'`))
    if (round === 0) continue
    there.push(worked)
    took.push(waited)
    copied.push(bare)
  }
  return [{ there: median(there), took: median(took) }, median(copied)] as const
}

async function sendAll(
  hub: HubConnection,
  { stream, atOnce }: { stream: string; atOnce: number },
  items: readonly HubItem[],
): Promise<void> {
  let after: Pick<HubPosition, 'seq' | 'tip'> = await positionOf(hub, stream)
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce)
    const upto = { seq: after.seq + some.length, tip: 'ab' }
    const sent = some.map((item, index) => ({ ...item, seq: after.seq + index + 1 }))
    await push(hub, { stream, after, upto, knownUntil: 1, version: '1', items: sent })
    after = upto
  }
}
