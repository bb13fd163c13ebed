import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { BookMonth } from '../../../shared/contract/accounting/books.ts'
import type { CallOutput, CallsOf, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import { chartSchema, inBranch } from '../../../shared/domain/books/chart.ts'
import { suggestedAccounts } from '../../../shared/domain/books/suggestions.ts'
import { behindSaid, type OtherRegisters } from '../../../shared/domain/books/behind.ts'
import {
  closedElsewhere,
  nothingClosedElsewhere,
} from '../../../shared/domain/books/closed-elsewhere.ts'
import { decidedIn } from '../../../shared/domain/books/decided.ts'
import type { BookExceptions } from '../../../shared/domain/books/close.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { dayRangeBounds } from '../../../shared/domain/time/dates.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'
import { Failure } from '../../../shared/errors.ts'
import { words, type Translate } from '../../../shared/words/words.ts'
import type { AccountDeps } from '../../deps.ts'
import { isTaken, saveFile } from '../../store/files/save-file.ts'
import { chartFile, readChartFile } from './chart-file.ts'
import { formats } from './formats/formats.ts'
import { withLines } from './formats/format.ts'
import {
  monthSaid,
  needsReason,
  readMonth,
  salesOfLine,
  type Month,
  type MonthReader,
} from './months.ts'
import { writePayers } from './payers.ts'
import { createTypedEntryCalls } from './typed-entries.ts'

/** What the books need of the rest of the house. */
export interface BooksDeps extends Pick<
  AccountDeps,
  'journal' | 'profile' | 'now' | 'decimalSign'
> {
  /** A month as the reports have it. */
  source: (
    profileId: string,
    ...of: Parameters<MonthReader['source']>
  ) => ReturnType<MonthReader['source']>
  /** Rows of the report by their ids. */
  rowsOf: (
    profileId: string,
    ids: readonly string[],
  ) => { id: string; day: string; product: string; amount: Money }[]
  /** What the database behind the registers last told of the others, to this very one; left out: nothing. */
  others?: () => OtherRegisters | null
  /** The code of this register, as its papers name it. */
  registerCode: () => string
  cashier: () => string | null
  /** Whether who is here may close a month of which something is not proven. */
  mayCloseUnproven: () => boolean
  mustBeApproved: (path: string) => void
}

/** @throws Failure NO_PROFILE */
function activeOf({ profile }: Pick<BooksDeps, 'profile'>) {
  const active = profile()
  if (!active) throw new Failure('NO_PROFILE')
  return active
}

/** The accountant's books: see shared/contract/accounting/books.ts. */
export function createBooks(deps: BooksDeps): Handlers<CallsOf<'books'>> {
  const { now, registerCode: code } = deps
  const profile = () => activeOf(deps)
  const table = () => deps.journal.write().books
  function reader(profileId = profile().id): MonthReader {
    const stored = deps.journal.read()?.books ?? nothingYet
    const books = { ...stored, chart: (of: string) => inBranch(stored.chart(of), code()) }
    return { profileId, books, source: (...of) => deps.source(profileId, ...of) }
  }
  const chartAnswer = () => {
    const { id, country } = profile()
    const chart = (deps.journal.read()?.books ?? nothingYet).chart(id)
    const registerBranch = inBranch({ ...chart, branch: '' }, code()).branch
    return { chart, suggested: [...suggestedAccounts[country]], registerBranch }
  }

  return {
    'books.payers': (asked) => writePayers(deps, reader(), asked),
    ...createTypedEntryCalls({
      profileId: () => profile().id,
      read: () => deps.journal.read(),
      write: () => deps.journal.write(),
      month: (month) => readMonth(reader(), month),
      cashier: deps.cashier,
      now,
    }),
    'books.chart': async () => chartAnswer(),
    async 'books.setChart'(chart) {
      table().setChart(profile().id, chart, now())
      return chartAnswer()
    },
    'books.readChart': ({ base64 }) =>
      readChartFile(Buffer.from(base64, 'base64'), chartAnswer().chart),
    async 'books.saveChart'({ path, language }) {
      deps.mustBeApproved(path)
      const { chart, suggested } = chartAnswer()
      const lines = chart.lines.length > 0 ? chart.lines : suggested
      await write(path, await chartFile({ ...chart, lines }, words.in(language)))
      return { path }
    },
    'books.month': async ({ month }) => sayMonth(deps, reader(), month),
    async 'books.sales'({ month, voucher, line }) {
      const read = reader()
      const found = await readMonth(read, month)
      const of = found.entries.find(({ id }) => id === voucher)
      const sales = !of ? [] : line ? await salesOfLine(read, found, of, line) : of.sales
      return soldOf(sales, deps.rowsOf(read.profileId, sales))
    },
    async 'books.close'({ month, reason }) {
      // Whatever is switched while a large month is read: it is of this connection, by this person.
      const [read, closedBy, mayCloseUnproven] = [reader(), deps.cashier(), deps.mayCloseUnproven()]
      const found = await readMonth(read, month)
      mustBeClosable(found, reason)
      if (needsReason(found) && !mayCloseUnproven) throw new Failure('NOT_ALLOWED')
      const { exceptions, entries, facts } = found
      const chart = { ...found.chart, ...(facts && { decided: decidedIn(facts) }) }
      const closed = { month, closedAt: now(), closedBy, exceptions }
      table().close(
        read.profileId,
        { ...closed, reason: needsReason(found) ? reason : '' },
        { chart, vouchers: entries },
      )
      return sayMonth(deps, reader(read.profileId), month)
    },
    async 'books.reopen'({ month, reason }) {
      const { profileId } = reader()
      table().reopen(profileId, month, { at: now(), who: deps.cashier(), reason })
      return {}
    },
    async 'books.export'(asked) {
      deps.mustBeApproved(asked.path)
      const read = reader()
      return writeMonth(await readMonth(read, asked.month), asked, (number) =>
        table().exported(read.profileId, number, asked.format, now()),
      )
    },
  }
}

/** With what the other registers closed of it; a shop of one has none. */
async function sayMonth(deps: BooksDeps, read: MonthReader, month: string): Promise<BookMonth> {
  const found = await readMonth(read, month)
  const journal = deps.journal.read()
  const stream = journal?.outbox.stream()
  if (!journal || !stream) return monthSaid(found, nothingClosedElsewhere)
  const heard = deps.others?.() ?? null
  const { from, to } = monthOf(`${month}-01`)
  const elsewhere = closedElsewhere(
    journal.books.told(read.profileId, month),
    heard?.stream === stream.id ? heard : null,
    { end: dayRangeBounds(from, to).end, isClosedHere: found.close !== null },
  )
  return monthSaid(found, elsewhere)
}

/** Sales by their ids, with what the report has of each. */
function soldOf(
  sales: readonly string[],
  rows: ReturnType<BooksDeps['rowsOf']>,
): CallOutput<'books.sales'> {
  const known = new Map(rows.map((row) => [row.id, row]))
  return sales.map((id) => {
    const row = known.get(id)
    const none = { id, day: '', product: '', amount: { minor: 0, currency: '—' } }
    return { ...(row ?? none), isListed: row !== undefined }
  })
}

/** `left`: told as soon as the first of its files is written. @throws Failure MONTH_NOT_CLOSED */
async function writeMonth(
  { close, chart, entries, exceptions }: Month,
  { month, format, path, language }: ParsedInput<'books.export'>,
  left: (number: number) => void,
): Promise<CallOutput<'books.export'>> {
  if (!close) throw new Failure('MONTH_NOT_CLOSED', { month })
  const say = words.in(language)
  const facts = { month, chart, say, caution: cautionOf(exceptions, say) }
  const files = await formats[format].files(entries, facts)
  const paths = files.map((_, at) => partPath(path, at))
  // Who chose the first one was asked about that one alone.
  for (const [at, file] of files.entries()) {
    if (at > 0) await mustNotDiffer(paths[at] ?? path, file)
  }
  for (const [at, file] of files.entries()) {
    await write(paths[at] ?? path, file)
    if (at === 0) left(close.number)
  }
  const written = withLines(entries)
  const lines = written.reduce((sum, one) => sum + one.lines.length, 0)
  return { paths, vouchers: written.length, lines }
}

/** Nothing was sold, mapped or closed yet. */
const nothingYet: MonthReader['books'] = {
  chart: () => chartSchema.parse({}),
  closes: () => [],
  closed: () => null,
  typed: { between: () => [], find: () => null },
}

/** @throws Failure MONTH_CLOSED, MONTH_RUNNING, BOOKS_UNMAPPED, BOOKS_UNBALANCED, BOOKS_NOT_PROVEN */
function mustBeClosable(found: Month, reason: string): void {
  const { month, unmapped, broken, exceptions } = found
  if (found.close) throw new Failure('MONTH_CLOSED', { month })
  if (!found.hasEnded) throw new Failure('MONTH_RUNNING', { month })
  if (broken.length > 0) throw new Failure('BOOKS_UNBALANCED', { vouchers: broken.join(', ') })
  if (unmapped.length > 0) throw new Failure('BOOKS_UNMAPPED', { count: unmapped.length })
  if (needsReason(found) && reason.length < 5) {
    throw new Failure('BOOKS_NOT_PROVEN', { days: exceptions.days.join(', ') || '—' })
  }
}

/** What each voucher of a month that was not proven whole says. */
function cautionOf(
  { days, unlisted, unreadable, differences, behind }: BookExceptions,
  say: Translate,
): string {
  const parts = [
    days.length > 0 ? say('books.unproven', { days: days.join(' ') }) : '',
    unlisted > 0 ? say('books.unlisted', { count: unlisted }) : '',
    unreadable > 0 ? say('books.unreadable', { count: unreadable }) : '',
    differences.length > 0 ? say('books.differences', { of: differences.join(' ') }) : '',
    behind.length > 0 ? say('books.behind', { registers: behindSaid(behind, say) }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The first part has the chosen name, the others stand beside it: `Asientos (2).xlsx`. */
function partPath(path: string, at: number): string {
  if (at === 0) return path
  const ending = extname(path)
  return `${path.slice(0, path.length - ending.length)} (${at + 1})${ending}`
}

/** What stands there already may only be the same again. @throws Failure FILE_IS_ANOTHER */
async function mustNotDiffer(path: string, file: Buffer): Promise<void> {
  if (!(await isTaken(path))) return
  const there = await readFile(path).catch(() => null)
  if (!there?.equals(file)) throw new Failure('FILE_IS_ANOTHER', { file: basename(path) })
}

const write = (path: string, file: Buffer) =>
  saveFile(path, async (out) => {
    out.end(file)
  })
