import { z } from 'zod'
import {
  claimOf,
  claimStepSchema,
  type Claim,
  type ClaimEvent,
} from '../../../shared/domain/claim/claim.ts'
import type { Database } from '../sqlite/db.ts'
import { amountColumns, insertRow, rowOf } from '../sqlite/rows.ts'

export type Claims = ReturnType<typeof createClaimsTable>

const eventRow = rowOf({
  saleId: z.string(),
  at: z.int(),
  step: claimStepSchema,
  happenedOn: z.string(),
  told: z.string().nullable(),
  caseNumber: z.string().nullable(),
  text: z.string(),
  currency: z.string().nullable(),
  amount: z.int().nullable(),
  by: z.string().nullable(),
}).transform(({ saleId, happenedOn, currency, amount: minor, ...row }) => {
  const amount = minor === null || currency === null ? null : { minor, currency }
  return { saleId, event: { ...row, on: happenedOn, amount } satisfies ClaimEvent }
})

export function createClaimsReader(db: Database) {
  return {
    /** A sale's claim from its beginning. */
    ofSale: (saleId: string): ClaimEvent[] =>
      db
        .all(eventRow, 'select * from claim_event where sale_id = ? order by seq', saleId)
        .map(({ event }) => event),
    /** Claims that nobody has closed, the oldest first. */
    open: (): Claim[] => {
      const rows = db.all(
        eventRow,
        `select * from claim_event where sale_id in (select sale_id from claim_open) order by seq`,
      )
      const bySale = Map.groupBy(rows, ({ saleId }) => saleId)
      return [...bySale].flatMap(
        ([saleId, own]) =>
          claimOf(
            saleId,
            own.map(({ event }) => event),
          ) ?? [],
      )
    },
  }
}

/** Over the journal in the hands of its one writer. */
export function createClaimsTable(db: Database) {
  return {
    ...createClaimsReader(db),
    /** Appends; nothing changes or deletes it afterwards. */
    add: (saleId: string, { on, amount, ...event }: ClaimEvent) => {
      insertRow(db, 'claim_event', { saleId, ...event, happenedOn: on, ...amountColumns(amount) })
    },
  }
}
