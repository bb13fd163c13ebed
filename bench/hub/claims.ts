import { claim, claimKey } from '../../electron/hub/claims.ts'
import { closeRegister, openRegister } from '../../electron/register.ts'
import { makeFolder } from '../../tests/folders.ts'
import { timed, type Result } from '../measure.ts'
import { noted, result } from '../years/figures.ts'
import type { BenchShop } from './shop.ts'

const asked = 2_000

/** What a register waits to hear whether another one sells the same. */
export async function claims(shop: BenchShop): Promise<Result[]> {
  const register = openRegister(makeFolder('bench-hub'))
  if (register.kind !== 'open') throw new Error('the journal did not open')
  const { login } = await shop.join(register.journal, 'Caja que pregunta')
  closeRegister(register)
  const hub = await shop.as(login)
  try {
    const key = await claimKey(hub)
    const of = { service: 'https://service.example', productId: '10000', currency: 'COP' }
    const ask = { withinMs: 600_000, but: ['REJECTED', 'DECLINED'], anyway: false }
    const times: number[] = []
    for (let at = 0; at < asked; at += 1) {
      const reference = `300${1_000_000 + at}`
      const what = { ...of, ...ask, saleId: `claim-${at}`, reference, amount: 5_000 }
      times.push(await timed(() => claim(hub, key, what)))
    }
    const sorted = times.toSorted((one, other) => one - other)
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
    return [
      result(
        'asking whether another counter sells the same, over a socket, p99',
        at(0.99),
        'ms',
        10,
      ),
      noted('half of them', at(0.5), 'ms'),
    ]
  } finally {
    await hub.close()
  }
}
