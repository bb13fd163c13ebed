import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chartSchema,
  type ClosedChart,
  type EntryVoucher,
} from '../../../shared/domain/books/chart.ts'
import type { BookClose } from '../../../shared/domain/books/close.ts'
import { decidedIn } from '../../../shared/domain/books/decided.ts'
import type { SaleFact } from '../../../shared/domain/books/facts.ts'
import { suggestedAccounts } from '../../../shared/domain/books/suggestions.ts'
import { emptyMonth, saleFact } from '../../../shared/domain/books/testing/fact-samples.ts'
import { signed, type Voucher } from '../../../shared/domain/books/voucher.ts'
import { vouchersOf } from '../../../shared/domain/books/vouchers.ts'
import { readMonth, type MonthReader } from './months.ts'

const months = ['2026-10', '2026-11', '2026-12', '2027-01'] as const
/** Never closed: what is learnt of the last of them stands in it. */
const afterAll = '2027-02'
const chart = chartSchema.parse({ vatRate: 1900, lines: suggestedAccounts.CO })
const days = { missingDays: [], saturatedDays: [], provisionalDays: [] }

const month = fc.constantFrom(...months)
const outcome = fc.constantFrom('done', 'open', 'partial', 'undone')
const amounts = { amount: fc.integer({ min: 1, max: 1e9 }), moved: fc.option(fc.nat(1e9)) }
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('sell'), month, outcome, ...amounts }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('end'), month, outcome, place: fc.nat() }),
  },
  fc.record({ does: fc.constant('lose'), month, place: fc.nat() }),
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('close', 'reopen'), month }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Closed extends BookClose {
  chart: ClosedChart
  vouchers: EntryVoucher[]
}

/** A shop whose sales change while its months are closed and opened again, in any order. */
function shopOf() {
  const sales = new Map<string, SaleFact[]>(months.map((one) => [one, []]))
  const closed: Closed[] = []
  const opened = new Set<number>()
  const standing = () =>
    closed
      .filter(({ number }) => !opened.has(number))
      .toSorted((one, other) => (one.month < other.month ? -1 : 1))
  const facts = (of: string) => ({ ...emptyMonth, month: of, sales: sales.get(of) ?? [] })
  const reader: MonthReader = {
    profileId: 'shop',
    books: {
      chart: () => chart,
      closes: standing,
      closed: (_, number) => closed.find((one) => one.number === number) ?? null,
      typed: { between: () => [], find: () => null },
    },
    source: async (of) => ({
      facts: facts(of),
      ...{ openElsewhere: 0, unlisted: 0, unreadable: 0, unreadableSales: 0, products: new Map() },
      ...{ sales: days, buys: days, balance: { opening: null, closing: null } },
      ...{ hasEnded: true, behind: [] },
    }),
  }
  async function close(of: string): Promise<void> {
    if (standing().some((one) => one.month === of)) return
    const found = await readMonth(reader, of)
    expect(found.broken).toEqual([])
    const { exceptions, entries: vouchers, facts: made } = found
    const named = { month: of, number: closed.length + 1, closedAt: 1, closedBy: null, reason: '' }
    const decided = made ? decidedIn(made) : undefined
    closed.push({ ...named, exceptions, exportedAt: null, vouchers, chart: { ...chart, decided } })
  }
  async function go(does: Step): Promise<void> {
    const own = sales.get(does.month) ?? []
    if ('amount' in does) {
      const id = `${does.month} ${own.length} ${does.amount}`
      const change = does.moved === null ? null : -does.moved
      const of = { id, day: `${does.month}-05`, amount: does.amount, outcome: does.outcome }
      own.push(saleFact(of, { change, late: true }))
    } else if ('place' in does) {
      const at = does.place % Math.max(1, own.length)
      const sale = own[at]
      if (!sale) return
      own.splice(at, 1, ...('outcome' in does ? [{ ...sale, outcome: does.outcome }] : []))
    } else if (does.does === 'close') await close(does.month)
    else {
      const last = standing().find((one) => one.month === does.month)
      if (last) opened.add(last.number)
    }
  }
  const entries = async () => {
    const read = await Promise.all([...months, afterAll].map((of) => readMonth(reader, of)))
    return read.flatMap((one) => one.entries)
  }
  return { go, entries, made: () => months.flatMap((of) => vouchersOf(facts(of), chart.vatRate)) }
}

/** What each role and part came to, nought left out. */
function balances(vouchers: readonly Pick<Voucher, 'lines'>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const line of vouchers.flatMap(({ lines }) => lines)) {
    const key = `${line.role} ${line.part}`
    sums.set(key, (sums.get(key) ?? 0) + signed(line))
  }
  return new Map([...sums].filter(([, minor]) => minor !== 0))
}

test('whatever is learnt, closed and opened again in any order, all months together come to what is known now', async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const shop = shopOf()
      for (const one of all) await shop.go(one)
      const entries = await shop.entries()
      expect(balances(entries)).toEqual(balances(shop.made()))
      const ids = entries.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { lines } of entries) {
        expect(lines.reduce((sum, line) => sum + signed(line), 0)).toBe(0)
      }
    }),
    { numRuns: 40, seed: 20_261_127 },
  )
})
