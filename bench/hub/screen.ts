import { z } from 'zod'
import { readNow, readSold } from '../../electron/hub/reading.ts'
import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import { monthOf } from '../../shared/domain/time/range.ts'
import { interleaved, type Result } from '../measure.ts'
import { noted, ratio, result } from '../years/figures.ts'
import type { Crowd } from './fill.ts'
import { serverTime, type BenchShop } from './shop.ts'

const rounds = 7
/** The system counts a process's time by hundredths of a second: so often a screen is read in a row. */
const repeats = 10

/** All that the owner's screen asks when it opens, against a bare count of what the registers sold that day. */
export async function ownersScreen(shop: BenchShop, crowd: Crowd): Promise<Result[]> {
  const { owner } = shop
  const { start, end } = serviceDayBounds(crowd.day)
  const login = await shop.reader('Rosa')
  const hub = await shop.as(login)
  const screen = async () => {
    const now = await readNow(hub)
    const day = await readSold(hub, { from: crowd.day, to: crowd.day })
    const month = await readSold(hub, monthOf(crowd.day))
    return { now, day, month }
  }
  const sql = `select count(*) as count from hub.sale where created_at >= ${start} and created_at < ${end}`
  const count = () => owner.rows(countRow, sql)
  const sales = `${sql} and state = 'APPROVED'`
  try {
    const { now, day } = await screen()
    const [counted] = await owner.rows(countRow, sales)
    const sold = day.sums.reduce((sum, one) => sum + one.count, 0)
    const isWhole = now.drawers.length === crowd.registers && sold === counted?.count
    if (!isWhole) throw new Error(`${now.drawers.length} drawers, ${sold} of ${counted?.count}`)
    const [screens = 0, counts = 0] = await interleaved(rounds, [screen, count])
    const many = async (work: () => Promise<unknown>) => {
      for (let time = 0; time < repeats; time += 1) await work()
    }
    const ofScreen = (await serverTime(hub, () => many(screen))) / repeats
    const ofCount = (await serverTime(owner, () => many(count))) / repeats
    const name = `the owner's screen of ${crowd.registers} registers, against a bare count of their day's ${sold.toLocaleString('en')} sales`
    return [
      ratio(`${name} (the server's processor)`, [ofScreen, ofCount], 0.1),
      {
        ...ratio('the same as it is waited for, read and parsed', [screens, counts], 0.1),
        met: null,
        target: '',
      },
      noted('of it', screens, 'ms'),
    ]
  } finally {
    await hub.close()
  }
}

const countRow = z.object({ count: z.coerce.number() })

/** What a sale takes in the database, rows and indexes. */
export async function bytesASale({ owner }: BenchShop): Promise<Result[]> {
  const [size] = await owner.rows(
    z.object({ rows: z.coerce.number(), indexes: z.coerce.number(), doc: z.coerce.number() }),
    `select sum(pg_table_size(c.oid)) / max(n.count) as rows, sum(pg_indexes_size(c.oid)) / max(n.count) as indexes,
       max(n.doc) as doc
     from pg_class c, (select count(*), avg(pg_column_size(doc)) as doc from hub.sale) n
     where c.oid in (select inhrelid from pg_inherits where inhparent = 'hub.sale'::regclass)`,
  )
  const { rows = 0, indexes = 0, doc = 0 } = size ?? {}
  return [
    result('a sale in the database, rows and indexes', rows + indexes, 'B', 1_024),
    noted('of it its indexes', indexes, 'B'),
    noted('of it what the register sent of it, compressed', doc, 'B'),
  ]
}
