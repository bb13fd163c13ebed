import { isDeepStrictEqual } from 'node:util'
import type { CallOutput, CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { TypedLine } from '../../../shared/domain/books/typed-figures.ts'
import { sumMoney } from '../../../shared/domain/money/money.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Journal } from '../../store/journal/journal.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import type { Month } from './months.ts'

interface TypedDeps {
  profileId: () => string
  read: () => JournalReader | null
  write: () => Pick<Journal, 'books'>
  month: (month: string) => Promise<Month>
  cashier: () => string | null
  now: () => number
}

/** What the accountant types from papers: see shared/contract/accounting/typed-entries.ts. */
export function createTypedEntryCalls(
  deps: TypedDeps,
): Pick<Handlers<CallsOf<'books'>>, 'books.typed' | 'books.type' | 'books.takeBack'> {
  async function typedMonth(month: string): Promise<CallOutput<'books.typed'>> {
    const { from, to } = monthOf(`${month}-01`)
    const profileId = deps.profileId()
    const { close, entries } = await deps.month(month)
    const sums = new Map<string, number>()
    for (const { kind, currency, lines } of entries) {
      if (kind !== 'commission') continue
      for (const { role, minor } of lines) {
        if (role === 'commission-clearing') sums.set(currency, (sums.get(currency) ?? 0) + minor)
      }
    }
    return {
      closed: close?.number ?? null,
      lines: deps.read()?.books.typed.between(profileId, from, to) ?? [],
      quoted: [...sums].map(([currency, minor]) => sumMoney(minor, currency)),
    }
  }

  /** The table, for a day whose month is open. @throws Failure MONTH_CLOSED */
  function openTable({ day }: Pick<TypedLine, 'day'>) {
    const { books } = deps.write()
    const month = day.slice(0, 7)
    if (books.closes(deps.profileId()).some((close) => close.month === month)) {
      throw new Failure('MONTH_CLOSED', { month })
    }
    return books.typed
  }

  return {
    'books.typed': ({ month }) => typedMonth(month),
    async 'books.type'(typed) {
      const line = { ...typed, at: deps.now(), who: deps.cashier() }
      const profileId = deps.profileId()
      const table = openTable(line)
      const before = table.typed(line.id)
      if (before && !isDeepStrictEqual(before, { ...typed, profileId })) {
        throw new Failure('ENTRY_WRITTEN')
      }
      table.add(profileId, line)
      return typedMonth(typed.day.slice(0, 7))
    },
    async 'books.takeBack'({ month, id }) {
      const line = deps.read()?.books.typed.find(deps.profileId(), id)
      if (line) openTable(line).takeBack(id, deps.now(), deps.cashier())
      return { ...(await typedMonth(month)), back: line ?? null }
    },
  }
}
