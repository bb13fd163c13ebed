import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import {
  reportFilterSchema,
  type Completeness,
  type ReportTotals,
} from '../../shared/contract/reports.ts'
import { isDay } from '../../shared/domain/dates.ts'
import { reportKindSchema } from '../../shared/domain/transaction.ts'
import { oneOf, onlyWord, type CommandLine } from './arguments.ts'
import type { Command } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { table, type Output } from './output.ts'
import { withSession, type Session } from './session.ts'
import { UsageError } from './usage.ts'

const everything = reportFilterSchema.parse({})

/** `report sales|buys --from DAY --to DAY`: brings the range whole, says its totals, writes the file. */
export const report: Command = (line, output) => {
  const kind = oneOf(reportKindSchema, onlyWord(line, 'report sales|buys'), 'report')
  const range = { kind, from: dayOf(line, 'from'), to: dayOf(line, 'to') }
  const file = fileOf(line)
  return withSession(line, 'read', async (session) => {
    const { handlers } = session.features
    const jobId = randomUUID()
    const forget = session.on('reports.progress', ({ phase, done, total, rows }) =>
      output.progress(`${phases(output)[phase]} ${done}/${total} (${rows})`),
    )
    const completeness = await handlers['reports.gather']({ ...range, jobId })
    const totals = await handlers['reports.totals']({ ...range, filter: everything })
    const written = file
      ? await handlers['reports.export']({
          ...range,
          ...file,
          filter: everything,
          language: output.language,
          ...{ kinds: [], full: false, separator: null },
          jobId,
        })
      : null
    forget()
    if (!completeness.complete) output.progress(doubts(completeness, output))
    output.result({ completeness, totals, file: written }, [
      ...totalLines(totals, session),
      ...(written ? [written.path] : []),
    ])
    return exitCodes.done
  })
}

/** What a report is doing, in words. */
function phases({ text }: Output) {
  return {
    gather: text('Trayendo', 'Fetching'),
    export: text('Escribiendo', 'Writing'),
  }
}

function dayOf({ options }: CommandLine, name: 'from' | 'to'): string {
  const day = options.text(name) ?? ''
  if (!isDay(day)) throw new UsageError(`--${name} ${day || 'YYYY-MM-DD'}`)
  return day
}

function fileOf({ options }: CommandLine): { format: 'xlsx' | 'csv'; path: string } | null {
  const [xlsx, csv] = [options.text('xlsx'), options.text('csv')]
  if (xlsx !== undefined && csv !== undefined) throw new UsageError('--xlsx | --csv')
  if (xlsx !== undefined) return { format: 'xlsx', path: resolve(xlsx) }
  return csv === undefined ? null : { format: 'csv', path: resolve(csv) }
}

function totalLines({ rows, amount, byStatus }: ReportTotals, { money }: Session): string[] {
  return table([
    ['Total', String(rows), amount.map(money).join(' + ')],
    ...byStatus.map((one) => [one.name, String(one.rows), one.amount.map(money).join(' + ')]),
  ])
}

/** Why the range cannot be called whole. */
function doubts({ missingDays, saturatedDays }: Completeness, output: Output): string {
  return [
    output.text('El informe no se puede dar por completo.', 'The report cannot be called whole.'),
    missingDays.length > 0
      ? `${output.text('Días sin comprobar', 'Days not proven')}: ${missingDays.join(', ')}.`
      : '',
    saturatedDays.length > 0
      ? `${output.text('Días llenos', 'Full days')}: ${saturatedDays.join(', ')}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
