import { z } from 'zod'
import { moneySchema, type Money } from '../money/money.ts'

/** A product that is another than before in the list of the service: its price, or whether it is there at all. */
export const catalogChangeSchema = z.object({
  kind: z.enum(['new', 'gone', 'price']),
  productId: z.string(),
  name: z.string(),
  categoryName: z.string(),
  /** null: a free value, or not there. */
  before: moneySchema.nullable(),
  after: moneySchema.nullable(),
  /** When the list came that said so (epoch ms). */
  at: z.number(),
})
export type CatalogChange = z.infer<typeof catalogChangeSchema>

/** What changes, oldest first, come to: each product once, from how it was at first to how it is by now; none where that is the same. */
export function foldChanges(changes: readonly CatalogChange[]): CatalogChange[] {
  const folded = new Map<string, { first: CatalogChange; last: CatalogChange }>()
  for (const change of changes) {
    const { first } = folded.get(change.productId) ?? { first: change }
    folded.set(change.productId, { first, last: change })
  }
  return [...folded.values()].flatMap(({ first, last }): CatalogChange[] => {
    const wasThere = first.kind !== 'new'
    const isThere = last.kind !== 'gone'
    const { before } = first
    if (wasThere && !isThere) return [{ ...last, before }]
    if (!wasThere && isThere) return [{ ...last, kind: 'new', before: null }]
    if (!wasThere || isSame(before, last.after)) return []
    return [{ ...last, kind: 'price', before }]
  })
}

function isSame(one: Money | null, other: Money | null): boolean {
  return one?.minor === other?.minor && one?.currency === other?.currency
}
