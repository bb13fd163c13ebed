import { randomUUID } from 'node:crypto'
import {
  filterParts,
  isRestricted,
  reportFilterSchema,
  type Completeness,
  type ReportFilter,
  type ReportTotals,
} from '../../../shared/contract/reports.ts'
import type { DayRange } from '../../../shared/domain/time/range.ts'
import type { ReportKind } from '../../../shared/domain/sale/transaction.ts'
import type { BroughtMirror } from '../../features/hub/books/bring-mirror.ts'
import {
  behindWords,
  momentSaid,
  registerNamed,
} from '../../features/reports/export/registers-words.ts'
import { notAllowed } from '../usage.ts'
import type { Command } from '../command.ts'
import { freshCatalog } from './catalog.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { table, type Output } from '../output.ts'
import { overRegisters, registersOption } from '../over-registers.ts'
import { reportOptions, type ReportOptions } from '../report-options.ts'
import { withMirror, withSession, type Session } from '../session.ts'

/** `report`: brings a range whole, says its totals, writes the accountant's workbook or a CSV. */
export const reportCommand: Command = (line, output) => {
  // What is asked wrongly is said before anything is opened; which days have come is the service's to say.
  const { quiet } = reportOptions(line, null)
  const registers = registersOption(line)
  if (registers === null) {
    return withSession(line, 'read', async (session) =>
      report(session, reportOptions(line, await session.serviceNow()), output),
    )
  }
  // The registers are read before the service is asked: their days are told by this computer's clock.
  const asked = reportOptions(line, Date.now())
  if (!quiet) output.progress(output.say('cli.report.reading'))
  return overRegisters(line, registers, asked.range, (mirror) =>
    withMirror(line, mirror, (session) => report(session, asked, output, mirror)),
  )
}

/** `over`: what several registers sent, where it is of them. */
async function report(
  session: Session,
  asked: ReportOptions,
  output: Output,
  over: BroughtMirror | null = null,
): Promise<ExitCode> {
  const { handlers } = session.features
  const { kind, kinds, range, filter, file, full, separator, quiet } = asked
  await bringCategories(filter, session, output)
  const path = file ? await session.approve(file.path) : ''
  const jobId = randomUUID()
  const forget = session.on('reports.progress', ({ phase, done, total, rows }) => {
    // All was stored already: nothing is brought.
    if (quiet || (phase === 'gather' && total === 0)) return
    const count = phase === 'gather' ? ` (${rows})` : ''
    output.progress(`${output.say(`cli.report.${phase}`)} ${done}/${total}${count}`)
  })
  const brought = new Map<ReportKind, { completeness: Completeness; totals: ReportTotals }>()
  const asksNobody = over !== null && session.features.connection.state().token === 'missing'
  if (asksNobody) output.progress(output.say('cli.report.noToken'))
  for (const one of kinds) {
    const completeness = asksNobody
      ? await handlers['reports.completeness']({ kind: one, ...range })
      : await handlers['reports.gather']({ kind: one, ...range, jobId })
    const of = { kind: one, ...range, filter }
    brought.set(one, { completeness, totals: await handlers['reports.totals'](of) })
  }
  await mustKnowProducts(filter, range, session, output)
  const written = file
    ? await handlers['reports.export']({
        ...range,
        kind,
        kinds,
        filter,
        format: file.format,
        path,
        full,
        separator,
        language: output.language,
        jobId,
      })
    : null
  forget()
  if (written && written.sheets > kinds.length && !quiet) {
    output.progress(output.say('cli.report.sheets', { sheets: written.sheets }))
  }
  for (const one of written?.lacks ?? []) output.progress(output.say(`cli.report.lacks.${one}`))
  const incomplete = [...brought].filter(([, { completeness }]) => !completeness.complete)
  for (const [one, { completeness }] of incomplete) {
    output.progress(doubts(one, completeness, output))
  }
  const filtered = isRestricted(filter)
  const lines = [...brought].flatMap(([one, { totals }]) => {
    if (filtered) output.progress(filterWords(filter, totals, output))
    const name = output.say(`cli.report.${one}`)
    const said = filtered ? `${name} ${output.say('cli.report.filtered')}` : name
    const lead = output.say('cli.report.total', { name: said })
    return totalLines(lead, totals, output, session)
  })
  const found = { ...brought.get(kind), ...Object.fromEntries(brought) }
  const registers = over ? { registers: over.read } : {}
  output.result({ ...found, ...registers, filter: filtered ? filter : null, file: written }, [
    ...(quiet ? [] : [...lines, ...registerLines(over, output)]),
    ...(written ? [written.path] : []),
  ])
  return asked.strict && incomplete.length > 0 ? exitCodes.incomplete : exitCodes.done
}

/** Of each register how much was read, and until when all of it is there. */
function registerLines(over: BroughtMirror | null, { say }: Output): string[] {
  return (over?.read.registers ?? []).map(({ code, name, sales, complete }) => {
    const until = complete === null ? say('workbook.registers.never') : momentSaid(complete)
    return say('cli.report.ofRegister', { register: registerNamed({ code, name }), sales, until })
  })
}

/**
 * Which products a category holds is the catalog's to say: without one, a report of it would be empty and look right.
 * @throws UsageError for one that the catalog does not have
 */
async function bringCategories(
  { categoryIds }: ReportFilter,
  { features }: Session,
  output: Output,
): Promise<void> {
  if (categoryIds.length === 0) return
  const { categories } = await freshCatalog(features, output)
  const known = new Map(categories.map(({ id, name }) => [id, `${id} (${name})`]))
  const unknown = categoryIds.find((id) => id !== '' && !known.has(id))
  if (unknown !== undefined) {
    throw notAllowed(`--category ${unknown}`, ['none', ...known.values()])
  }
}

/** The most products that are named where one is not known. */
const mostNamed = 20

/**
 * A product that neither the days nor the catalog have would make an empty report that looks right.
 * @throws UsageError
 */
async function mustKnowProducts(
  { productIds }: ReportFilter,
  range: DayRange,
  { features }: Session,
  output: Output,
): Promise<void> {
  const named = productIds.filter((id) => id !== '')
  if (named.length === 0) return
  const filter = reportFilterSchema.parse({})
  const totals = await features.handlers['reports.totals']({ kind: 'sales', ...range, filter })
  const sold = new Map(totals.byProduct.map(({ id, name }) => [id, `${id} (${name})`]))
  sold.delete('')
  if (named.every((id) => sold.has(id))) return
  const { products } = await freshCatalog(features, output)
  const unknown = named.find((id) => !sold.has(id) && !products.some((one) => one.id === id))
  if (unknown === undefined) return
  const shown = [...sold.values()].slice(0, mostNamed)
  const more = sold.size > mostNamed ? ['…'] : []
  throw notAllowed(`--product ${unknown}`, ['none', ...shown, ...more])
}

/** What was approved first, as in the window: the rest was not sold. */
function totalLines(
  name: string,
  totals: ReportTotals,
  output: Output,
  session: Session,
): string[] {
  const line = (label: string, { rows, amount }: Pick<ReportTotals, 'rows' | 'amount'>) => [
    label,
    String(rows),
    amount.map(session.money).join(' + '),
  ]
  return table([
    line(name, totals.approved),
    ...totals.byStatus.map((one) => line(one.name, one)),
    line(output.say('cli.report.all'), totals),
  ])
}

/** What a report was restricted to: completeness is that of its days, and this is not all that they hold. */
function filterWords(filter: ReportFilter, totals: ReportTotals, { say }: Output): string {
  const parts = filterParts(filter, totals, {
    status: say('cli.report.status'),
    product: say('cli.report.product'),
    category: say('cli.report.category'),
    none: say('cli.report.none'),
    unreadable: say('cli.report.unreadable'),
  })
  return say('cli.report.filter', { parts: parts.join(' · ') })
}

/** Why the range cannot be called whole. */
function doubts(
  kind: ReportKind,
  { missingDays, saturatedDays, unlistedSales, behind }: Completeness,
  output: Output,
): string {
  const { say } = output
  return [
    say('cli.report.doubts', { name: say(`cli.report.${kind}`) }),
    missingDays.length > 0 ? say('cli.report.missingDays', { days: missingDays.join(', ') }) : '',
    saturatedDays.length > 0
      ? say('cli.report.saturatedDays', { days: saturatedDays.join(', ') })
      : '',
    unlistedSales > 0 ? say('cli.report.unlisted', { count: unlistedSales }) : '',
    ...behindWords(behind ?? [], say),
  ]
    .filter(Boolean)
    .join(' ')
}
