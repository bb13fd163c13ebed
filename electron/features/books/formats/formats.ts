import type { FormatName } from '../../../../shared/contract/accounting/books.ts'
import { csv, xlsx } from './entry-rows.ts'
import type { EntryFormat } from './format.ts'
import { hledger } from './hledger.ts'
import { odoo } from './odoo.ts'
import { siigo } from './siigo.ts'

/** Every way out, by its name: docs/accounting.md says how one is added. */
export const formats: Readonly<Record<FormatName, EntryFormat>> = {
  hledger,
  csv,
  xlsx,
  siigo,
  odoo,
}
