import { setImmediate } from 'node:timers/promises'
import { money } from '../../../../shared/domain/money/money.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import type { ListPage } from '../../../service/service.ts'

/** The habits of list that its contract leaves open. */
export interface ListHabits {
  end: 'inclusive' | 'exclusive' | 'first-second'
  pick: 'newest' | 'oldest' | 'random'
  cap: number
}

/** For tests: list over rows in memory, with any habits, counting its requests. Always asked at `now`. */
export function createListDouble(
  rows: readonly TransactionRow[],
  habits: ListHabits,
  now: () => number,
) {
  const requests: { dateStart: string; dateEnd: string }[] = []
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

  function within(row: TransactionRow, dateStart: string, dateEnd: string): boolean {
    const local = row.createdAt?.local ?? ''
    const day = local.slice(0, 10)
    if (day < dateStart) return false
    if (habits.end === 'inclusive') return day <= dateEnd
    return day < dateEnd || (habits.end === 'first-second' && local === `${dateEnd}T00:00:00`)
  }

  function pick(found: TransactionRow[]): TransactionRow[] {
    const byTime = found.toSorted((one, other) =>
      (one.createdAt?.local ?? '').localeCompare(other.createdAt?.local ?? ''),
    )
    if (habits.pick === 'oldest') return byTime.slice(0, habits.cap)
    if (habits.pick === 'newest') return byTime.toReversed().slice(0, habits.cap)
    return byTime
      .map((row) => ({ row, order: random() }))
      .toSorted((one, other) => one.order - other.order)
      .slice(0, habits.cap)
      .map(({ row }) => row)
  }

  return {
    requests,
    list: async (dateStart: string, dateEnd: string): Promise<ListPage> => {
      requests.push({ dateStart, dateEnd })
      const exchange = {
        startedAt: now(),
        endedAt: now(),
        httpStatus: 200,
        serverDate: now(),
        raw: null,
      }
      const found = pick(rows.filter((row) => within(row, dateStart, dateEnd)))
      // An answer may come before that of an earlier question.
      for (let turns = Math.floor(random() * 3); turns > 0; turns -= 1) await setImmediate()
      return { rows: found, exchange, attempts: 1 }
    },
  }
}

/** For tests: a row of a sale. */
export function saleRow(
  id: string,
  local: string,
  options: { minor?: number; product?: string; statusId?: number } = {},
): TransactionRow {
  const { minor = 100_000, product = '10000', statusId = 2 } = options
  const status = statusId === 2 ? 'APPROVED' : statusId === 3 ? 'REJECTED' : 'PENDING'
  return {
    id,
    status,
    statusId: String(statusId),
    statusName: status,
    product: { id: product, name: `Producto ${product}` },
    amount: money(minor, 'COP'),
    createdAt: { local, raw: local.replace('T', ' ') },
    raw: JSON.stringify({ id, local, minor, product, statusId }),
  }
}
