import type { CallOutput, ParsedInput } from '../../../shared/contract/index.ts'
import type { SaleFact } from '../../../shared/domain/books/facts.ts'
import { payerLines, type PayerDocument } from '../../../shared/domain/books/payers.ts'
import { decimalFromMinor } from '../../../shared/domain/money/money.ts'
import { csvText } from '../../../shared/domain/text/csv-text.ts'
import { dayRangeBounds, serviceDay } from '../../../shared/domain/time/dates.ts'
import { words } from '../../../shared/words/words.ts'
import type { AccountDeps } from '../../deps.ts'
import { saveText } from '../../store/files/save-file.ts'
import type { MonthReader } from './months.ts'

interface Deps extends Pick<AccountDeps, 'journal' | 'decimalSign' | 'now'> {
  mustBeApproved: (path: string) => void
}
type Asked = ParsedInput<'books.payers'>

/**
 * Writes who paid for third parties in a year, by document: the one file of the books with customers' data in it. Its
 * amounts are those of the entries.
 */
export async function writePayers(
  deps: Deps,
  reader: MonthReader,
  asked: Asked,
): Promise<CallOutput<'books.payers'>> {
  const { year, least, path } = asked
  deps.mustBeApproved(path)
  const chart = reader.books.chart(reader.profileId)
  const sales: SaleFact[] = []
  const documents = new Map<string, PayerDocument>()
  const products = new Map<string, string>()
  const unproven = new Set<string>()
  let unreadable = 0
  for (let month = 1; month <= 12; month += 1) {
    const source = await reader.source(`${year}-${String(month).padStart(2, '0')}`, chart.branch)
    for (const sale of source.facts.sales) sales.push(sale)
    for (const [id, name] of source.products) products.set(id, name)
    const { missingDays, saturatedDays, provisionalDays } = source.sales
    for (const day of [...missingDays, ...saturatedDays, ...provisionalDays]) unproven.add(day)
    unreadable += source.unreadableSales
  }
  const { start, end } = dayRangeBounds(`${year}-01-01`, `${year}-12-31`)
  const book = deps.journal.read()?.bookFacts
  for (const [id, one] of book?.payers(reader.profileId, start, end) ?? []) documents.set(id, one)
  const lines = payerLines(sales, documents, least)
  const beneficiaries = new Map(
    chart.lines.flatMap(({ role, part, third }) => (role === 'third' ? [[part, third]] : [])),
  )
  await saveText(path, csvOf({ lines, products, beneficiaries }, asked, deps.decimalSign()))
  const payers = new Set(lines.flatMap(({ payer }) => (payer ? [payer.document] : []))).size
  // Of a year that runs, what is still to come is nobody's doubt.
  const today = serviceDay(deps.now())
  return { path, payers, unproven: [...unproven].filter((day) => day <= today).length, unreadable }
}

function csvOf(
  of: {
    lines: ReturnType<typeof payerLines>
    products: ReadonlyMap<string, string>
    beneficiaries: ReadonlyMap<string, string>
  },
  { language }: Asked,
  sign: ReturnType<Deps['decimalSign']>,
): string {
  const say = words.in(language)
  const separator = sign === 'comma' ? ';' : ','
  const decimal = (minor: number) =>
    sign === 'comma' ? decimalFromMinor(minor).replace('.', ',') : decimalFromMinor(minor)
  const rows = of.lines.map(({ payer, why, product, currency, count, total, passed }) => [
    payer?.kind ?? '',
    payer?.document ?? (why === 'small' ? say('files.payers.small') : say('files.payers.unknown')),
    of.beneficiaries.get(product) ?? of.beneficiaries.get('') ?? '',
    product,
    of.products.get(product) ?? '',
    String(count),
    decimal(total),
    decimal(passed),
    currency,
  ])
  const text = [say.list('files.payers.columns'), ...rows]
    .map((fields) => fields.map((field) => csvText(field, separator)).join(separator))
    .join('\r\n')
  return `\uFEFF${text}\r\n`
}
