import { createPrivacy } from '../../electron/features/privacy/privacy.ts'
import { closeRegister, openRegister } from '../../electron/register.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { writtenJournal } from '../../electron/store/journal/journal-access.ts'
import { createJournalSearch, type JournalSearch } from '../../electron/store/search/journal-search.ts'
import { serviceDayBounds } from '../../shared/domain/time/dates.ts'
import { longestTurn, timed, type Result } from '../measure.ts'
import { daysOf, type YearsPlan } from './plan.ts'

/** So many sales are erased of one customer: one a day for years. */
const sales = 1_500
/** The main thread, in milliseconds. */
const mostTurn = 50

/**
 * Finding and erasing a customer in a register of years: how long the main thread stands still for it at most, and what
 * an erased sale takes against one that is written into the same journal, a row at a time.
 */
export async function privacyOfYears(folder: string, plan: YearsPlan): Promise<Result[]> {
  const register = openRegister(folder)
  if (register.kind !== 'open') throw new Error('the journal did not open')
  const { journal } = register
  const search = createJournalSearch({ folder, isWriter: true, onProblem: fail })
  try {
    return await measured(journal, search, plan)
  } finally {
    await search.close()
    closeRegister(register)
  }
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
      // What is said of a customer who bought every day.
      customer: async (key, at) => ({ ...(await search.customer(key, at)), ids, erasable: ids.length }),
    },
    cashier: () => null,
    note: () => undefined,
    keepMonths: () => null,
    now: () => now,
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
  const finding = await longestTurn(() => privacy.handlers['privacy.find']({ key: phone }))
  let erased = 0
  let erasing = 0
  const took = await timed(async () => {
    erasing = await longestTurn(async () => {
      erased = (await privacy.handlers['privacy.erase']({ key: phone })).erased
    })
  })
  const turn = (name: string, most: number): Result => ({
    name: `privacy, the main thread while ${name}, at most`,
    value: `${most.toFixed(1)} ms`,
    target: `${mostTurn} ms`,
    met: most <= mostTurn,
  })
  return [
    turn('a customer is found', finding),
    turn(`${erased} sales of one are erased (${(took / erased).toFixed(1)} ms each)`, erasing),
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
