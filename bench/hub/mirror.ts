import { bringMirror } from '../../electron/features/hub/books/bring-mirror.ts'
import { makeFolder } from '../../tests/folders.ts'
import { median, processorTime, timed, type Result } from '../measure.ts'
import { noted, ratio } from '../years/figures.ts'
import type { Crowd } from './fill.ts'
import type { BenchShop } from './shop.ts'

const rounds = 2
const account = 'account Bench https://service.example'

/** A mirror of the sales of some registers, against a bare COPY of all images that it reads, with their shifts and balances. */
export async function mirror(shop: BenchShop, crowd: Crowd, sales: number): Promise<Result[]> {
  const { owner } = shop
  const registers = Math.min(crowd.registers, Math.max(1, Math.round(sales / crowd.sales)))
  const ofThem = `between 2 and ${registers + 1}`
  await owner.run(
    `insert into hub.account_alias select id, 'bench-' || id, $1 from hub.register where id ${ofThem}`,
    [account],
  )
  // Each register's own name of the connection, as it is where each joined by itself.
  await owner.run(
    `update hub.sale set profile_id = 'bench-' || register_id where register_id ${ofThem}`,
  )
  await owner.run('vacuum analyze hub.sale')
  const login = await shop.reader('Conta')
  const reader = { name: 'Conta', branch: null, login, url: shop.url, ca: null, books: true }
  const days = { from: crowd.day, to: crowd.day }
  const request = {
    reader,
    password: shop.password,
    profile: null,
    account: null,
    days,
    only: null,
  }
  let taken = 0
  const mirrors: number[] = []
  const copies: number[] = []
  const owns: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const dataDir = makeFolder('bench-hub')
    let brought = 0
    const own = await processorTime(async () => {
      brought = await timed(async () => {
        const { read, drop } = await bringMirror(dataDir, request)
        taken = read.registers.reduce((sum, one) => sum + one.sales, 0)
        drop()
      })
    })
    const copied = await timed(() =>
      owner.run(
        `copy (select doc from hub.sale where register_id ${ofThem}
           union all select doc from hub.shift where register_id ${ofThem}
           union all select doc from hub.other where kind = 'balance' and register_id ${ofThem})
         to program 'cat > /dev/null'`,
      ),
    )
    if (round === 0) continue
    mirrors.push(brought)
    owns.push(own)
    copies.push(copied)
  }
  const name = `a mirror of ${taken.toLocaleString('en')} sales, with shifts and balances, against a bare COPY of their images`
  return [
    ratio(name, [median(mirrors), median(copies)], 6),
    noted('of it the processor of whoever reads them', median(owns) / 1_000, 's'),
  ]
}
