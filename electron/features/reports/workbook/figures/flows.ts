import { z } from 'zod'
import { sumMinorSchema, type Direction } from '../../../../../shared/domain/money/money.ts'
import type { ProductNature } from '../../../../../shared/domain/product/product-setting.ts'
import {
  statusSchema,
  type TransactionStatus,
} from '../../../../../shared/domain/sale/transaction.ts'
import { partsOf, type Selection } from '../../ledger/selection.ts'
import { exportDays } from '../../export/export-rows.ts'
import { giveWay, type ExportHooks } from '../../export/export-request.ts'
import type { OwnRows } from './own-rows.ts'

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

/** Every row of a part of a selection. */
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

/** The flows of selections that are asked for again and again: by several sheets, of the same rows. */
export function createFlows(
  own: OwnRows,
  hooks: ExportHooks,
): (selection: Selection) => Promise<Flow[]> {
  const known = new Map<string, Flow[]>()
  return async (selection) => {
    const key = JSON.stringify([selection.ledger.id, selection.where, selection.params])
    const flows = known.get(key) ?? (await flowsOf(selection, own, hooks))
    known.set(key, flows)
    return flows
  }
}

/**
 * The rows of a selection by how their cash went. Products are classified by what the owner said of them, and each
 * sale that this register made by its own direction: those are looked at row by row, a day at a time.
 */
async function flowsOf(selection: Selection, own: OwnRows, hooks: ExportHooks): Promise<Flow[]> {
  const flows = new Map<string, Flow>()
  const saidOf = (product: string) => own.directions.get(product) ?? null

  function add({ day, currency, product, state, rows, minor }: Group, way: Direction | null): void {
    const nature = own.natures.get(product) ?? null
    const key = `${day}\n${currency}\n${state}\n${way}\n${nature}`
    const known = flows.get(key)
    if (known) {
      known.rows += rows
      known.minor += minor
    } else flows.set(key, { day, currency, state, direction: way, nature, rows, minor })
  }

  for (const part of partsOf(selection)) {
    for (const group of groupsOf(part)) add(group, saidOf(group.product))
    await giveWay(hooks)
  }
  if (selection.ledger.kind === 'sales' && own.currencies.length > 0) {
    for (const { day, rows } of exportDays(selection)) {
      const records = rows.map(({ id }) => id)
      const sales = own.ofDay(day, records)
      for (const { id, productId: product, state, amount, currency } of rows) {
        const way = sales.get(id)?.direction
        const said = saidOf(product)
        // What this register itself sold goes the way it was sold, whatever its product is said to do.
        if (way === undefined || way === said) continue
        const one = { day, product, currency: currency ?? '', state: state ?? ('OTHER' as const) }
        add({ ...one, rows: -1, minor: -(amount ?? 0) }, said)
        add({ ...one, rows: 1, minor: amount ?? 0 }, way)
      }
      await giveWay(hooks)
    }
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
