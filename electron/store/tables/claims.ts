import { z } from 'zod'
import {
  claimOf,
  claimStepSchema,
  type Claim,
  type ClaimEvent,
} from '../../../shared/domain/sale/claim.ts'
import type { Database } from '../sqlite/db.ts'

export interface ClaimsReader {
  /** A sale's claim from its beginning. */
  ofSale(saleId: string): ClaimEvent[]
  /** Claims that nobody has closed, the oldest first. */
  open(): Claim[]
}

export interface Claims extends ClaimsReader {
  /** Appends; nothing changes or deletes it afterwards. */
  add(saleId: string, event: ClaimEvent): void
}

const eventRow = z
  .object({
    sale_id: z.string(),
    at: z.int(),
    step: claimStepSchema,
    happened_on: z.string(),
    told: z.string().nullable(),
    case_number: z.string().nullable(),
    text: z.string(),
    currency: z.string().nullable(),
    amount: z.int().nullable(),
    by: z.string().nullable(),
  })
  .transform((row) => ({
    saleId: row.sale_id,
    event: {
      at: row.at,
      step: row.step,
      on: row.happened_on,
      told: row.told,
      caseNumber: row.case_number,
      text: row.text,
      amount:
        row.amount === null || row.currency === null
          ? null
          : { minor: row.amount, currency: row.currency },
      by: row.by,
    } satisfies ClaimEvent,
  }))

/** The sales whose newest end of a claim is not its closing. */
const openSales = `select sale_id from claim_event where seq in (
  select max(seq) from claim_event where step in ('opened', 'closed', 'reopened') group by sale_id
) and step <> 'closed'`

export function createClaimsReader(db: Database): ClaimsReader {
  return {
    ofSale: (saleId) =>
      db
        .all(eventRow, 'select * from claim_event where sale_id = ? order by seq', saleId)
        .map(({ event }) => event),
    open: () => {
      const rows = db.all(
        eventRow,
        `select * from claim_event where sale_id in (${openSales}) order by seq`,
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
export function createClaimsTable(db: Database): Claims {
  return {
    ...createClaimsReader(db),
    add: (saleId, { at, step, on, told, caseNumber, text, amount, by }) => {
      db.run(
        `insert into claim_event
           (sale_id, at, step, happened_on, told, case_number, text, currency, amount, by)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        saleId,
        at,
        step,
        on,
        told,
        caseNumber,
        text,
        amount?.currency ?? null,
        amount?.minor ?? null,
        by,
      )
    },
  }
}
