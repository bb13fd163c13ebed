import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { forkNodeJournalCheck } from '../../electron/host/programs/node-programs.ts'
import { openRegister, closeRegister } from '../../electron/register.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { createBackupKeeper } from '../../electron/store/recovery/backup-keeper.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { checkJournal } from '../../electron/store/check/check-request.ts'
import { newestCopies } from '../../electron/store/recovery/copies.ts'
import { timed, type Result } from '../measure.ts'
import { endSale } from './ends.ts'
import { journalBytes, noted, ratio, result, type Pair } from './figures.ts'
import { furtherSales, type YearsSale } from './sales.ts'

/** Sales of an hour. */
const anHour = 60
/** One in so many milliseconds: faster than any counter. */
const pauseMs = 100
const hour = 3_600_000

type Further = Iterator<YearsSale, undefined, undefined>

/** What copies of a journal of years cost, and what a sale that is made meanwhile waits for them; then its check. */
export async function copiesOfYears({ years, plan }: Pair): Promise<Result[]> {
  const register = openRegister(years)
  if (register.kind !== 'open') throw register.failure
  const { journal } = register
  const sales = furtherSales(plan, 'copies', 100_000)
  try {
    const whole = await timed(() => makeBackup(years, 'hourly', Date.now() - 3 * hour))
    const changed = await changesOf(years, journal, sales)
    const held = await sellingMeanwhile(years, journal, sales)
    const kept = newestCopies(years).reduce((sum, { bytes }) => sum + bytes, 0)
    return [
      noted('the first copy, of all pages', whole / 1_000, 's'),
      ...changed,
      ratio('all copies, against the journal', [kept / 1e6, journalBytes(years) / 1e6], 2.5, 'MB'),
      ...held,
      await checked(years),
    ]
  } finally {
    closeRegister(register)
  }
}

/** The copy after an hour of selling. */
async function changesOf(folder: string, journal: Journal, sales: Further): Promise<Result[]> {
  for (let sold = 0; sold < anHour; sold += 1) sell(journal, sales)
  const before = written()
  const took = await timed(() => makeBackup(folder, 'hourly', Date.now() - 2 * hour))
  const bytes = written() - before
  const [copy] = newestCopies(folder)
  const pages = (copy?.seal?.pages ?? 0) * (copy?.seal?.pageSize ?? 0)
  return [
    ratio(
      'a copy: bytes written, against the pages that changed',
      [bytes / 1e3, pages / 1e3],
      3,
      'KB',
    ),
    noted('it takes', took / 1_000, 's'),
  ]
}

/** What this process has written to files. */
function written(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}

/** Sales while a copy is made in its thread, and as many before and after it, in the same minutes. */
async function sellingMeanwhile(
  folder: string,
  journal: Journal,
  sales: Further,
): Promise<Result[]> {
  const alone = await soldUntil(journal, sales, wait(60 * pauseMs))
  const keeper = createBackupKeeper({ folder, onProblem: () => undefined })
  const copying = keeper.backup('hourly')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const meanwhile = await soldUntil(journal, sales, copying)
  delay.disable()
  await keeper.stop()
  if ((await copying) === null) throw new Error('no copy was made')
  const after = await soldUntil(journal, sales, wait(60 * pauseMs))
  const slowest = [Math.max(...meanwhile), Math.max(...alone, ...after)]
  return [
    ratio(
      `the slowest of ${meanwhile.length} sales while a copy is made, against without`,
      slowest,
      2,
    ),
    result('what it waits for the copy, at most', (slowest[0] ?? 0) - (slowest[1] ?? 0), 'ms', 30),
    result('the main thread meanwhile, late at most', delay.max / 1e6 - 5, 'ms', 50),
  ]
}

async function soldUntil(
  journal: Journal,
  sales: Further,
  end: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void end.finally(() => (isOver = true))
  while (!isOver) {
    times.push(await timed(() => sell(journal, sales)))
    await wait(pauseMs)
  }
  return times
}

function sell(journal: Journal, sales: Further): void {
  const sale = sales.next().value
  if (sale) endSale(journal, { balance: 9e11 }, sale, journal.prepare(sale.intent))
}

/** The check behind, against reading the file once. */
async function checked(folder: string): Promise<Result> {
  const path = join(folder, 'journal.db')
  const read = () => timed(() => readThrough(path))
  await read()
  const bare = await read()
  const request = { folder, isBehind: true }
  const took = await timed(() =>
    checkJournal(forkNodeJournalCheck, request, { signal: new AbortController().signal }),
  )
  return ratio('the check behind, against reading the file once', [took, bare], 3)
}

function readThrough(path: string): void {
  const file = openSync(path, 'r')
  const block = Buffer.alloc(1024 * 1024)
  while (readSync(file, block) > 0);
  closeSync(file)
}
