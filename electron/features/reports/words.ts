import type { ReportKind } from '../../../shared/domain/transaction.ts'

interface Words {
  summary: string
  sheet: Record<ReportKind, string>
  title: Record<ReportKind, string>
  profile: string
  period: string
  /** "2026-10-01 to 2026-10-31" */
  range: (from: string, to: string) => string
  madeAt: string
  fetchedAt: string
  filter: string
  noFilter: string
  completeness: string
  complete: string
  completeForNow: (days: number) => string
  missing: (days: number) => string
  saturated: (days: number) => string
  unreadable: (rows: number) => string
  day: string
  days: { missing: string; saturated: string; provisional: string }
  rows: string
  amount: string
  total: string
  status: string
  product: string
  noProduct: string
  byStatus: string
  byProduct: string
  byDay: string
  time: string
  id: string
  productId: string
  currency: string
  original: string
}

/** The words of a workbook and of a CSV. */
export const words: Record<'es' | 'en', Words> = {
  es: {
    summary: 'Resumen',
    sheet: { sales: 'Ventas', buys: 'Compras' },
    title: { sales: 'Informe de ventas', buys: 'Informe de compras y cargas de saldo' },
    profile: 'Conexión',
    period: 'Periodo',
    range: (from, to) => (from === to ? from : `${from} a ${to}`),
    madeAt: 'Generado',
    fetchedAt: 'Datos traídos desde',
    filter: 'Filtro',
    noFilter: 'Ninguno: todas las filas',
    completeness: 'Completitud',
    complete: 'Completo: cada día se comprobó contra el servicio.',
    completeForNow: (days) =>
      `Completo por ahora: en ${days} ${days === 1 ? 'día' : 'días'} aún pueden llegar o cambiar operaciones.`,
    missing: (days) =>
      `INCOMPLETO: ${days} ${days === 1 ? 'día' : 'días'} sin traer o sin comprobar.`,
    saturated: (days) =>
      `NO COMPROBABLE: ${days} ${days === 1 ? 'día alcanza' : 'días alcanzan'} el máximo de filas que entrega el servicio; pueden faltar operaciones.`,
    unreadable: (rows) =>
      `${rows} ${rows === 1 ? 'fila tiene' : 'filas tienen'} algún dato ilegible; se conserva su texto original.`,
    day: 'Día',
    days: {
      missing: 'Días sin comprobar',
      saturated: 'Días en el máximo',
      provisional: 'Días que aún pueden cambiar',
    },
    rows: 'Operaciones',
    amount: 'Valor',
    total: 'Total',
    status: 'Estado',
    product: 'Producto',
    noProduct: 'Sin producto',
    byStatus: 'Por estado',
    byProduct: 'Por producto',
    byDay: 'Por día',
    time: 'Fecha y hora',
    id: 'Id',
    productId: 'Id de producto',
    currency: 'Moneda',
    original: 'Texto original',
  },
  en: {
    summary: 'Summary',
    sheet: { sales: 'Sales', buys: 'Purchases' },
    title: { sales: 'Sales report', buys: 'Report of purchases and balance loads' },
    profile: 'Connection',
    period: 'Period',
    range: (from, to) => (from === to ? from : `${from} to ${to}`),
    madeAt: 'Made',
    fetchedAt: 'Data brought since',
    filter: 'Filter',
    noFilter: 'None: every row',
    completeness: 'Completeness',
    complete: 'Complete: each day was checked against the service.',
    completeForNow: (days) =>
      `Complete for now: on ${days} ${days === 1 ? 'day' : 'days'} transactions may still arrive or change.`,
    missing: (days) =>
      `INCOMPLETE: ${days} ${days === 1 ? 'day' : 'days'} not brought or not proven.`,
    saturated: (days) =>
      `CANNOT BE PROVEN: ${days} ${days === 1 ? 'day reaches' : 'days reach'} the most rows that the service gives; transactions may be missing.`,
    unreadable: (rows) =>
      `${rows} ${rows === 1 ? 'row has' : 'rows have'} something unreadable; the original text is kept.`,
    day: 'Day',
    days: {
      missing: 'Days not proven',
      saturated: 'Days at the limit',
      provisional: 'Days that may still change',
    },
    rows: 'Transactions',
    amount: 'Amount',
    total: 'Total',
    status: 'Status',
    product: 'Product',
    noProduct: 'No product',
    byStatus: 'By status',
    byProduct: 'By product',
    byDay: 'By day',
    time: 'Date and time',
    id: 'Id',
    productId: 'Product id',
    currency: 'Currency',
    original: 'Original text',
  },
}
