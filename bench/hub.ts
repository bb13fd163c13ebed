import { parseArgs } from 'node:util'
import { z } from 'zod'
import { addDays, serviceDay } from '../shared/domain/time/dates.ts'
import { removeFolders } from '../tests/folders.ts'
import { noPostgres } from '../tests/real/postgres.ts'
import { claims } from './hub/claims.ts'
import { fillWithRegisters } from './hub/fill.ts'
import { ingest } from './hub/ingest.ts'
import { mirror } from './hub/mirror.ts'
import { bytesASale, ownersScreen } from './hub/screen.ts'
import { startShop } from './hub/shop.ts'
import { weekOffline } from './hub/week.ts'
import { machine, table, type Result } from './measure.ts'

/**
 * Registers behind a PostgreSQL of its own, which ends with the run: what sending, keeping and reading costs (docs/registers.md).
 * `--registers` of `--sales` that day each; `--week` sales of a register that was offline; `--mirror` sales of a mirror. As it is
 * called it ends in minutes; a whole day of such a shop is `--sales 1000`, which is half a million to put in first.
 */
const size = (usual: number) => z.coerce.number().int().positive().default(usual)
const text = { type: 'string' } as const
const options = z
  .object({ registers: size(500), sales: size(60), week: size(7_000), mirror: size(20_000) })
  .parse(parseArgs({ options: { registers: text, sales: text, week: text, mirror: text } }).values)

/** Sales a second in a shop of 500 registers and 1,000 sales a day each, of eight hours. */
const needed = (500 * 1_000) / (8 * 3_600)

const begun = performance.now()
const tell = (what: string) =>
  process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(0)} s  ${what}\n`)

async function main(): Promise<void> {
  const today = serviceDay(Date.now())
  const crowd = { ...options, day: today }
  const plan = {
    sales: options.week,
    products: 200,
    profileId: 'bench',
    lastDay: addDays(today, -1),
  }
  const shop = await startShop()
  const results: Result[] = []
  const part = async (what: string, work: () => Promise<Result[]>) => {
    tell(what)
    const came = await work()
    results.push(...came)
    for (const { name, value } of came) tell(`${name}: ${value}`)
  }
  try {
    await part('a week offline', () => weekOffline(shop, plan))
    await fillWithRegisters(shop, crowd, (registers) => tell(`${registers} registers filled`))
    await part('the screen', () => ownersScreen(shop, crowd))
    await part('bytes', () => bytesASale(shop))
    await part('a mirror', () => mirror(shop, crowd, options.mirror))
    await part('claims', () => claims(shop))
    await part('ingest', () => ingest(shop, needed))
  } finally {
    // What was measured is told, also where something then failed.
    process.stdout.write(`${table(results)}\n\n${machine()}\n`)
    await shop.close()
    await removeFolders()
  }
}

if (noPostgres === null) await main()
else {
  process.stderr.write(
    `Nothing was measured: ${noPostgres}. On Debian, as root: apt-get install postgresql openssl\n`,
  )
  process.exitCode = 1
}
