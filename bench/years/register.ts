import { statSync } from 'node:fs'
import { join } from 'node:path'
import { closeRegister, openRegister } from '../../electron/register.ts'
import { intentSegments } from '../../electron/store/journal/intent-segments.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import { median, timed, type Result } from '../measure.ts'
import { endSale } from './ends.ts'
import { againstEmpty, p95, result, type Pair } from './figures.ts'
import { daysOf } from './plan.ts'
import { furtherSales } from './sales.ts'

const rounds = 9

/** How large a journal of years is, and what it does while the register sells. */
export async function registerOfYears(pair: Pair): Promise<Result[]> {
  const before = [...sizes(pair), ...(await openings(pair)), ...(await questions(pair))]
  return [...before, ...(await selling(pair))]
}

function sizes({ plan, years, empty }: Pair): Result[] {
  const bytes = (file: string) =>
    (statSync(join(years, file)).size - statSync(join(empty, file)).size) / plan.sales
  const segments = intentSegments(join(years, 'intents.log'))
  const intents = segments.reduce((sum, path) => sum + statSync(path).size, 0) / plan.sales
  return [
    result('journal, a sale', bytes('journal.db') / 1_000, 'KB', 1.5),
    result('intents.log, a sale', intents / 1_000, 'KB', 0.1),
  ]
}

/** Opening and closing a journal that was closed well. */
async function openings({ years, empty }: Pair): Promise<Result[]> {
  const times = { open: [[], []] as number[][], close: [[], []] as number[][] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, folder] of [years, empty].entries()) {
      let register: ReturnType<typeof openRegister> | null = null
      const opened = await timed(() => (register = openRegister(folder)))
      const closed = await timed(() => register && closeRegister(register))
      if (round === 0) continue
      times.open[place]?.push(opened)
      times.close[place]?.push(closed)
    }
  }
  return [
    againstEmpty('opening the journal', times.open.map(median), 1.3),
    againstEmpty('closing it', times.close.map(median), 1.3),
  ]
}

function opened<T>({ years, empty }: Pair, work: (journals: Journal[]) => Promise<T>): Promise<T> {
  const registers = [years, empty].map((folder) => openRegister(folder))
  const journals = registers.flatMap((one) => (one.kind === 'open' ? [one.journal] : []))
  return work(journals).finally(() => registers.forEach(closeRegister))
}

/** What the window asks while it sells. */
function questions(pair: Pair): Promise<Result[]> {
  const { profileId, lastDay } = pair.plan
  const { start, end } = serviceDayBounds(lastDay)
  const list = (journal: Journal, filter: Omit<Parameters<Journal['list']>[1], 'limit'>) =>
    journal.list(profileId, { ...filter, limit: 100 })
  return opened(pair, async ([journal]) => {
    if (!journal) throw new Error('the journal did not open')
    const newest = list(journal, {}).sales[0]?.id ?? ''
    const first = serviceDayBounds(daysOf(pair.plan)[0] ?? lastDay)
    const early = journal.begunBetween(profileId, first.start, first.end).at(-1)
    const ask: [name: string, work: () => unknown, milliseconds: number][] = [
      ['most sold', () => journal.soldCounts(profileId), 10],
      ['how often one product was sold', () => journal.soldCount(profileId, '10003'), 1],
      ['what is owed', () => journal.shifts.cash.owed(profileId), 10],
      ['what was given back', () => journal.shifts.movements.newestPayouts(profileId, 30), 10],
      ['sales in REVIEW', () => list(journal, { states: ['REVIEW'] }), 10],
      ['refused sales', () => list(journal, { states: ['REJECTED', 'DECLINED'] }), 10],
      ['a page of the newest', () => list(journal, {}), 20],
      ['a page at the beginning', () => list(journal, { after: early?.id ?? newest }), 20],
      ['a sale by its identifier', () => list(journal, { text: newest }), 1],
      ['the day', () => journal.dayTotals(profileId, lastDay), 10],
      ['recent customers', () => journal.recentCustomers(profileId, '10000'), 10],
      ['unfinished sales', () => journal.unfinished(), 1],
      ['open claims', () => journal.claims.open(), 1],
      ['open shifts', () => journal.shifts.open(profileId), 1],
      ['balances of a day', () => journal.snapshots(profileId, start, end), 1],
    ]
    return ask.map(([name, work, target]) => {
      work()
      const times = Array.from({ length: rounds }, () => processorTime(work))
      return result(`${name} (processor)`, median(times), 'ms', target)
    })
  })
}

/** The system's clock of a thread's time goes by ticks: so often a question is asked in a row. */
const repeats = 40

/** What a question takes of this thread, in milliseconds, whoever else uses the machine. */
function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  for (let time = 0; time < repeats; time += 1) work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / repeats
}

const sold = 60

/** Sales from their intent to their last look-up, by the store's own commits; and how long a Z has become. */
function selling(pair: Pair): Promise<Result[]> {
  const { profileId } = pair.plan
  return opened(pair, async (journals) => {
    const times: number[][] = journals.map(() => [])
    for (const sale of furtherSales(pair.plan, 'sold', sold)) {
      for (const [place, journal] of journals.entries()) {
        const took = await timed(() =>
          endSale(journal, { balance: 9e11 }, sale, journal.prepare(sale.intent)),
        )
        times[place]?.push(took)
      }
    }
    const [years] = journals
    const reports = years?.shifts.closedBetween(profileId, 0, Date.now()) ?? []
    const lengths = reports.map((report) => JSON.stringify(report).length)
    const some = Math.min(20, lengths.length)
    const ratio = median(lengths.slice(-some)) / median(lengths.slice(0, some))
    return [
      againstEmpty('a sale in the journal', times.map(median), 1.2),
      againstEmpty('a sale in the journal, p95', times.map(p95), 1.2),
      result('bytes of a Z, against those of the first days', ratio, 'x', 1.1),
    ]
  })
}
