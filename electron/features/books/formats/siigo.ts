import type { Entry, EntryVoucher } from '../../../../shared/domain/books/chart.ts'
import { byCurrency, describe, type EntryFormat, type FormatFacts } from './format.ts'
import { amountOf, sheetFile, type Cell } from './sheet-file.ts'

// Siigo Nube's import of accounting vouchers, as far as its columns are public. Never tried in Siigo.

/** Below 500 rows a file, the heading among them. */
const mostLines = 498

const columns = [
  ...['Tipo de comprobante', 'Consecutivo comprobante', 'Fecha de elaboración', 'Sigla moneda'],
  ...['Tasa de cambio', 'Código cuenta contable', 'Identificación tercero', 'Sucursal'],
  ...['Código producto', 'Código de bodega', 'Acción', 'Cantidad producto', 'Prefijo'],
  ...['Consecutivo', 'No. cuota', 'Fecha vencimiento', 'Código impuesto'],
  ...['Código grupo activo fijo', 'Código activo fijo', 'Descripción'],
  ...['Código centro/subcentro de costos', 'Débito', 'Crédito', 'Observaciones'],
  ...['Base gravable libro compras/ventas', 'Base exenta libro compras/ventas', 'Mes de cierre'],
]

/** A voucher, or a balanced part of one that no file holds. */
interface Part {
  voucher: EntryVoucher
  number: number
  lines: Pick<Entry, 'account' | 'third' | 'centre' | 'side' | 'minor'>[]
}

export const siigo: EntryFormat = {
  ending: '.xlsx',
  async files(entries, facts) {
    let number = 0
    const files: Buffer[] = []
    for (const [, vouchers] of byCurrency(entries)) {
      const parts = vouchers.flatMap((voucher) =>
        balancedParts(voucher.lines, mostLines).map((lines): Part => {
          number += 1
          return { voucher, number, lines }
        }),
      )
      for (const file of filesOf(parts)) {
        const rows = file.flatMap((part) => part.lines.map((line) => rowOf(part, line, facts)))
        files.push(await sheetFile(facts.say('books.sheet'), [columns, ...rows]))
      }
    }
    return files
  },
}

/** Whole vouchers, as many as a file takes. */
function filesOf(parts: readonly Part[]): Part[][] {
  const files: Part[][] = []
  let lines = Infinity
  for (const part of parts) {
    if (lines + part.lines.length > mostLines) {
      files.push([])
      lines = 0
    }
    files.at(-1)?.push(part)
    lines += part.lines.length
  }
  return files
}

function rowOf({ voucher, number }: Part, line: Part['lines'][number], facts: FormatFacts): Cell[] {
  const [year, month, day] = voucher.day.split('-')
  const cells: Record<string, Cell> = {
    'Tipo de comprobante': facts.chart.voucherType,
    'Consecutivo comprobante': Number(
      `${facts.month.replace('-', '')}${String(number).padStart(4, '0')}`,
    ),
    'Fecha de elaboración': `${day}/${month}/${year}`,
    'Sigla moneda': voucher.currency,
    'Código cuenta contable': line.account,
    'Identificación tercero': line.third,
    Descripción: describe(voucher, facts),
    'Código centro/subcentro de costos': line.centre,
    Débito: line.side === 'debit' ? amountOf(line.minor) : 0,
    Crédito: line.side === 'credit' ? amountOf(line.minor) : 0,
    Observaciones: voucher.id,
  }
  return columns.map((name) => cells[name] ?? null)
}

/**
 * The lines of a voucher in parts of `most` at most that each balance: debits and credits are taken against each other,
 * and what a part does not finish goes on in the next.
 */
export function balancedParts<L extends Pick<Entry, 'side' | 'minor'>>(
  lines: readonly L[],
  most: number,
): L[][] {
  if (lines.length <= most) return [[...lines]]
  const left = lines.map((line) => ({ line, minor: line.minor }))
  const sides = [
    left.filter(({ line }) => line.side === 'debit'),
    left.filter(({ line }) => line.side === 'credit'),
  ]
  const [debits = [], credits = []] = sides
  const parts: Map<L, number>[] = [new Map<L, number>()]
  for (let [at, to] = [0, 0]; at < debits.length && to < credits.length;) {
    const [one, other] = [debits[at], credits[to]]
    if (!one || !other) break
    let part = parts.at(-1) ?? new Map<L, number>()
    const added = Number(!part.has(one.line)) + Number(!part.has(other.line))
    if (part.size + added > most) parts.push((part = new Map<L, number>()))
    const minor = Math.min(one.minor, other.minor)
    for (const half of [one, other]) {
      part.set(half.line, (part.get(half.line) ?? 0) + minor)
      half.minor -= minor
    }
    if (one.minor === 0) at += 1
    if (other.minor === 0) to += 1
  }
  return parts.map((part) => [...part].map(([line, minor]) => ({ ...line, minor })))
}
