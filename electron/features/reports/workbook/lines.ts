import type { Worksheet } from 'exceljs'
import { cellText } from './cell-text.ts'
import type { CellStyle, Styles } from './styles.ts'

/** A formula of our own, with what it comes to now. */
export interface Formula {
  formula: string
  result: number
}
export type Value = string | number | Formula
/** A value and how it looks; null leaves the cell out. */
export type Cell = readonly [Value, CellStyle] | null

/** Writes a small sheet from top to bottom. Texts are made fit for cells; nothing else can become a formula. */
export interface Lines {
  /** Answers the number of the line. */
  line(...cells: readonly Cell[]): number
  /** A name and what it is. */
  fact(label: string, value: Value, style?: CellStyle): number
  /** The line that comes next. */
  next(): number
  end(): void
}

export function createLines(sheet: Worksheet, styles: Styles): Lines {
  let lines = 0

  function line(...cells: readonly Cell[]): number {
    const row = sheet.addRow([])
    cells.forEach((cell, index) => {
      if (cell === null) return
      const [value, style] = cell
      const target = row.getCell(index + 1)
      target.value = typeof value === 'string' ? cellText(value) : value
      target.style = style
    })
    // A row without any cell would not be written, and the next one stand in its place.
    if (cells.every((cell) => cell === null)) row.getCell(1).value = ''
    row.commit()
    lines += 1
    return lines
  }

  return {
    line,
    fact: (label, value, style = styles.plain) => line([label, styles.label], [value, style]),
    next: () => lines + 1,
    end: () => sheet.commit(),
  }
}

/** The letter of a column, from 1. */
export function letter(column: number): string {
  const before = Math.floor((column - 1) / 26)
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return before > 0 ? letter(before) + last : last
}
