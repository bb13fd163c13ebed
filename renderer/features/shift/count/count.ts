import {
  countTotal,
  denominationsOf,
  type CashCount,
} from '../../../../shared/domain/drawer/drawer-count.ts'
import type { Money } from '../../../../shared/domain/money/money.ts'

/** A line of a count as it is typed. */
export interface CountLine {
  value: number
  kind: 'bill' | 'coin'
  /** Pieces as typed: digits, or nothing. */
  text: string
}

/** What is counted of a currency, as it stands on screen. */
export interface CountSheet {
  currency: string
  lines: CountLine[]
  /** What is not counted piece by piece, in minor units. */
  other: number | null
  /** Something stands there that cannot be read. */
  isUnreadable: boolean
}

/** An empty sheet of a currency. */
export function newSheet(currency: string): CountSheet {
  const lines = denominationsOf(currency).map(({ value, kind }) => ({ value, kind, text: '' }))
  return { currency, lines, other: null, isUnreadable: false }
}

/** Whether anything was typed: a drawer with nothing in it is counted with a 0, as silence says nothing of it. */
export function isTouched({ lines, other, isUnreadable }: CountSheet): boolean {
  return other !== null || isUnreadable || lines.some(({ text }) => text.trim() !== '')
}

/** How many pieces a line says; null: no whole number. */
export function piecesOf(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : null
}

/** The count that a sheet says, or null while something in it cannot be read. */
export function countOfSheet(sheet: CountSheet): CashCount | null {
  if (sheet.isUnreadable) return null
  const counted = sheet.lines.map((line) => ({ ...line, count: piecesOf(line.text) }))
  const pieces = []
  for (const { value, kind, count } of counted) {
    if (count === null) return null
    if (count > 0) pieces.push({ value, kind, count })
  }
  return { currency: sheet.currency, pieces, other: sheet.other ?? 0 }
}

/** What a sheet comes to; null while something in it cannot be read. */
export function totalOfSheet(sheet: CountSheet): Money | null {
  const count = countOfSheet(sheet)
  return count && countTotal(count)
}
