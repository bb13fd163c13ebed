import { csvText } from '../../../shared/domain/csv-text.ts'
import { serviceLocal } from '../../../shared/domain/dates.ts'
import { decimalFromMinor } from '../../../shared/domain/money.ts'
import { saleSchema, type Sale, type SaleEvent } from '../../../shared/domain/sale.ts'
import type { ClaimEvent } from '../../../shared/domain/claim.ts'
import type { JournalReader } from '../../store/journal-reader.ts'

/** Everything kept about a sale to a customer. */
export interface CustomerRecord {
  sale: Sale
  history: SaleEvent[]
  claim: ClaimEvent[]
  notes: string[]
}

/** Everything kept about a customer, oldest first. */
export function recordsOf(reader: JournalReader | null, key: string): CustomerRecord[] {
  return (reader?.personal.salesOf(key) ?? []).map((record) => ({
    sale: saleSchema.parse(record),
    history: reader?.history(record.id) ?? [],
    claim: reader?.claims.ofSale(record.id) ?? [],
    notes: reader?.personal.notesOf(record.id) ?? [],
  }))
}

/** As a machine reads it: every field. */
export function customerJson(key: string, records: readonly CustomerRecord[]): string {
  return `${JSON.stringify({ customer: key, records }, null, 2)}\n`
}

const titles = {
  es: [
    'Fecha y hora',
    'Producto',
    'Referencia',
    'Celular',
    'Documento',
    'Datos escritos',
    'Valor',
    'Moneda',
    'Estado',
    'Número de venta',
    'Número del servicio',
    'Notas',
  ],
  en: [
    'Date and time',
    'Product',
    'Reference',
    'Phone',
    'Document',
    'Data typed',
    'Amount',
    'Currency',
    'State',
    'Sale id',
    "Service's number",
    'Notes',
  ],
} as const

/** As a person reads it: a line a sale. */
export function customerCsv(
  records: readonly CustomerRecord[],
  language: 'es' | 'en',
  separator: ';' | ',',
): string {
  const decimal = (minor: number) =>
    separator === ';' ? decimalFromMinor(minor).replace('.', ',') : decimalFromMinor(minor)
  const lines = records.map(({ sale, claim, notes }) => [
    serviceLocal(sale.createdAt).replace('T', ' '),
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
  const text = [titles[language], ...lines]
    .map((fields) => fields.map((field) => csvText(field, separator)).join(separator))
    .join('\r\n')
  return `\uFEFF${text}\r\n`
}
