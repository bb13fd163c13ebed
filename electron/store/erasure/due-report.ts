import { z } from 'zod'
import { saysKind } from '../sales/paid-with.ts'
import type { Database } from '../sqlite/db.ts'
import { erasedReport } from './erased.ts'

const nameRow = z.object({ name: z.string() })
const paidRow = z.object({ saleId: z.string() })

const isDue = 'sale_id in (select sale_id from erasure_due)'

/** As when they are erased: a name stays while a sale that nobody erases is still owed by it. */
const dueOwers = `select text as name from tender where shift = ?1 and ${saysKind('credit')} and ${isDue}
  and text not in (select text from tender where shift = ?1 and ${saysKind('credit')} and not ${isDue})`

const duePayouts = `select sale_id as "saleId" from payout where shift_id = ? and ${isDue}`

/** A shift's stored report as it is once all that is to be erased was; most have nothing of it. */
export function reportWithoutDue(db: Database, shift: string, report: string): string {
  const names = db.all(nameRow, dueOwers, shift).map(({ name }) => name)
  const paid = db.all(paidRow, duePayouts, shift)
  const without = names.length > 0 ? erasedReport(report, { names }) : report
  return paid.reduce((text, { saleId }) => erasedReport(text, { paidOut: saleId }), without)
}
