import { completenessWords } from '../../export/report-facts.ts'
import { hasRows, type Book } from '../book.ts'
import { bookDays } from '../figures/book-days.ts'
import { earningsOf } from '../figures/earnings.ts'
import type { Cell, Lines } from '../figures/lines.ts'
import { sumOfFlows } from '../figures/flows.ts'
import { moneyCells } from './table.ts'

/** What an owner reads in ten seconds: earned, collected for others, owed, differences, and how far to trust it. */
export async function addEssentials(book: Book, lines: Lines): Promise<void> {
  const { say, styles, currency, request } = book
  const { money, seen } = moneyCells(book, currency)
  /** A figure and what it is of; where it is not known, that alone. */
  const row = (label: string, minor: number | null, note: string) => {
    const figure: Cell = minor === null ? seen(null) : money(minor)
    lines.line([label, styles.label], figure, [note, styles.note])
  }
  lines.line()
  lines.heads([say('workbook.essentials.title'), `${say('workbook.amount')} ${currency}`], [1])
  if (request.commissions) addEarned(book, row)
  await addForOthers(book, row)
  addShopSales(book, row)
  if (book.journal) addOwed(book, row)
  await addDifferences(book, row)
  for (const { kind, facts } of book.reports) {
    const { completeness } = facts
    const style = completeness.complete ? styles.plain : styles.warning
    const trust = `${say('workbook.essentials.trust')}: ${say(`workbook.sheet.${kind}`).toLowerCase()}`
    // One a line: what is wider than the sheet makes all of its page smaller.
    for (const [at, sentence] of completenessWords(completeness, say).entries()) {
      lines.fact(at === 0 ? trust : '', sentence, style)
    }
  }
}

type Row = (label: string, minor: number | null, note: string) => void

function addEarned(book: Book, row: Row): void {
  const { say } = book
  const { quoted, known, sales, observed, days, all } = earningsOf(book)
  row(
    say('workbook.essentials.quoted'),
    known === 0 ? null : quoted,
    say(book.registers ? 'workbook.essentials.knownOfAll' : 'workbook.essentials.known', {
      known,
      sales,
    }),
  )
  row(
    say('workbook.essentials.profits'),
    observed,
    observed === null
      ? say('workbook.essentials.unseen')
      : say('workbook.essentials.seenDays', { days, all }),
  )
}

/** What was collected for a third party, as far as products were classified. */
async function addForOthers({ reports, flowsOf, currency, say }: Book, row: Row): Promise<void> {
  const sales = reports.find(({ kind }) => kind === 'sales')
  if (!sales) return
  const flows = (await flowsOf(sales.facts.selection)).filter(
    (flow) => flow.state === 'APPROVED' && flow.currency === currency,
  )
  const of = (nature: 'collection' | null) =>
    sumOfFlows(flows.filter((one) => one.nature === nature))
  const [collected, open] = [of('collection'), of(null)]
  const isUnknown = collected.rows === 0 && open.rows > 0
  row(
    say('workbook.essentials.forOthers'),
    isUnknown ? null : collected.minor,
    open.rows > 0
      ? say('workbook.essentials.unclassified', open.rows)
      : say('workbook.essentials.collected', collected.rows),
  )
}

/** What the shop sold of its own goods through the drawer, where it wrote that down. */
function addShopSales({ books, currency, say }: Book, row: Row): void {
  const drawers = books.closes
    .flatMap((close) => close.drawers)
    .filter((one) => one.currency === currency && one.shopSales !== 0)
  if (drawers.length === 0) return
  const sum = drawers.reduce((total, { shopSales }) => total + shopSales, 0)
  row(
    say('workbook.essentials.shopSales'),
    sum,
    say('workbook.essentials.shopSalesOf', drawers.length),
  )
}

/** What the shop owes customers as the file is made, and what customers of the period owe it. */
function addOwed({ books, currency, say }: Book, row: Row): void {
  for (const what of ['owed', 'credit'] as const) {
    const sum = books[what].find(({ total }) => total.currency === currency)
    row(
      say(`workbook.essentials.${what}`),
      sum?.total.minor ?? 0,
      say(`workbook.essentials.${what}Of`, sum?.count ?? 0),
    )
  }
}

/** What did not fit: in the drawers when they were closed, and in the prepaid account. */
async function addDifferences(book: Book, row: Row): Promise<void> {
  const { books, currency, say, request } = book
  const drawers = books.closes
    .flatMap((close) => close.drawers)
    .filter((one) => one.currency === currency)
  const off = drawers.flatMap(({ difference }) => (difference?.minor ? [difference.minor] : []))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  if (drawers.length > 0) {
    const said = { off: off.length, all: drawers.length }
    row(say('workbook.essentials.tills'), sum(off), say('workbook.essentials.tillsOf', said))
  }
  if (!request.commissions || !hasRows(book)) return
  const days = await bookDays(book)
  const seen = days.flatMap(({ calculated, observed }) =>
    calculated === null || observed === null ? [] : [observed - calculated],
  )
  row(
    say('workbook.essentials.prepaid'),
    seen.length === 0 ? null : sum(seen),
    seen.length === 0
      ? say('workbook.essentials.unseen')
      : say('workbook.essentials.seenDays', { days: seen.length, all: days.length }),
  )
}
