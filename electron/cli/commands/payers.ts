import { randomUUID } from 'node:crypto'
import { calls } from '../../../shared/contract/index.ts'
import { minorFromDecimal } from '../../../shared/domain/money/money.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { fileSaid } from '../../../shared/domain/people/audit-line.ts'
import { noWords, type CommandLine } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { endingAs } from '../report-options.ts'
import { withSession } from '../session.ts'
import { signInAs, signInOf } from '../sign-in.ts'
import { tellOpening } from '../tell-opening.ts'
import { missing, notAllowed } from '../usage.ts'

/**
 * `payers --year YYYY [--least AMOUNT] --out FILE`: brings the year's sales and writes who paid for third parties, by
 * document. Days that are not proven and rows that cannot be read make an exit code of their own.
 */
export const payersCommand: Command = (line, output) => {
  noWords(line)
  const { year, least } = { year: yearOf(line), least: leastOf(line) }
  const named = line.options.text('out')
  if (!named?.trim()) throw missing('--out FILE')
  const file = endingAs('csv', named, `--out ${named}`)
  return withSession(
    line,
    'write',
    async (session) => {
      await signInAs(session, signInOf(line), calls['books.payers'].right)
      const { handlers, presence, note } = session.features
      const [end, today] = [`${year}-12-31`, serviceDay(await session.serviceNow())]
      const days = { from: `${year}-01-01`, to: end < today ? end : today }
      if (days.to < days.from) throw notAllowed(`--year ${year}`, today.slice(0, 4))
      await handlers['reports.gather']({ kind: 'sales', ...days, jobId: randomUUID() })
      const path = await session.approve(file)
      const written = await handlers['books.payers']({
        year,
        least,
        path,
        language: output.language,
      })
      const said = { subject: fileSaid(path), detail: `${year}: ${written.payers}` }
      note('books.payers', said, presence.current())
      const { unproven, unreadable } = written
      if (unproven > 0) output.progress(output.say('cli.books.daysUnproven', unproven))
      if (unreadable > 0) output.progress(output.say('cli.books.rowsUnreadable', unreadable))
      if (written.payers === 0) output.progress(output.say('cli.books.noPayers'))
      output.result(written, [path])
      return unproven + unreadable > 0 ? exitCodes.incomplete : exitCodes.done
    },
    tellOpening(output),
  )
}

function yearOf({ options }: CommandLine): number {
  const year = options.text('year')
  if (year === undefined) throw missing('--year YYYY')
  if (!/^20\d\d$/.test(year)) throw notAllowed(`--year ${year}`, 'YYYY')
  return Number(year)
}

/** In the currency's units, with a point: `500000` or `120.50`. */
function leastOf({ options }: CommandLine): number {
  const said = options.text('least')
  if (said === undefined) return 0
  const minor = minorFromDecimal(said)
  if (minor === null || minor < 0) throw notAllowed(`--least ${said}`, '500000, 120.50')
  return minor
}
