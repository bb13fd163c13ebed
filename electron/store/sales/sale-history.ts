import type { SaleEvent } from '../../../shared/domain/sale/sale.ts'
import { packedEvents } from '../slim/slim-sales.ts'
import type { Database } from '../sqlite/db.ts'
import { saleEventRow } from './sale-row.ts'

/** Everything that happened to a sale, oldest first, wherever it is kept: in its own lines or packed with the sale. */
export function saleHistory(db: Database, id: string): SaleEvent[] {
  const lines = db.all(saleEventRow, 'select * from sale_event where sale_id = ? order by seq', id)
  return lines.length > 0 ? lines : packedEvents(db, id).map((line) => saleEventRow.parse(line))
}
