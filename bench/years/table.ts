import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { closeRegister, openRegister } from '../../electron/register.ts'
import { cachePath } from '../../electron/store/cache/cache.ts'
import { makeFolder, removeFolder } from '../../tests/folders.ts'
import { table, type Result } from '../measure.ts'
import { bridgeOfYears } from './bridge.ts'
import { copiesOfYears } from './copies.ts'
import { earlyOfYears } from './early.ts'
import type { Pair } from './figures.ts'
import { intentOfYears } from './intent.ts'
import { writeJournal } from './journal.ts'
import { writeLedger } from './ledger.ts'
import type { YearsPlan } from './plan.ts'
import { writeCatalog } from './products.ts'
import { memoryOfYears } from './memory.ts'
import { privacyOfYears } from './privacy.ts'
import { registerOfYears } from './register.ts'
import { reportOfYears } from './report.ts'
import { searchOfYears } from './search.ts'
import { windowOfYears } from './window.ts'

/** The parts of the table, in its order. */
const parts = {
  register: registerOfYears,
  search: searchOfYears,
  window: windowOfYears,
  memory: memoryOfYears,
  bridge: bridgeOfYears,
  report: ({ years, plan }: Pair) => reportOfYears(years, plan),
  intent: intentOfYears,
  copies: copiesOfYears,
  early: earlyOfYears,
  // Last: it changes the journal of the years.
  privacy: privacyOfYears,
} satisfies Record<string, (pair: Pair) => Promise<Result[]>>

export const partNames = Object.keys(parts)

/** What of the table is wanted, and the data folder of the years where there is one already: it is left as it is. */
export interface Wanted {
  parts: readonly string[]
  from: string | undefined
  told: (what: string) => void
}

/** What a register of years does, against the same register on its first day, in one run. */
export async function yearsTable(plan: YearsPlan, wanted: Wanted): Promise<Result[]> {
  const root = makeFolder('years')
  const pair: Pair = { plan, years: join(root, 'years'), empty: join(root, 'empty') }
  const results: Result[] = []
  // Threads and programs that work behind hold no process open by themselves.
  const held = setInterval(() => undefined, 60_000)
  try {
    for (const folder of [pair.years, pair.empty]) mkdirSync(folder)
    if (wanted.from === undefined) await write(pair.years, plan, wanted.told)
    else copyClosed(wanted.from, pair.years)
    await write(pair.empty, { ...plan, sales: 1 }, () => undefined)
    for (const [name, measure] of Object.entries(parts)) {
      if (!wanted.parts.includes(name)) continue
      wanted.told(name)
      const rows = await measure(pair)
      // Of minutes of work: what a later part fails of takes nothing of it away.
      wanted.told(`\n${table(rows)}`)
      results.push(...rows)
    }
    return results
  } finally {
    clearInterval(held)
    await removeFolder(root)
  }
}

/** A copy is another file than the one that was closed well: it is checked here, and not in what is measured. */
function copyClosed(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  closeRegister(openRegister(to))
}

/** All that a register of so many sales has in its data folder. */
export async function write(folder: string, plan: YearsPlan, told: Wanted['told']): Promise<void> {
  writeCatalog(cachePath(folder), plan, Date.now())
  writeLedger(cachePath(folder), plan)
  await writeJournal(folder, plan, (sales) => told(`${sales} sales`))
}
