import { z } from 'zod'
import {
  directionSchema,
  sumMinorSchema,
  type Direction,
} from '../../../../../shared/domain/money/money.ts'
import type { ProductNature } from '../../../../../shared/domain/sale/product-setting.ts'
import {
  statusSchema,
  type TransactionStatus,
} from '../../../../../shared/domain/sale/transaction.ts'
import type { Selection } from '../../ledger/selection.ts'
import type { OwnBooks } from './own-sales.ts'

/** Rows alike in day, currency, state, direction and nature; the amount in minor units. Null: nobody said. */
export interface Flow {
  day: string
  currency: string
  state: TransactionStatus | 'OTHER'
  direction: Direction | null
  nature: ProductNature | null
  rows: number
  minor: number
}

/** Rows alike in all that flows are told apart by, and in what they are a part of. */
interface Group {
  day: string
  product: string
  currency: string
  state: TransactionStatus | 'OTHER'
  rows: number
  minor: number
}

/** Rows that are sales of this register, by the way in which it sold them. */
interface OwnGroup extends Group {
  direction: Direction
}

const stateSchema = statusSchema.or(z.literal('OTHER'))
const groupRow = z.object({
  day: z.string(),
  product: z.string(),
  currency: z.string(),
  state: stateSchema,
  rows: z.int(),
  minor: sumMinorSchema,
})

const names = `join report_status s on s.id = r.status
  left join report_product p on p.id = r.product`
const kinds = `r.day, coalesce(p.product_id, '') as product, coalesce(r.currency, '') as currency,
  coalesce(s.status, 'OTHER') as state`

/** Every row of a selection. */
function groupsOf({ ledger, where, params, sums }: Selection): Group[] {
  const { db } = ledger
  return sums
    ? db.all(
        groupRow,
        `select ${kinds}, sum(r.rows) as rows, total(r.amount) as minor
         from report_total r ${names} where ${sums.where} group by 1, 2, 3, 4`,
        ...sums.params,
      )
    : db.all(
        groupRow,
        `select ${kinds}, count(*) as rows, total(r.amount) as minor
         from report_row r ${names} where ${where} group by 1, 2, 3, 4`,
        ...params,
      )
}

/** So many identifiers go into one statement. */
const idsAtOnce = 5000

/** Those rows of a selection that this register sold itself. */
function* ownGroupsOf(
  { ledger, where, params }: Selection,
  { claims }: OwnBooks,
): Generator<OwnGroup> {
  for (const direction of directionSchema.options) {
    const ids = claims[direction]
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const own = ledger.db.all(
        groupRow,
        `select ${kinds}, count(*) as rows, total(r.amount) as minor
         from json_each(?) known cross join report_row r on r.key = known.value ${names}
         where ${where} group by 1, 2, 3, 4`,
        JSON.stringify(ids.slice(from, from + idsAtOnce)),
        ...params,
      )
      for (const group of own) yield { ...group, direction }
    }
  }
}

/** The flows of selections that are asked for again and again: by several sheets, of the same rows. */
export function createFlows(books: OwnBooks): (selection: Selection) => Flow[] {
  const known = new Map<string, Flow[]>()
  return (selection) => {
    const key = JSON.stringify([selection.where, selection.params])
    const flows = known.get(key) ?? flowsOf(selection, books)
    known.set(key, flows)
    return flows
  }
}

/**
 * The rows of a selection by how their cash went. Products are classified by what the owner said of them, and each
 * sale that this register made by its own direction.
 */
function flowsOf(selection: Selection, books: OwnBooks): Flow[] {
  const flows = new Map<string, Flow>()
  const saidOf = (product: string) => books.directions.get(product) ?? null

  function add(
    { day, currency, product, state, rows, minor }: Group,
    direction: Direction | null,
    sign: 1 | -1 = 1,
  ): void {
    const nature = books.natures.get(product) ?? null
    const key = [day, currency, state, direction, nature].join('\n')
    const known = flows.get(key) ?? { day, currency, state, direction, nature, rows: 0, minor: 0 }
    flows.set(key, { ...known, rows: known.rows + sign * rows, minor: known.minor + sign * minor })
  }

  for (const group of groupsOf(selection)) add(group, saidOf(group.product))
  // What this register itself sold goes the way it was sold, whatever its product is said to do.
  for (const group of ownGroupsOf(selection, books)) {
    const said = saidOf(group.product)
    if (group.direction === said) continue
    add(group, said, -1)
    add(group, group.direction)
  }
  return [...flows.values()].filter(({ rows }) => rows > 0)
}

/** The sum of some flows. */
export function sumOfFlows(flows: readonly Flow[]): { rows: number; minor: number } {
  return flows.reduce(
    (sum, { rows, minor }) => ({ rows: sum.rows + rows, minor: sum.minor + minor }),
    {
      rows: 0,
      minor: 0,
    },
  )
}
