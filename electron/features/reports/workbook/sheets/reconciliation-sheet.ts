import { reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import { daysIn } from '../../../../../shared/domain/time/range.ts'
import { addDays, serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import { maskNumber } from '../../../../../shared/domain/privacy/mask.ts'
import {
  lineKindSchema,
  type LineHint,
  type LineKind,
} from '../../../../../shared/domain/sale/reconciliation.ts'
import { select } from '../../ledger/selection.ts'
import type { Book } from '../book.ts'
import { createLines, type Cell, type Lines } from '../figures/lines.ts'
import { reconciledDays, type ReconciledDay } from '../figures/reconciled.ts'
import { timeSerial } from '../writing/excel-dates.ts'
import { moneyCells, yesNo } from './table.ts'

/**
 * More than this that only one side knows are summed up. The service's are found in the sheet of sales, this
 * register's in its own journal.
 */
const mostOneSided = 2000

type Line = ReconciledDay['lines'][number]

interface Tally {
  rows: number
  ours: number
  theirs: number
}

const noTally: Tally = { rows: 0, ours: 0, theirs: 0 }

/** By currency, then by what came of it. */
type Tallies = Map<string, Map<LineKind, Tally>>

/** A line that stands by itself in the sheet. */
interface ShownLine {
  line: Line
  /** Wall clock `YYYY-MM-DDTHH:mm:ss`, or null. */
  local: string | null
  proven: boolean
}

/** The journal against the service: what does not agree line by line, and what agrees in one sum. */
export async function addReconciliation(book: Book): Promise<void> {
  const { request, ledgers, journal, sink, say, styles, books, hooks } = book
  if (journal === null || ledgers.sales.id === 0 || books.sales === 0) return
  const tallies: Tallies = new Map()
  const listed: ShownLine[] = []
  let elsewhere: ShownLine[] | null = []
  let onlyHere: ShownLine[] | null = []
  const { range } = request
  // A sale near the end of the period may stand in the list of the days after.
  const span = { from: addDays(range.from, -1), to: addDays(range.to, 3) }
  const everything = select(ledgers.sales, span, reportFilterSchema.parse({}))
  const days = daysIn(range)
  let done = 0
  for (const { lines, proven } of reconciledDays(everything, journal, range)) {
    for (const line of lines) {
      count(tallies, line)
      if (line.kind === 'matched') continue
      const shown = { line, local: localOf(line), proven }
      if (line.hint === 'elsewhere') elsewhere = withOne(elsewhere, shown)
      else if (line.kind === 'only-here') onlyHere = withOne(onlyHere, shown)
      else listed.push(shown)
    }
    done += 1
    hooks.progress({ phase: 'reconcile', done, total: days })
    await sink.turn()
  }
  listed.push(...(elsewhere ?? []), ...(onlyHere ?? []))
  listed.sort((one, other) => (one.local ?? '9').localeCompare(other.local ?? '9'))

  const currencies = [...tallies.keys()].toSorted()
  const notes = [
    say('workbook.reconciliation.help'),
    say('workbook.reconciliation.wholePeriod'),
    ...(elsewhere ? [] : [say('workbook.reconciliation.elsewhereSummed')]),
    ...(onlyHere ? [] : [say('workbook.reconciliation.onlyHereSummed')]),
  ]
  const head = notes.length + 4 + currencies.length * (lineKindSchema.options.length + 1)
  const sheet = sink.add(say('workbook.reconciliation.sheet'), { landscape: true, frozen: head })
  sheet.columns = [20, 42, 30, 18, 18, 18, 18, 16, 16, 10, 16, 38, 16, 14].map((width) => ({
    width,
  }))
  const out = createLines(sheet, styles)
  out.line([say(`workbook.reconciliation.${whose(book)}.title`), styles.title])
  for (const note of notes) out.line([note, styles.note])
  out.line()
  for (const currency of currencies) addTallies(book, currency, tallies.get(currency), out)
  out.line()
  out.heads(say.list('workbook.reconciliation.columns'), [4, 6, 8])
  for (const line of listed) addLine(book, line, out)
  if (listed.length === 0 && elsewhere && onlyHere)
    out.line([say('workbook.reconciliation.nothing'), styles.plain])
  out.end()
}

/** The lines and one more, while they are few enough to be listed; null once they are not. */
function withOne(lines: ShownLine[] | null, line: ShownLine): ShownLine[] | null {
  if (lines === null || lines.length >= mostOneSided) return null
  lines.push(line)
  return lines
}

function localOf({ sale, row }: Line): string | null {
  return sale ? serviceLocal(sale.sentAt ?? sale.createdAt) : (row?.createdAt?.local ?? null)
}

function currencyOf({ sale, row }: Line): string {
  return sale?.amount.currency ?? row?.amount?.currency ?? ''
}

function count(tallies: Tallies, line: Line): void {
  const currency = currencyOf(line)
  const ofCurrency = tallies.get(currency) ?? new Map<LineKind, Tally>()
  const { rows, ours, theirs } = ofCurrency.get(line.kind) ?? noTally
  ofCurrency.set(line.kind, {
    rows: rows + 1,
    ours: ours + (line.sale?.amount.minor ?? 0),
    theirs: theirs + (line.row?.amount?.minor ?? 0),
  })
  tallies.set(currency, ofCurrency)
}

/** Whose sales the file holds against the service's. */
const whose = ({ registers }: Book) => (registers === null ? 'own' : 'all')

function kindSaid(book: Book, kind: LineKind): string {
  return kind === 'only-here'
    ? book.say(`workbook.reconciliation.${whose(book)}.only`)
    : book.say(`workbook.reconciliation.kinds.${kind}`)
}

function hintSaid(book: Book, hint: Exclude<LineHint, 'none'>): string {
  return hint === 'double'
    ? book.say(`workbook.reconciliation.${whose(book)}.double`)
    : book.say(`workbook.reconciliation.hints.${hint}`)
}

function addTallies(
  book: Book,
  currency: string,
  tallies: ReadonlyMap<LineKind, Tally> | undefined,
  { line, heads }: Lines,
): void {
  const { say, styles } = book
  const amounts = [
    say(`workbook.reconciliation.${whose(book)}.amount`),
    say('workbook.reconciliation.theirsAmount'),
  ].map((name) => `${name} ${currency}`)
  heads([say('workbook.reconciliation.outcome'), say('workbook.rows'), ...amounts], [1, 2, 3])
  for (const kind of lineKindSchema.options) {
    const { rows, ours, theirs } = tallies?.get(kind) ?? noTally
    line(
      [kindSaid(book, kind), styles.plain],
      [rows, styles.count],
      [ours / 100, styles.money(currency)],
      [theirs / 100, styles.money(currency)],
    )
  }
}

function addLine(book: Book, { line, local, proven }: ShownLine, lines: Lines): void {
  const { say, styles, request } = book
  const { kind, hint, sale, row, twin } = line
  const currency = currencyOf(line)
  const at = lines.next()
  const { money, difference } = moneyCells(book, currency)
  const amount = (minor: number | undefined): Cell =>
    minor === undefined ? ['', styles.plain] : money(minor)
  const [ours, theirs] = [sale?.amount.minor, row?.amount?.minor]
  const reference = (sale ?? twin)?.reference ?? ''
  const why = hint === 'none' ? '' : `: ${hintSaid(book, hint)}`
  lines.line(
    local === null ? ['', styles.plain] : [timeSerial(local), styles.time],
    [kindSaid(book, kind) + why, styles.plain],
    [sale?.productName ?? row?.product?.name ?? '', styles.plain],
    [request.full ? reference : maskNumber(reference), styles.text],
    amount(ours),
    [sale ? say(`workbook.states.${sale.shown}`) : '', styles.plain],
    amount(theirs),
    [row?.statusName ?? '', styles.plain],
    difference(`G${at}-E${at}`, ours === undefined || theirs === undefined ? null : theirs - ours),
    [currency, styles.plain],
    [row?.id ?? '', styles.text],
    [sale?.id ?? '', styles.text],
    [(sale ?? twin)?.cashier ?? '', styles.plain],
    yesNo(book, proven),
  )
}
