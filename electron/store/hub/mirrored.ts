import { z } from 'zod'
import { registersReadSchema, type RegistersRead } from '../../../shared/domain/report/registers.ts'
import type { Database } from '../sqlite/db.ts'
import { jsonOf } from '../sqlite/rows.ts'

const readRow = z.object({ read: jsonOf(registersReadSchema) })
const registerRow = z.object({ register: z.string() })

/** Of which registers a database of the journal's shape is. */
export interface Registers {
  read: RegistersRead
  /** The code of the register that made a sale, or had a shift; '': none that is here. */
  ofSale: (id: string) => string
  ofShift: (id: string) => string
}

/** null: it is a register's own journal. */
export function registersOf(db: Database): Registers | null {
  if (
    db.arrays("select 1 from sqlite_schema where type = 'table' and name = 'mirror'").length === 0
  )
    return null
  const found = db.get(readRow, 'select read from mirror')
  const of = (table: 'sale' | 'shift') => (id: string) =>
    db.get(registerRow, `select register from ${table} where id = ?`, id)?.register ?? ''
  return found && { read: found.read, ofSale: of('sale'), ofShift: of('shift') }
}
