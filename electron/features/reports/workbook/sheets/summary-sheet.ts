import { filterParts, type ReportTotals } from '../../../../../shared/contract/reports.ts'
import { rateFraction } from '../../../../../shared/domain/receipt/business.ts'
import { addDays, serviceLocal } from '../../../../../shared/domain/time/dates.ts'
import { completenessWords } from '../../export/report-facts.ts'
import { daysSaid, hasRows, type Book, type BookReport } from '../book.ts'
import { sumOfFlows, type Flow } from '../figures/flows.ts'
import { createLines, type Lines } from '../figures/lines.ts'
import { timeSerial } from '../writing/excel-dates.ts'
import { addEssentials } from './essentials.ts'
import { moneyCells } from './table.ts'

/**
 * The first sheet, of two pages at most: whose file it is, what an owner reads in ten seconds, how far it can be trusted,
 * and its cash. What has a line for each product or day stands in the next one.
 */
export async function addSummary(book: Book): Promise<void> {
  const { say, styles, sink, reports } = book
  const sheet = sink.add(say('workbook.summary'), { gridLines: false, pages: 2 })
  sheet.columns = [44, 18, 18, 18, 44].map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  addHead(book, lines)
  await addEssentials(book, lines)
  lines.line()
  for (const report of reports) addTrust(book, report, lines)
  if (book.isJournalUnreadable) lines.fact('', say('workbook.noJournal'), styles.warning)
  if (!hasRows(book)) lines.fact('', say('workbook.registers.noToken'), styles.warning)
  if (!book.request.commissions) lines.fact('', say('workbook.noCommissions'))
  const sales = reports.find(({ kind }) => kind === 'sales')
  if (sales) {
    const flows = await book.flowsOf(sales.facts.selection)
    addFlows(
      book,
      flows.filter(({ state }) => state === 'APPROVED'),
      lines,
    )
  }
  addTaxes(book, lines)
  lines.end()
}

function addHead({ request, say, styles, reports, registers }: Book, { line, fact }: Lines): void {
  const { business, range } = request
  const only = reports.length === 1 ? reports[0] : undefined
  if (business.name) line([business.name, styles.owner])
  line([only ? say(`workbook.title.${only.kind}`) : say('workbook.bookTitle'), styles.title])
  line()
  if (business.taxId) fact(business.taxIdKind, business.taxId, styles.text)
  if (business.establishment) fact(say('workbook.establishment'), business.establishment)
  const place = [business.address, business.city].filter(Boolean).join(', ')
  if (place) fact(say('workbook.address'), place)
  if (business.phone) fact(say('workbook.businessPhone'), business.phone, styles.text)
  fact(say('workbook.profile'), request.profileName)
  fact(say('workbook.period'), daysSaid(say, range))
  if (registers !== null) {
    const all = say('workbook.registers.allOf', { count: registers.registers.length })
    fact(say('workbook.registers.all'), registers.only ?? all)
  }
  fact(say('workbook.madeAt'), timeSerial(serviceLocal(request.madeAt)), styles.time)
}

/** How far one report of the file can be trusted. */
function addTrust(book: Book, report: BookReport, { fact }: Lines): void {
  const { say, styles, reports, request } = book
  const { completeness, totals } = report.facts
  const of = (label: string) =>
    reports.length > 1 ? `${label} (${say(`workbook.sheet.${report.kind}`).toLowerCase()})` : label
  if (completeness.fetchedAt !== null) {
    const at = timeSerial(serviceLocal(completeness.fetchedAt))
    fact(of(say('workbook.fetchedAt')), at, styles.time)
  }
  if (report.kind === request.range.kind)
    fact(of(say('workbook.filter')), filterWords(book, totals))
  for (const [index, sentence] of completenessWords(completeness, say).entries()) {
    const style = completeness.complete ? styles.plain : styles.warning
    fact(index === 0 ? of(say('workbook.completeness')) : '', sentence, style)
  }
  if (report.parts.length > 1) {
    const said = { rows: totals.rows.toLocaleString(request.language), sheets: report.parts.length }
    fact('', say('workbook.inSheets', said))
  }
  const doubts = [
    [say('workbook.days.missing'), completeness.missingDays],
    [say('workbook.days.saturated'), completeness.saturatedDays],
    [say('workbook.days.provisional'), completeness.provisionalDays],
    [say('workbook.days.moving'), completeness.movingDays],
  ] as const
  for (const [label, days] of doubts) {
    for (const [at, said] of dayLines(book, days).entries()) fact(at === 0 ? label : '', said)
  }
}

/** So many days or spans stand in a line: what is wider than the sheet makes all of its page smaller. */
const mostInLine = 3

/** Days in lines, those that follow each other as one span. */
function dayLines({ say }: Book, days: readonly string[]): string[] {
  const spans: { from: string; to: string }[] = []
  for (const day of days.toSorted()) {
    const last = spans.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  const said = spans.map((span) => daysSaid(say, span))
  return Array.from({ length: Math.ceil(said.length / mostInLine) }, (_, at) =>
    said.slice(at * mostInLine, (at + 1) * mostInLine).join(', '),
  )
}

/** Cash that came in and went out, and what each product is to the books; approved sales alone. */
function addFlows(book: Book, flows: readonly Flow[], { line, heads }: Lines): void {
  const { say, styles } = book
  for (const currency of currenciesOf(flows)) {
    const { money, formula } = moneyCells(book, currency)
    const own = flows.filter((flow) => flow.currency === currency)
    const sum = (keep: (flow: Flow) => boolean) => sumOfFlows(own.filter(keep))
    const came = sum(({ direction }) => direction === 'in')
    const went = sum(({ direction }) => direction === 'out')
    const unknown = sum(({ direction }) => direction === null)
    const row = (label: string, { rows, minor }: { rows: number; minor: number }) =>
      line([label, styles.plain], [rows, styles.count], money(minor))
    line()
    heads(
      [say('workbook.flowTitle'), say('workbook.rows'), `${say('workbook.amount')} ${currency}`],
      [1, 2],
    )
    const first = row(say('workbook.cashIn'), came)
    const second = row(say('workbook.cashOut'), went)
    line(
      [say('workbook.net'), styles.total],
      ['', styles.total],
      formula(`C${first}-C${second}`, came.minor - went.minor, styles.totalMoney(currency)),
    )
    row(say('workbook.unclassified'), unknown)
    if (unknown.rows > 0) line([say('workbook.unclassifiedHelp'), styles.note])

    line()
    heads(
      [say('workbook.natureTitle'), say('workbook.rows'), `${say('workbook.amount')} ${currency}`],
      [1, 2],
    )
    for (const nature of ['collection', 'resale', 'cash-out', null] as const) {
      const part = sum((flow) => flow.nature === nature)
      row(say(`workbook.natures.${nature ?? 'none'}`), part)
    }
    line([say('workbook.natureHelp'), styles.note])
  }
}

/** The rates that the accountant typed; the base is the accountant's to write, too. */
function addTaxes({ request, say, styles, currency }: Book, { line, heads, next }: Lines): void {
  const { taxRates } = request.business
  if (taxRates.length === 0) return
  line()
  heads(
    [
      say('workbook.taxTitle'),
      say('workbook.taxRate'),
      `${say('workbook.taxBase')} ${currency}`,
      `${say('workbook.tax')} ${currency}`,
    ],
    [1, 2, 3],
  )
  for (const { name, rate } of taxRates) {
    const fraction = rateFraction(rate)
    const at = next()
    line(
      [name, styles.plain],
      [rate, { ...styles.text, alignment: { horizontal: 'right' } }],
      ['', styles.input(currency)],
      fraction === null
        ? null
        : [{ formula: `ROUND(N(C${at})*${fraction},2)`, result: 0 }, styles.money(currency)],
    )
  }
  line([say('workbook.taxHelp'), styles.note])
}

function currenciesOf(flows: readonly Flow[]): string[] {
  return [...new Set(flows.map(({ currency }) => currency))].filter(Boolean).toSorted()
}

function filterWords({ request: { filter }, say }: Book, totals: ReportTotals): string {
  const parts = filterParts(filter, totals, {
    status: say('workbook.status'),
    product: say('workbook.product'),
    category: say('workbook.category'),
    none: say('workbook.noProduct'),
    unreadable: say('workbook.onlyUnreadable'),
  })
  return parts.join(' · ') || say('workbook.noFilter')
}
