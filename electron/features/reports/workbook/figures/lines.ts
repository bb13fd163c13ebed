import type { Worksheet } from 'exceljs'
import { cellText } from '../writing/cell-text.ts'
import type { CellStyle, Styles } from '../writing/styles.ts'

/** A formula of our own, with what it comes to now. */
export interface Formula {
  formula: string
  result: number
}
export type SheetValue = string | number | Formula
/** A value and how it looks; null leaves the cell out. */
export type Cell = readonly [SheetValue, CellStyle] | null

/** Writes a small sheet from top to bottom. Texts are made fit for cells; nothing else can become a formula. */
export type Lines = ReturnType<typeof createLines>

export function createLines(sheet: Worksheet, styles: Styles) {
  let lines = 0

  function put(cells: readonly Cell[], height?: number): number {
    const row = sheet.addRow([])
    cells.forEach((cell, index) => {
      if (cell === null) return
      const [value, style] = cell
      const target = row.getCell(index + 1)
      target.value = typeof value === 'string' ? cellText(value) : value
      target.style = style
    })
    if (height !== undefined) row.height = height
    // A row without any cell would not be written, and the next one stand in its place.
    if (cells.every((cell) => cell === null)) row.getCell(1).value = ''
    row.commit()
    lines += 1
    return lines
  }

  /** What stands at the left of its cell stands a little apart from the figure before it, as its head does. */
  const apart = (cell: Cell, index: number): Cell => {
    if (cell === null || index === 0) return cell
    const [value, style] = cell
    if (style === styles.time || style === styles.day) return [value, styles.apart(style)]
    const isPlain = style === styles.plain || style === styles.text
    return isPlain && typeof value === 'string' ? [value, styles.cell] : cell
  }

  return {
    /** Answers the number of the line. */
    line: (...cells: readonly Cell[]): number =>
      put(cells.map(apart), cells[0]?.[1] === styles.title ? 24 : undefined),
    /** The heads of a table; `figures`: which of them stand over figures, from 0. */
    heads: (names: readonly string[], figures: readonly number[]): number => {
      const styleOf = (index: number) => {
        if (figures.includes(index)) return styles.headingRight
        return index === 0 ? styles.heading : styles.headingText
      }
      const isLong = names.some((name, index) => index > 0 && name.length > 16)
      const cells = names.map((name, index): Cell => [name, styleOf(index)])
      return put(cells, isLong ? 32 : 18)
    },
    /** A name and what it is. */
    fact: (label: string, value: SheetValue, style = styles.plain): number =>
      put([
        [label, styles.label],
        [value, style],
      ]),
    /** The line that comes next. */
    next: (): number => lines + 1,
    end: (): void => sheet.commit(),
  }
}

/** The letter of a column, from 1. */
export function letter(column: number): string {
  const before = Math.floor((column - 1) / 26)
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return before > 0 ? letter(before) + last : last
}
