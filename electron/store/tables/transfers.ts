import { z } from 'zod'
import type { TransferSum } from '../../../shared/domain/drawer/paid.ts'
import type { UnseenLine } from '../../../shared/domain/drawer/shift.ts'
import { sumMinorSchema, type Money } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { rowOf } from '../sqlite/rows.ts'
import { saleLineColumns, saleLineShape } from './shifts-cash.ts'
import { paidWith, saidWith } from '../sales/paid-with.ts'
import { lastTender } from './tenders.ts'

const sumRow = z
  .object({
    via: z.string(),
    currency: z.string(),
    count: z.int(),
    total: sumMinorSchema,
    unseen: z.int(),
    isDebt: z.int(),
  })
  .transform(({ currency, total, isDebt, ...row }): TransferSum => ({
    ...row,
    total: { minor: total, currency },
    ...(isDebt === 1 ? { isDebt: true } : {}),
  }))

const unseenRow = rowOf({ ...saleLineShape, via: z.string(), note: z.string() }).transform(
  ({ currency, total, ...row }): UnseenLine => ({ ...row, total: { minor: total, currency } }),
)
const unseenSumRow = z
  .object({ currency: z.string(), count: z.int(), total: sumMinorSchema })
  .transform(({ currency, count, total }) => ({ count, total: { minor: total, currency } }))

/** The transfers that pay sales of a shift, whole or what is paid first. */
const cameBy = (column: string) => `select via, currency, ${saidWith('transfer')} as total, seen,
    0 as isDebt, 1 as whole from tender join sale on sale.id = tender.sale_id
  where ${column} = 'transfer' and tender.shift = :shiftId and cash_outcome != 'undone' and ${lastTender}`

// What was refused brought nothing that should be in the account.
const unseenSales = `sale indexed by sale_by_unseen
  where profile_id = :profileId and unseen = 1 and cash_outcome <> 'undone'`

/** What came in by transfer, and what of it nobody saw in the account. */
export function createTransfersReader(db: Database) {
  return {
    /** Of a shift, by where it comes in: for sales, and apart what pays what was owed (fiado). */
    ofShift: (shiftId: string): TransferSum[] =>
      db.all(
        sumRow,
        `select via, currency, count(whole) as count, total(total) as total,
           count(*) filter (where seen = 0) as unseen, isDebt
         from (
           ${['kind', 'first_kind'].map(cameBy).join(' union all ')}
           union all
           select via, currency, -amount, null, 1, iif(part_of is null, 1, null) from debt_entry
           where shift = :shiftId and how = 'transfer')
         group by isDebt, via, currency order by isDebt, via, currency`,
        { shiftId },
      ),
    /** Of a profile's sales those that were looked for and not seen, the newest first, and what all come to. */
    unseen: (
      profileId: string,
      limit: number,
    ): { lines: UnseenLine[]; sums: { count: number; total: Money }[] } => ({
      lines: db.all(
        unseenRow,
        `select ${saleLineColumns(paidWith('transfer'), "'transfer'")}, (select via from tender where sale_id = id and ${lastTender}) as via,
           (select iif(kind = 'credit', first_text, text) from tender
             where sale_id = id and ${lastTender}) as note
         from ${unseenSales} order by created_at desc, id desc limit :limit + 0`,
        { profileId, limit },
      ),
      sums: db.all(
        unseenSumRow,
        `select currency, count(*) as count, total(${paidWith('transfer')}) as total from ${unseenSales}
         group by currency order by currency`,
        { profileId },
      ),
    }),
  }
}
