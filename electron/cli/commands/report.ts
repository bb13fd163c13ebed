import { randomUUID } from 'node:crypto'
import {
  reportFilterSchema,
  type Completeness,
  type FileLack,
  type ReportTotals,
} from '../../../shared/contract/reports.ts'
import type { ReportKind } from '../../../shared/domain/sale/transaction.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { table, type Output } from '../output.ts'
import { reportOptions } from '../report-options.ts'
import { withSession, type Session } from '../session.ts'

const everything = reportFilterSchema.parse({})

/** `report`: brings a range whole, says its totals, writes the accountant's workbook or a CSV. */
export const report: Command = (line, output) => {
  // What is asked wrongly is said before anything is opened.
  reportOptions(line, Date.now())
  return withSession(line, 'read', async (session) => {
    const { handlers } = session.features
    const named = ['this', 'last'].includes(line.options.text('month') ?? '')
    const asked = reportOptions(line, named ? await session.serviceNow() : Date.now())
    const { kind, kinds, range, file, full, separator, quiet } = asked
    const path = file ? await session.approve(file.path) : ''
    const jobId = randomUUID()
    const forget = session.on('reports.progress', ({ phase, done, total, rows }) => {
      if (!quiet) output.progress(`${phases(output)[phase]} ${done}/${total} (${rows})`)
    })
    const brought = new Map<ReportKind, { completeness: Completeness; totals: ReportTotals }>()
    for (const one of kinds) {
      const completeness = await handlers['reports.gather']({ kind: one, ...range, jobId })
      const of = { kind: one, ...range, filter: everything }
      brought.set(one, { completeness, totals: await handlers['reports.totals'](of) })
    }
    const written = file
      ? await handlers['reports.export']({
          ...{ kind, ...range, format: file.format, path, filter: everything, jobId },
          ...{ kinds, full, separator, language: output.language },
        })
      : null
    forget()
    for (const one of written?.lacks ?? []) output.progress(lackWords(one, output))
    const incomplete = [...brought].filter(([, { completeness }]) => !completeness.complete)
    for (const [one, { completeness }] of incomplete) {
      output.progress(doubts(one, completeness, output))
    }
    const lines = [...brought].flatMap(([one, { totals }]) =>
      totalLines(kindName(one, output), totals, session),
    )
    output.result({ ...brought.get(kind), ...Object.fromEntries(brought), file: written }, [
      ...(quiet ? [] : lines),
      ...(written ? [written.path] : []),
    ])
    return asked.strict && incomplete.length > 0 ? exitCodes.incomplete : exitCodes.done
  })
}

/** What a report is doing, in words. */
function phases({ text }: Output) {
  return {
    gather: text('Trayendo', 'Fetching'),
    export: text('Escribiendo', 'Writing'),
  }
}

function totalLines(
  name: string,
  { rows, amount, byStatus }: ReportTotals,
  { money }: Session,
): string[] {
  return table([
    [`Total ${name}`, String(rows), amount.map(money).join(' + ')],
    ...byStatus.map((one) => [one.name, String(one.rows), one.amount.map(money).join(' + ')]),
  ])
}

function kindName(kind: ReportKind, { text }: Output): string {
  return { sales: text('ventas', 'sales'), buys: text('compras', 'purchases') }[kind]
}

/** What the file has no column of, as far as it should have one. */
function lackWords(lack: FileLack, { text }: Output): string {
  return {
    journal: text(
      'El registro de esta caja no se pudo leer: el archivo no tiene sus datos (referencias, costos, comisiones, conciliación).',
      'The journal of this register could not be read: the file has none of its data (references, costs, commissions, reconciliation).',
    ),
    commissions: text('El archivo no tiene comisiones.', 'The file has no commissions.'),
  }[lack]
}

/** Why the range cannot be called whole. */
function doubts(
  kind: ReportKind,
  { missingDays, saturatedDays, unlistedSales }: Completeness,
  output: Output,
): string {
  const { text } = output
  const name = kindName(kind, output)
  return [
    text(
      `El reporte de ${name} no se puede dar por completo.`,
      `The report of ${name} cannot be called whole.`,
    ),
    missingDays.length > 0
      ? `${text('Días sin comprobar', 'Days not proven')}: ${missingDays.join(', ')}.`
      : '',
    saturatedDays.length > 0
      ? `${text('Días llenos', 'Full days')}: ${saturatedDays.join(', ')}.`
      : '',
    unlistedSales > 0
      ? text(
          `Ventas de esta caja que aún no aparecen en la lista del servicio: ${unlistedSales}.`,
          `Sales of this register that are not yet in the service's list: ${unlistedSales}.`,
        )
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
