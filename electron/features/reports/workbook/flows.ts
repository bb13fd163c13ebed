import { z } from 'zod'
import type { Direction } from '../../../../shared/domain/money.ts'
import type { ProductNature } from '../../../../shared/domain/product-setting.ts'
import type { TransactionStatus } from '../../../../shared/domain/transaction.ts'
import type { Database } from '../../../store/db.ts'
import type { Selection } from '../selection.ts'
import type { OwnBooks } from './own-sales.ts'

/** Sales alike in day, currency, direction and nature; the amount in minor units. Null: nobody said. */
export interface Flow {
  day: string
  currency: string
  direction: Direction | null
  nature: ProductNature | null
  rows: number
  minor: number
}

const groupRow = z.object({
  day: z.string(),
  product: z.string(),
  currency: z.string(),
  rows: z.int(),
  minor: z.int(),
})
const ownRow = groupRow.omit({ rows: true }).extend({ id: z.string() })

/** So many identifiers go into one statement. */
const idsAtOnce = 5000

/**
 * The rows of a selection in some states, by how their cash went. Products are classified by what the owner
 * said of them, and each sale that this register made by its own direction.
 */
export function flowsOf(
  db: Database,
  { where, params, sums }: Selection,
  books: OwnBooks,
  states: readonly (TransactionStatus | 'OTHER')[],
): Flow[] {
  const flows = new Map<string, Flow>()
  const inStates = `coalesce(s.status, 'OTHER') in (select value from json_each(?))`
  const wanted = JSON.stringify(states)

  function add(
    { day, currency, product }: z.output<typeof groupRow>,
    direction: Direction | null,
    rows: number,
    minor: number,
  ): void {
    const nature = books.natures.get(product) ?? null
    const key = [day, currency, direction, nature].join('\n')
    const known = flows.get(key) ?? { day, currency, direction, nature, rows: 0, minor: 0 }
    flows.set(key, { ...known, rows: known.rows + rows, minor: known.minor + minor })
  }

  const joins = `join report_status s on s.id = r.status
    left join report_product p on p.id = r.product`
  const groups = sums
    ? db.all(
        groupRow,
        `select r.day, coalesce(p.product_id, '') as product, r.currency, sum(r.rows) as rows,
           sum(r.amount) as minor
         from report_total r ${joins} where ${sums.where} and ${inStates} group by 1, 2, 3`,
        ...sums.params,
        wanted,
      )
    : db.all(
        groupRow,
        `select r.day, coalesce(p.product_id, '') as product, coalesce(r.currency, '') as currency,
           count(*) as rows, coalesce(sum(r.amount), 0) as minor
         from report_row r ${joins} where ${where} and ${inStates} group by 1, 2, 3`,
        ...params,
        wanted,
      )
  for (const group of groups) {
    add(group, books.directions.get(group.product) ?? null, group.rows, group.minor)
  }
  // What this register itself sold goes the way it was sold, whatever its product is said to do.
  const ids = [...books.byRecord.keys()]
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const own = db.all(
      ownRow,
      `select r.id, r.day, coalesce(p.product_id, '') as product, coalesce(r.currency, '') as currency,
         coalesce(r.amount, 0) as minor
       from report_row r ${joins}
       where ${where} and ${inStates} and r.key in (select value from json_each(?))`,
      ...params,
      wanted,
      JSON.stringify(ids.slice(from, from + idsAtOnce)),
    )
    for (const row of own) {
      const said = books.directions.get(row.product) ?? null
      const done = books.byRecord.get(row.id)?.direction ?? said
      if (done === said) continue
      add({ ...row, rows: 1 }, said, -1, -row.minor)
      add({ ...row, rows: 1 }, done, 1, row.minor)
    }
  }
  return [...flows.values()].filter(({ rows }) => rows > 0)
}

/** The sum of some flows. */
export function sumOf(flows: readonly Flow[]): { rows: number; minor: number } {
  return flows.reduce(
    (sum, { rows, minor }) => ({ rows: sum.rows + rows, minor: sum.minor + minor }),
    {
      rows: 0,
      minor: 0,
    },
  )
}
