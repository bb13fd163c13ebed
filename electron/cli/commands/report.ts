import { randomUUID } from 'node:crypto'
import {
  chosenNames,
  isRestricted,
  type Completeness,
  type FileLack,
  type ReportFilter,
  type ReportTotals,
} from '../../../shared/contract/reports.ts'
import type { ReportKind } from '../../../shared/domain/sale/transaction.ts'
import { UsageError } from '../usage.ts'
import type { Command } from '../command.ts'
import { freshCatalog } from './catalog.ts'
import { exitCodes } from '../exit-codes.ts'
import { table, type Output } from '../output.ts'
import { reportOptions } from '../report-options.ts'
import { withSession, type Session } from '../session.ts'

/** `report`: brings a range whole, says its totals, writes the accountant's workbook or a CSV. */
export const report: Command = (line, output) => {
  // What is asked wrongly is said before anything is opened.
  reportOptions(line, Date.now())
  return withSession(line, 'read', async (session) => {
    const { handlers } = session.features
    const named = ['this', 'last'].includes(line.options.text('month') ?? '')
    const asked = reportOptions(line, named ? await session.serviceNow() : Date.now())
    const { kind, kinds, range, filter, file, full, separator, quiet } = asked
    await bringCategories(filter, session, output)
    const path = file ? await session.approve(file.path) : ''
    const jobId = randomUUID()
    const forget = session.on('reports.progress', ({ phase, done, total, rows }) => {
      if (!quiet) output.progress(`${phases(output)[phase]} ${done}/${total} (${rows})`)
    })
    const brought = new Map<ReportKind, { completeness: Completeness; totals: ReportTotals }>()
    for (const one of kinds) {
      const completeness = await handlers['reports.gather']({ kind: one, ...range, jobId })
      const of = { kind: one, ...range, filter }
      brought.set(one, { completeness, totals: await handlers['reports.totals'](of) })
    }
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
    for (const one of written?.lacks ?? []) output.progress(lackWords(one, output))
    const incomplete = [...brought].filter(([, { completeness }]) => !completeness.complete)
    for (const [one, { completeness }] of incomplete) {
      output.progress(doubts(one, completeness, output))
    }
    const filtered = isRestricted(filter)
    const lines = [...brought].flatMap(([one, { totals }]) => {
      if (filtered) output.progress(filterWords(filter, totals, output))
      const name = kindName(one, output)
      return totalLines(filtered ? `${name} ${filteredWord(output)}` : name, totals, session)
    })
    const found = { ...brought.get(kind), ...Object.fromEntries(brought) }
    output.result({ ...found, filter: filtered ? filter : null, file: written }, [
      ...(quiet ? [] : lines),
      ...(written ? [written.path] : []),
    ])
    return asked.strict && incomplete.length > 0 ? exitCodes.incomplete : exitCodes.done
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
    throw new UsageError(`--category ${unknown}: none, ${[...known.values()].join(', ')}`)
  }
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

const filteredWord = ({ text }: Output) => text('con filtro', 'filtered')

/** What a report was restricted to: completeness is that of its days, and this is not all that they hold. */
function filterWords(filter: ReportFilter, totals: ReportTotals, { text }: Output): string {
  const chosen = chosenNames(filter, totals)
  const none = text('ninguno', 'none')
  const named = (part: keyof typeof chosen, word: string) =>
    chosen[part].length > 0 ? [`${word}: ${chosen[part].map((one) => one || none).join(', ')}`] : []
  const parts = [
    ...named('status', text('estado', 'status')),
    ...named('product', text('producto', 'product')),
    ...named('category', text('categoría', 'category')),
    ...(filter.unreadable
      ? [text('solo filas con algún dato ilegible', 'unreadable rows only')]
      : []),
    ...(filter.text.trim() ? [`«${filter.text.trim()}»`] : []),
  ]
  return text(
    `Con filtro (${parts.join(' · ')}): no son todas las operaciones del periodo.`,
    `Filtered (${parts.join(' · ')}): these are not all transactions of the period.`,
  )
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
