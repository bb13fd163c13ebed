import type { Row, Worksheet } from 'exceljs'
import { cellText } from '../writing/cell-text.ts'
import type { RowWriter } from '../writing/raw-rows.ts'
import type { CellStyle } from '../writing/styles.ts'

/**
 * Rows by exceljs's public interface, which those that are written raw are held against. A style object is shared by all
 * cells of its column.
 */
export function publicRows(
  sheet: Worksheet,
  _book: object,
  styles: readonly CellStyle[],
): RowWriter {
  let last: Row | null = null
  return {
    add(values) {
      const row = sheet.addRow([])
      styles.forEach((style, index) => {
        const value = values[index] ?? null
        const cell = row.getCell(index + 1)
        if (typeof value === 'string') cell.value = cellText(value)
        else if (value !== null && Number.isFinite(value)) cell.value = value
        cell.style = style
      })
      last = row
    },
    // Committing the last row commits all before it.
    flush() {
      last?.commit()
      last = null
    },
  }
}
