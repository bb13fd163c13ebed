import { EventEmitter, once } from 'node:events'
import type { Worksheet } from 'exceljs'
import { cellText } from './cell-text.ts'
import { letter } from '../figures/lines.ts'
import type { CellStyle } from './styles.ts'

// exceljs 4.4.0 (pinned) keeps styles, zip and the rest of the sheet; only the XML of the rows is written here,
// through the insides of its streaming worksheet. What is used of them stands in these shapes.

/** A text, a number (also a day or a time, as Excel counts them), or nothing. */
export type RowValue = string | number | null

/** Puts rows of a fixed set of columns into a sheet that already has its heading. */
export interface RowWriter {
  add(values: readonly RowValue[]): void
  /** Hands over what was added; to be called every so often, and after the last. */
  flush(): void
}

/** The part of a WorksheetWriter that rows go through. */
interface RawSheet {
  readonly stream: { write(xml: string): unknown }
  /** The number of the first row that is not written yet. */
  _rowZero: number
  startedData: boolean
}

/** The part of StylesXform that gives a style its number. */
interface RawStyles {
  addStyleModel(style: CellStyle): unknown
}

const special = /[<>&]/
const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

/**
 * Rows as XML, 3 times as fast as by the public interface; a test holds both to the same file. The heading must have been
 * committed. TypeError where exceljs is not as it was.
 */
export function rawRows(sheet: Worksheet, book: object, styles: readonly CellStyle[]): RowWriter {
  if (!isRawSheet(sheet) || !('styles' in book) || !isRawStyles(book.styles)) throw notAsItWas()
  const raw: RawSheet = sheet
  const numbers: number[] = []
  for (const style of styles) {
    const number = book.styles.addStyleModel(style)
    if (typeof number !== 'number') throw notAsItWas()
    numbers.push(number)
  }
  if (!raw.startedData) throw notAsItWas()
  const letters = styles.map((_, index) => letter(index + 1))
  const ends = numbers.map((number) => (number === 0 ? '"' : `" s="${number}"`))
  let number = raw._rowZero
  let xml = ''
  return {
    add(values) {
      let row = `<row r="${number}">`
      for (let at = 0; at < letters.length; at += 1) {
        const value = values[at] ?? null
        const begin = `<c r="${letters[at]}${number}${ends[at]}`
        if (typeof value === 'string') row += `${begin} t="str"><v>${escaped(value)}</v></c>`
        else if (value !== null && Number.isFinite(value)) row += `${begin}><v>${value}</v></c>`
        else row += `${begin}/>`
      }
      xml += `${row}</row>`
      number += 1
    },
    flush() {
      if (xml !== '') raw.stream.write(xml)
      xml = ''
      raw._rowZero = number
    },
  }
}

const notAsItWas = () => new TypeError('exceljs is not as it was')

/**
 * Settles once what was written of a sheet has gone on to be compressed. exceljs itself never waits for that: on a busy
 * computer most of a file would stand in memory.
 */
export async function compressed(sheet: Worksheet): Promise<void> {
  for (const pipe of pipesOf(sheet)) {
    const { needDrain, ending, finished } = pipe._writableState
    // A stream that is ended never drains: it finishes.
    if (ending && !finished) await once(pipe, 'finish')
    else if (needDrain && !ending) await once(pipe, 'drain')
  }
}

/** Where the sheet's stream goes: to the zip, through a stream of the library readable-stream. */
interface ZipPipe extends NodeJS.EventEmitter {
  _writableState: { length: number; needDrain: boolean; ending: boolean; finished: boolean }
}

/** Where a sheet's bytes go; none once it is ended. */
export function pipesOf(sheet: object): ZipPipe[] {
  const stream: unknown = 'stream' in sheet ? sheet.stream : null
  if (typeof stream !== 'object' || stream === null || !('pipes' in stream)) return []
  return Array.isArray(stream.pipes) ? stream.pipes.filter(isZipPipe) : []
}

function isZipPipe(pipe: unknown): pipe is ZipPipe {
  if (!(pipe instanceof EventEmitter) || !('_writableState' in pipe)) return false
  const state = pipe._writableState
  return (
    typeof state === 'object' &&
    state !== null &&
    'length' in state &&
    typeof state.length === 'number' &&
    ['needDrain', 'ending', 'finished'].every(
      (name) => typeof Reflect.get(state, name) === 'boolean',
    )
  )
}

function escaped(text: string): string {
  const fit = cellText(text)
  return special.test(fit) ? fit.replace(/[<>&]/g, (sign) => escapes[sign] ?? sign) : fit
}

function isRawSheet(sheet: object): sheet is RawSheet {
  return (
    'stream' in sheet &&
    typeof sheet.stream === 'object' &&
    sheet.stream !== null &&
    'write' in sheet.stream &&
    typeof sheet.stream.write === 'function' &&
    '_rowZero' in sheet &&
    typeof sheet._rowZero === 'number' &&
    '_rows' in sheet &&
    Array.isArray(sheet._rows) &&
    sheet._rows.length === 0 &&
    'startedData' in sheet &&
    typeof sheet.startedData === 'boolean'
  )
}

function isRawStyles(styles: unknown): styles is RawStyles {
  return (
    typeof styles === 'object' &&
    styles !== null &&
    'addStyleModel' in styles &&
    typeof styles.addStyleModel === 'function'
  )
}
