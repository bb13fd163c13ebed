import { writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import type { ExportRequest } from '../electron/features/reports/export/export-request.ts'
import { exportDays, type ExportRow } from '../electron/features/reports/export/export-rows.ts'
import { findLedger } from '../electron/features/reports/ledger/ledger.ts'
import { select } from '../electron/features/reports/ledger/selection.ts'
import { openCacheReadOnly } from '../electron/store/cache/cache.ts'

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }
const escaped = (text: string) => text.replace(/[<>&]/g, (sign) => escapes[sign] ?? sign)

/** The rows of an export, in memory. */
export function readRows(request: ExportRequest): ExportRow[] {
  const db = openCacheReadOnly(request.database)
  const ledger = findLedger(db, request.profileId, request.range.kind)
  const rows = [...exportDays(select(ledger, request.range, request.filter))].flatMap(
    ({ rows }) => rows,
  )
  db.close()
  return rows
}

/**
 * F6, the floor of an export: rows that are in memory already as the XML of one sheet, built as strings
 * and deflated once at level 6, on one thread. No database, no zip, no styles, no other sheets.
 */
export function writeFloor(rows: readonly ExportRow[], path: string): void {
  const text = (letter: string, row: number, style: number, value: string) =>
    `<c r="${letter}${row}" s="${style}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  const number = (letter: string, row: number, style: number, value: number) =>
    `<c r="${letter}${row}" s="${style}"><v>${value}</v></c>`
  const lines = rows.map((entry, index) => {
    const row = index + 2
    const days = Date.parse(`${entry.local ?? ''}Z`) / 86_400_000 + 25_569
    return (
      `<row r="${row}">${number('A', row, 1, days)}${number('B', row, 2, Math.floor(days))}` +
      `${text('C', row, 3, entry.id)}${text('D', row, 3, entry.product)}` +
      `${text('E', row, 3, entry.productId)}${text('F', row, 3, entry.status)}` +
      `${number('G', row, 4, (entry.amount ?? 0) / 100)}</row>`
    )
  })
  const begin = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
  const xml = `${begin}<sheetData>${lines.join('')}</sheetData></worksheet>`
  writeFileSync(path, deflateRawSync(xml, { level: 6 }))
}
