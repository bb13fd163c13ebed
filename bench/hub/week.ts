import { pushNow } from '../../electron/features/hub/push-now.ts'
import { outboxOf } from '../../electron/features/hub/read-outbox.ts'
import { version } from '../../electron/version.ts'
import { openRegister, closeRegister } from '../../electron/register.ts'
import { makeFolder } from '../../tests/folders.ts'
import { median, processorTime, timed, type Result } from '../measure.ts'
import { endSale } from '../years/ends.ts'
import { journalBytes, noted, result } from '../years/figures.ts'
import { writeJournal } from '../years/journal.ts'
import type { YearsPlan } from '../years/plan.ts'
import { furtherSales } from '../years/sales.ts'
import { serverTime, type BenchShop } from './shop.ts'

/** A register that joined, and then sold for days without the hub. */
export interface OfflineRegister {
  folder: string
  login: string
  stream: string
}

export async function offlineRegister(
  shop: BenchShop,
  name: string,
  plan: YearsPlan,
): Promise<OfflineRegister> {
  const folder = makeFolder('bench-hub')
  let joined = { login: '', stream: '' }
  await writeJournal(folder, plan, undefined, async (journal) => {
    joined = await shop.join(journal, name)
  })
  return { folder, ...joined }
}

/** Sends all that a register has, as its thread does: how long it took here, and of the processor on both sides. */
async function pushAll(shop: BenchShop, { folder, login, stream }: OfflineRegister) {
  const hub = await shop.as(login)
  const places = { accounts: {}, beside: [] }
  const of = { hub, stream, version, dataDir: folder, places, now: Date.now }
  let took = 0
  let here = 0
  let sent = 0
  try {
    const there = await serverTime(hub, async () => {
      here = await processorTime(async () => {
        took = await timed(async () => {
          const read = outboxOf(folder)
          ;({ sent } = await pushNow({ ...of, read, onSent: () => undefined }))
        })
      })
    })
    return { took, here, there, sent }
  } finally {
    await hub.close()
  }
}

/** A week that a register was offline: what sending it takes, what it costs while it sells, and how its journal grows. */
export async function weekOffline(shop: BenchShop, plan: YearsPlan): Promise<Result[]> {
  const register = await offlineRegister(shop, 'Caja 1', plan)
  const alone = makeFolder('bench-hub')
  await writeJournal(alone, plan)
  const growth = journalBytes(register.folder) / journalBytes(alone) - 1
  const { took, here, there, sent } = await pushAll(shop, register)
  const count = plan.sales.toLocaleString('en')
  const changes = sent.toLocaleString('en')
  return [
    result(
      `a register that was offline sends ${count} sales (${changes} changes)`,
      took / 1_000,
      's',
      3,
    ),
    noted('of it the processor of the register', here / 1_000, 's'),
    noted('of it the processor of the server', there / 1_000, 's'),
    result('its journal is larger before it is pruned by', growth * 100, '%', 15),
    result(
      'a sale takes more of its processor',
      await sellingCost([register.folder, alone], plan),
      'ms',
      0.1,
    ),
  ]
}

const sold = 60
const rounds = 6

/** What noting for the hub adds to a sale's processor time, of two registers that sell by turns. */
async function sellingCost(folders: readonly string[], plan: YearsPlan): Promise<number> {
  const registers = folders.map((folder) => openRegister(folder))
  const journals = registers.flatMap((one) => (one.kind === 'open' ? [one.journal] : []))
  const times: number[][] = journals.map(() => [])
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [place, journal] of journals.entries()) {
        const sales = [...furtherSales(plan, `more-${round}`, sold)]
        const took = await processorTime(() =>
          sales.forEach((sale) =>
            endSale(journal, { balance: 9e11 }, sale, journal.prepare(sale.intent)),
          ),
        )
        if (round > 0) times[place]?.push(took / sold)
      }
    }
    const [joined = 0, alone = 0] = times.map(median)
    return joined - alone
  } finally {
    registers.forEach(closeRegister)
  }
}
