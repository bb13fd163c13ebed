import { createPrivacy } from '../../electron/features/privacy/privacy.ts'
import { closeRegister, openRegister } from '../../electron/register.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { writtenJournal } from '../../electron/store/journal/journal-access.ts'
import {
  createJournalSearch,
  type JournalSearch,
} from '../../electron/store/search/journal-search.ts'
import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import { longestTurn, median, processorTime, type Result } from '../measure.ts'
import { againstEmpty, noted, result, type Pair } from './figures.ts'
import { daysOf, type YearsPlan } from './plan.ts'

/** So many sales are erased of one customer, who bought all the years. */
const sales = 500
/** The main thread, in milliseconds. */
const mostTurn = 50

/**
 * Finding and erasing a customer in a register of years: how long the main thread stands still for it at most, in
 * processor time.
 */
export async function privacyOfYears({ years, empty, plan }: Pair): Promise<Result[]> {
  const find = (journal: Journal, search: JournalSearch) => finding(journal, search, plan)
  const [found, bare] = [await opened(years, find), await opened(empty, find)]
  return [
    againstEmpty('privacy, finding a customer', [found, bare], 1.5),
    ...(await opened(years, (journal, search) => measured(journal, search, plan))),
  ]
}

async function opened<T>(
  folder: string,
  work: (journal: Journal, search: JournalSearch) => Promise<T>,
): Promise<T> {
  const register = openRegister(folder)
  if (register.kind !== 'open') throw new Error('the journal did not open')
  const search = createJournalSearch({ folder, isWriter: true, onProblem: fail })
  try {
    return await work(register.journal, search)
  } finally {
    await search.close()
    closeRegister(register)
  }
}

/** In the thread that searches, once it has begun. */
async function finding(
  journal: Journal,
  search: JournalSearch,
  { profileId }: YearsPlan,
): Promise<number> {
  const [sale] = journal.list(profileId, { limit: 1 }).sales
  const find = () => search.customer(sale?.phone ?? '3001234567', Date.now())
  await find()
  const times: number[] = []
  for (let round = 0; round < 15; round += 1) times.push(await processorTime(find))
  return median(times)
}

async function measured(
  journal: Journal,
  search: JournalSearch,
  plan: YearsPlan,
): Promise<Result[]> {
  const now = serviceDayBounds(plan.lastDay).end + 60 * 86_400_000
  const ids = endedIds(journal, plan)
  const privacy = createPrivacy({
    journal: writtenJournal(journal),
    search: {
      tend: () => search.tend(),
      // What is said of a customer who bought all the years.
      customer: async (key, at) => ({
        ...(await search.customer(key, at)),
        ids,
        erasable: ids.length,
      }),
    },
    cashier: () => null,
    note: () => undefined,
    others: () => null,
    keepMonths: () => null,
    now: () => now,
    serviceNow: () => now,
    agreedTime: () => now,
    emit: () => undefined,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    shown: (kept) => kept,
    onProblem: fail,
  })
  const phone = journal.sale(ids[0] ?? '')?.phone ?? '3001234567'
  // The thread is started, its index made, and the code read.
  await search.tend()
  await privacy.handlers['privacy.find']({ key: phone })
  const found = await longestTurn(() => privacy.handlers['privacy.find']({ key: phone }))
  let erased = 0
  let erasing = 0
  const took = await processorTime(async () => {
    erasing = await longestTurn(async () => {
      erased = (await privacy.handlers['privacy.erase']({ key: phone })).erased
    })
  })
  return [
    result('privacy, the main thread while a customer is found', found, 'ms', mostTurn),
    result(`privacy, the same while ${erased} sales are erased`, erasing, 'ms', mostTurn),
    noted('privacy, a sale erased (processor)', took / erased, 'ms'),
  ]
}

/** Sales that ended, from all the years. */
function endedIds(journal: Journal, { profileId, ...plan }: YearsPlan): string[] {
  const days = daysOf(plan)
  const each = Math.ceil(sales / days.length)
  return days
    .flatMap((day) => {
      const { start, end } = serviceDayBounds(day)
      return journal
        .begunBetween(profileId, start, end)
        .filter(({ state }) => state === 'APPROVED')
        .slice(0, each)
    })
    .slice(0, sales)
    .map(({ id }) => id)
}

function fail({ code }: { code: string }): never {
  throw new Error(code)
}
