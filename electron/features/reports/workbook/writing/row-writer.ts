import type { Row, Worksheet } from 'exceljs'
import { cellText } from './cell-text.ts'
import type { CellStyle } from './styles.ts'

/** A text, a number (also a day or a time, as Excel counts them), or nothing. */
export type RowValue = string | number | null

/** Puts rows of a fixed set of columns into a sheet that already has its heading. */
export interface RowWriter {
  add(values: readonly RowValue[]): void
  /** Hands over what was added; to be called every so often, and after the last. */
  flush(): void
}

/** Rows by exceljs's public interface. A style object is shared by all cells of its column. */
export function publicRows(sheet: Worksheet, styles: readonly CellStyle[]): RowWriter {
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
