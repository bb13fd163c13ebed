import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What a cell holds: never a formula. */
export type Cell = string | number | null

/** Minor units as a cell keeps them, with two decimals; the division is the file format's, and loses no cent. */
export const amountOf = (minor: number): number => minor / 100

/** No day of its own: the same rows make the same bytes whenever they are written. */
const fixedDay = new Date(Date.UTC(2000, 0, 1))

/** So many rows are written between two turns of whoever else works on this thread: a counter sells beside it. */
const rowsATurn = 100

/** A workbook of one sheet. */
export async function sheetFile(name: string, rows: readonly Cell[][]): Promise<Buffer> {
  // Loaded where it is needed: a register starts without it.
  const { default: ExcelJS } = await import('exceljs')
  const stream = new PassThrough()
  const written = buffer(stream)
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  book.creator = 'Mostrador'
  book.lastModifiedBy = 'Mostrador'
  book.created = fixedDay
  book.modified = fixedDay
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  for (const [at, row] of rows.entries()) {
    const added = sheet.addRow([...row])
    added.eachCell((cell) => {
      if (typeof cell.value === 'number' && !Number.isInteger(cell.value)) cell.numFmt = '0.00'
    })
    added.commit()
    if (at % rowsATurn === 0) await nextTurn()
  }
  await book.commit()
  return withFixedTimes(await written)
}

const [localHeader, centralHeader] = [0x04034b50, 0x02014b50]

/** The archive with one moment for all its files (1 January 1980), as their own says when it was written. */
function withFixedTimes(zip: Buffer): Buffer {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const fix = (at: number) => zip.writeUInt32LE(0x00210000, at)
  let at = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(at) === centralHeader) {
    fix(at + 12)
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(local) === localHeader) fix(local + 10)
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return zip
}
