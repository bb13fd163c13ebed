import { setImmediate as pause } from 'node:timers/promises'
import { words, type Language } from '../../../shared/words/words.ts'
import { csvText } from '../../../shared/domain/text/csv-text.ts'
import { serviceLocal } from '../../../shared/domain/time/dates.ts'
import { decimalFromMinor } from '../../../shared/domain/money/money.ts'
import { saleSchema, type Sale, type SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { ClaimEvent } from '../../../shared/domain/claim/claim.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import type { DrawerNote } from '../../store/erasure/personal.ts'
import type { CustomerTraces } from '../../store/search/journal-search.ts'

/** Everything kept about a sale to a customer. */
export interface CustomerRecord {
  sale: Sale
  history: SaleEvent[]
  claim: ClaimEvent[]
  notes: string[]
}

/** Everything kept about a customer, oldest first. */
export interface CustomerKept {
  records: CustomerRecord[]
  /** Notes of the drawer that name them. */
  drawerNotes: DrawerNote[]
}

/** So many sales are read at once: who bought for years has thousands, and a sale must not wait for them. */
const readAtOnce = 20

/** What the journal says of these traces. */
export async function keptOf(
  reader: JournalReader | null,
  { ids, notes }: Pick<CustomerTraces, 'ids' | 'notes'>,
): Promise<CustomerKept> {
  const records: CustomerRecord[] = []
  for (const [index, id] of ids.entries()) {
    if (index % readAtOnce === readAtOnce - 1) await pause()
    const record = reader?.sale(id)
    if (!reader || !record) continue
    records.push({
      sale: saleSchema.parse(record),
      history: reader.history(id),
      claim: reader.claims.ofSale(id),
      notes: reader.personal.notesOf(id),
    })
  }
  records.sort((one, other) => one.sale.createdAt - other.sale.createdAt)
  return { records, drawerNotes: notes }
}

/** As a person reads it: a line a sale, then a line a note of the drawer. */
export function customerCsv(
  { records, drawerNotes }: CustomerKept,
  language: Language,
  separator: ';' | ',',
): string {
  const titles = words.in(language).list('files.customer')
  const decimal = (minor: number) =>
    separator === ';' ? decimalFromMinor(minor).replace('.', ',') : decimalFromMinor(minor)
  const moment = (at: number) => serviceLocal(at).replace('T', ' ')
  const lines = records.map(({ sale, claim, notes }) => [
    moment(sale.createdAt),
    sale.productName,
    sale.reference,
    sale.phone ?? '',
    sale.transaction?.person?.document ?? '',
    Object.entries(sale.values)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' | '),
    decimal(sale.amount.minor),
    sale.amount.currency,
    sale.state,
    sale.id,
    sale.serviceId ?? '',
    [...notes, ...claim.map(({ text }) => text)].join(' | '),
  ])
  const noted = drawerNotes.map(({ at, text }) => [
    moment(at),
    ...titles.slice(2).map(() => ''),
    text,
  ])
  const text = [titles, ...lines, ...noted]
    .map((fields) => fields.map((field) => csvText(field, separator)).join(separator))
    .join('\r\n')
  return `\uFEFF${text}\r\n`
}
