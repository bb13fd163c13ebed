import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { calls } from '../../../shared/contract/index.ts'
import { formatNameSchema, type BookMonth } from '../../../shared/contract/accounting/books.ts'
import { behindSaid } from '../../../shared/domain/books/behind.ts'
import { isExceptional } from '../../../shared/domain/books/close.ts'
import { closedElsewhereSaid } from '../../../shared/domain/books/closed-elsewhere.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { monthOf as daysOfMonth } from '../../../shared/domain/time/range.ts'
import { fileSaid } from '../../../shared/domain/people/audit-line.ts'
import { reportKindSchema } from '../../../shared/domain/sale/transaction.ts'
import { noWords, oneOf, type CommandLine } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { table, type Output } from '../output.ts'
import { withSession, type Session } from '../session.ts'
import { signInAs, signInOf } from '../sign-in.ts'
import { tellOpening } from '../tell-opening.ts'
import { missing, notAllowed } from '../usage.ts'

/**
 * `entries --month YYYY-MM`: the month's entries by account, as they would be closed or were; with `--format` and `--out`
 * the files of a closed month.
 */
export const entriesCommand: Command = (line, output) => {
  noWords(line)
  const month = monthOf(line)
  const named = line.options.text('format')
  if (named === undefined) {
    return withSession(line, 'read', async (session) => {
      const found = await broughtMonth(session, month)
      tellMonth(found, session, output)
      return exitOf(found)
    })
  }
  const format = oneOf(formatNameSchema, named, '--format')
  const file = line.options.text('out')
  if (!file?.trim()) throw missing('--out FILE')
  return withSession(
    line,
    'write',
    async (session) => {
      await signInAs(session, signInOf(line), calls['books.export'].right)
      const { handlers, presence, note } = session.features
      const path = await session.approve(resolve(file.replaceAll('{month}', month)))
      const of = { month, format, path, language: output.language }
      const written = await handlers['books.export'](of)
      const said = { subject: fileSaid(path), detail: `${month} ${format}: ${written.vouchers}` }
      note('books.export', said, presence.current())
      output.result(written, written.paths)
      if (format === 'siigo') output.progress(output.say('cli.books.untried'))
      return exitCodes.done
    },
    tellOpening(output),
  )
}

/** `close --month YYYY-MM [--reason TEXT]`: brings the month's reports and closes it. */
export const closeCommand: Command = (line, output) => {
  noWords(line)
  const month = monthOf(line)
  const reason = line.options.text('reason') ?? ''
  return withSession(
    line,
    'write',
    async (session) => {
      await signInAs(session, signInOf(line), calls['books.close'].right)
      tellUnmapped(await broughtMonth(session, month), output)
      const closed = await session.features.handlers['books.close']({ month, reason })
      const { note, presence } = session.features
      note('books.close', { subject: month, detail: reason }, presence.current())
      tellMonth(closed, session, output)
      return exitOf(closed)
    },
    tellOpening(output),
  )
}

function monthOf({ options }: CommandLine): string {
  const month = options.text('month')
  if (month === undefined) throw missing('--month YYYY-MM')
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw notAllowed(`--month ${month}`, 'YYYY-MM')
  return month
}

/** As it was closed; an open month with what its reports lack brought first. */
async function broughtMonth({ features }: Session, month: string): Promise<BookMonth> {
  const { handlers } = features
  const stored = await handlers['books.month']({ month })
  if (stored.close) return stored
  for (const kind of reportKindSchema.options) {
    await handlers['reports.gather']({ kind, ...daysOfMonth(`${month}-01`), jobId: randomUUID() })
  }
  return handlers['books.month']({ month })
}

const exitOf = ({ exceptions }: BookMonth) =>
  isExceptional(exceptions) ? exitCodes.incomplete : exitCodes.done

function tellMonth(found: BookMonth, { money }: Session, output: Output): void {
  const { say } = output
  const { days, unlisted, unreadable, differences, behind } = found.exceptions
  if (days.length > 0) output.progress(say('books.unproven', { days: days.join(' ') }))
  if (unlisted > 0) output.progress(say('books.unlisted', { count: unlisted }))
  if (unreadable > 0) output.progress(say('books.unreadable', { count: unreadable }))
  if (differences.length > 0)
    output.progress(say('books.differences', { of: differences.join(' ') }))
  if (behind.length > 0)
    output.progress(say('books.behind', { registers: behindSaid(behind, say) }))
  for (const line of closedElsewhereSaid(found.elsewhere, say, serviceDay)) output.progress(line)
  tellUnmapped(found, output)
  const heading = (['account', 'role', 'debit', 'credit'] as const).map((one) =>
    say(`books.column.${one}`),
  )
  const rows = found.totals.map(({ account, role, currency, debit, credit }) => [
    account || '—',
    say(`books.role.${role}`),
    money({ minor: debit, currency }),
    money({ minor: credit, currency }),
  ])
  const state = found.close
    ? say('cli.books.closed', { month: found.month, number: found.close.number })
    : say('cli.books.open', { month: found.month })
  output.result(found, [state, ...(rows.length > 0 ? table([heading, ...rows]) : [])])
}

function tellUnmapped({ unmapped }: BookMonth, { progress, say }: Output): void {
  for (const { role, part } of unmapped) {
    progress(say('cli.books.unmapped', { role: `${say(`books.role.${role}`)} ${part}`.trim() }))
  }
}
