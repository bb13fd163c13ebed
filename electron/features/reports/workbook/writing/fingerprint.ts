import { createHash } from 'node:crypto'
import { decimalFromMinor } from '../../../../../shared/domain/money/money.ts'
import type { ExportRow } from '../../export/export-rows.ts'
import { shownText } from './cell-text.ts'

/** A SHA-256 over rows, in the order in which they stand in their sheet. */
export interface Fingerprint {
  add(row: ExportRow): void
  /** Takes in what was added; a text of many rows at once is faster. */
  flush(): void
  hex(): string
}

/**
 * One line a row, ended by a line feed, of its id, date and time (`YYYY-MM-DD HH:mm:ss`), status, product id, amount
 * (digits, a point, only the decimals needed) and currency, with a tab between them; what is missing is empty.
 * The file's own words for this recipe are `workbook.audit.recipe`.
 */
export function createFingerprint(): Fingerprint {
  const hash = createHash('sha256')
  let text = ''
  const flush = () => {
    if (text !== '') hash.update(text, 'utf8')
    text = ''
  }
  return {
    add({ id, local, status, productId, amount, currency }) {
      const money = amount === null ? '' : decimalFromMinor(amount)
      const time = local?.replace('T', ' ') ?? ''
      text += `${shownText(id)}\t${time}\t${shownText(status)}\t${shownText(productId)}\t${money}\t${currency ?? ''}\n`
    },
    flush,
    hex() {
      flush()
      return hash.digest('hex')
    },
  }
}
