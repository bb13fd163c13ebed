import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import type ExcelJS from 'exceljs'
import type { Worksheet } from 'exceljs'
import type { ExportHooks } from '../../export/export-request.ts'
import { cellText } from './cell-text.ts'
import { compressed } from './raw-rows.ts'

/** Where the sheets go. */
export type SheetSink = ReturnType<typeof createSheetSink>

export interface SheetLook {
  landscape?: boolean
  /** The row under which the sheet is frozen, and that each printed page repeats. */
  frozen?: number
  /** Columns that stay in sight, and on each page. */
  frozenColumns?: number
  gridLines?: boolean
  /** It is printed no longer than this. */
  pages?: number
}

/** Excel's own limits for the name of a sheet. */
const forbiddenInNames = /[[\]:*?/\\]/g

/** A workbook written as it is made, to a stream that the caller owns. */
export function createSheetSink(
  book: ExcelJS.stream.xlsx.WorkbookWriter,
  out: Writable,
  hooks: ExportHooks,
  print: { footer: string; paper: 'letter' | 'a4' },
) {
  let last: Worksheet | null = null
  return {
    book,
    add(
      name: string,
      { landscape = false, frozen, frozenColumns = 0, gridLines = true, pages = 0 }: SheetLook,
    ): Worksheet {
      const sheet = book.addWorksheet(name.replace(forbiddenInNames, ' ').slice(0, 31), {
        views:
          frozen === undefined
            ? [{ showGridLines: gridLines }]
            : [
                {
                  state: 'frozen',
                  ySplit: frozen,
                  xSplit: frozenColumns,
                  showGridLines: gridLines,
                },
              ],
        headerFooter: { oddFooter: print.footer },
        pageSetup: {
          orientation: landscape ? 'landscape' : 'portrait',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: pages,
          margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
          ...(print.paper === 'a4' ? { paperSize: 9 } : {}),
          ...(frozen === undefined ? {} : { printTitlesRow: `${frozen}:${frozen}` }),
        },
      })
      last = sheet
      return sheet
    },
    /** Lets a cancel have its turn, and waits until what was written is compressed and taken by the disk. */
    async turn(): Promise<void> {
      await nextTurn()
      if (last !== null) await compressed(last)
      if (out.writableNeedDrain) await once(out, 'drain')
      hooks.check()
    },
  }
}

/** What stands at the foot of each printed page; `&` begins a code there. */
export function pageFooter(name: string, page: string, of: string): string {
  const plain = cellText(name).replaceAll('&', '&&').slice(0, 120)
  return `&L${plain}&R${page} &P ${of} &N`
}
