import { serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import {
  rowChangesSince,
  lastExport,
  type ExportRecord,
  type RowChange,
  type RowVersion,
} from '../../export/export-records.ts'
import { registerNamed } from '../../export/registers-words.ts'
import { answersOver } from '../../ledger/list-answers.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { daysSaid, type Book, type BookReport } from '../book.ts'
import { createLines, type Cell, type Lines } from '../figures/lines.ts'
import { daySerial, timeSerial } from '../writing/excel-dates.ts'
import { yesNo } from './table.ts'

/** So many changes are listed one by one: after years without a file everything is new. */
const mostChanges = 5_000

/** How to check the file: sums, a SHA-256 with its recipe, what changed since the last file, and every answer. */
export function addAudit(book: Book): void {
  const { say, styles, sink, reports, ledgers } = book
  const sheet = sink.add(say('workbook.audit.sheet'), { landscape: true })
  sheet.columns = [26, 24, 20, 18, 20, 20, 26, 26, 18, 20].map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  lines.line([say('workbook.audit.title'), styles.title])
  lines.line()
  for (const report of reports) addControl(book, report, lines)
  addRegisters(book, lines)
  lines.line([say('workbook.audit.recipeTitle'), styles.section])
  for (const step of say.list('workbook.audit.recipe')) lines.line([step, styles.plain])
  lines.line()
  for (const { kind } of reports) addChanges(book, ledgers[kind], lines)
  for (const { kind } of reports) if (ledgers[kind].id > 0) addAnswers(book, ledgers[kind], lines)
  lines.end()
}

function addControl(
  { say, styles }: Book,
  { kind, facts, written }: BookReport,
  lines: Lines,
): void {
  lines.line([`${say('workbook.audit.control')}: ${say(`workbook.sheet.${kind}`)}`, styles.section])
  lines.fact(say('workbook.rows'), written.rows, styles.count)
  for (const { currency, minor } of facts.totals.amount) {
    lines.fact(`${say('workbook.audit.sum')} ${currency}`, minor / 100, styles.money(currency))
  }
  lines.fact('SHA-256', written.sha256, styles.text)
  lines.line()
  if (written.sheets.length < 2) return
  lines.heads(say.list('workbook.audit.sheetColumns'), [1])
  for (const { name, rows, from, to } of written.sheets) {
    const [first, last] = [from, to].map((day): Cell => [daySerial(day), styles.day])
    lines.line([name, styles.plain], [rows, styles.count], first ?? null, last ?? null)
  }
  lines.line()
}

/** From which registers it is: until when each is whole, up to where of its stream that is, and what of it is missing. */
function addRegisters({ registers, say, styles }: Book, lines: Lines): void {
  if (registers === null) return
  const time = (moment: number): Cell => [timeSerial(serviceLocal(moment)), styles.time]
  lines.line([say('workbook.registers.title'), styles.section])
  lines.line([say('workbook.registers.help', { account: registers.account }), styles.note])
  lines.fact(say('workbook.registers.readAt'), timeSerial(serviceLocal(registers.at)), styles.time)
  if (registers.only !== null) lines.fact(say('workbook.registers.only'), registers.only)
  lines.heads(say.list('workbook.registers.columns'), [3, 4, 5])
  for (const one of registers.registers) {
    const { complete, sales, shifts, unplaced, retired, stream, seq, tip } = one
    lines.line(
      [registerNamed(one), styles.plain],
      [one.branch ?? '', styles.plain],
      complete === null ? [say('workbook.registers.never'), styles.warning] : time(complete),
      [sales, styles.count],
      [shifts, styles.count],
      [unplaced, styles.count],
      retired === null ? null : time(retired),
      [one.unreadable.join(', '), styles.text],
      [`${stream} ${seq} ${tip}`, styles.text],
    )
  }
  lines.line()
}

/** What the last file of the same days said otherwise. */
function addChanges(book: Book, ledger: Ledger, lines: Lines): void {
  const { say, styles, request } = book
  lines.line([
    `${say('workbook.audit.changes')}: ${say(`workbook.sheet.${ledger.kind}`)}`,
    styles.section,
  ])
  const record = lastExport(ledger, request.range)
  if (record === null) {
    lines.line([say('workbook.audit.firstExport'), styles.plain])
    lines.line()
    return
  }
  addRecord(book, record, lines)
  const changes = rowChangesSince(ledger, request.range, record, mostChanges + 1)
  if (changes.length === 0) lines.line([say('workbook.audit.noChanges'), styles.plain])
  else lines.heads(say.list('workbook.audit.changeColumns'), [5, 9])
  for (const change of changes.slice(0, mostChanges)) {
    const { id, before, after } = change
    const what = whatHappened(book, change)
    lines.line([id, styles.text], [what, styles.plain], ...side(book, before), ...side(book, after))
  }
  if (changes.length > mostChanges) {
    lines.line([say('workbook.audit.moreChanges', { most: mostChanges }), styles.warning])
  }
  lines.line()
}

function addRecord(
  { say, styles }: Book,
  { madeAt, file, rows, sha256 }: ExportRecord,
  lines: Lines,
): void {
  lines.fact(say('workbook.audit.lastMade'), timeSerial(serviceLocal(madeAt)), styles.time)
  lines.fact(say('workbook.audit.lastFile'), file)
  lines.fact(say('workbook.rows'), rows, styles.count)
  lines.fact('SHA-256', sha256, styles.text)
}

function whatHappened({ say }: Book, { before, after }: RowChange): string {
  if (before === null) return say('workbook.audit.added')
  return after === null ? say('workbook.audit.removed') : say('workbook.audit.changed')
}

/** One side of a change: time, product, status and amount. */
function side({ styles }: Book, version: RowVersion | null): Cell[] {
  if (version === null) return [null, null, null, null]
  const { local, product, status, amount, currency } = version
  return [
    local === null ? null : [timeSerial(local), styles.time],
    [product, styles.plain],
    [status, styles.plain],
    amount === null ? null : [amount / 100, styles.money(currency ?? '')],
  ]
}

/** Every answer that the service gave of the days of the file: what was asked, what came, how often and when. */
function addAnswers(book: Book, ledger: Ledger, lines: Lines): void {
  const { say, styles, request } = book
  lines.line([
    `${say('workbook.audit.answers')}: ${say(`workbook.sheet.${ledger.kind}`)}`,
    styles.section,
  ])
  for (const note of say.list('workbook.audit.answersHelp')) lines.line([note, styles.note])
  lines.heads(say.list('workbook.audit.answerColumns'), [2, 4])
  for (const answer of answersOver(ledger, request.range)) {
    const { proven, saturated } = answer
    const time = (moment: number): Cell => [timeSerial(serviceLocal(moment)), styles.time]
    lines.line(
      [daySerial(answer.dateStart), styles.day],
      [daySerial(answer.dateEnd), styles.day],
      [answer.rows, styles.count],
      yesNo(book, answer.full),
      [answer.times, styles.count],
      time(answer.firstAt),
      time(answer.lastAt),
      [proven ? daysSaid(say, proven) : '', styles.plain],
      [saturated ?? '', styles.plain],
      [answer.ends === null ? '' : say(`workbook.audit.ends.${answer.ends}`), styles.plain],
    )
  }
  lines.line()
}
