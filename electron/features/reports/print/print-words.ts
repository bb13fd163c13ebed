import type { Completeness } from '../../../../shared/contract/reports.ts'
import type { Language } from '../../../../shared/words/words.ts'
import type { ReportKind, TransactionStatus } from '../../../../shared/domain/sale/transaction.ts'

/** What a printed report says around its figures. */
export interface PrintWords {
  title: Record<ReportKind, string>
  made: string
  fetched: string
  filtered: string
  completeness: (state: Completeness) => string
  approved: string
  all: string
  /** Counts in the sentences come written out already, beside whether it is one. */
  operations: (rows: string, isOne: boolean) => string
  count: string
  amount: string
  by: Record<'status' | 'category' | 'product' | 'day', string>
  noCategory: string
  noProduct: string
  moreProducts: (count: string) => string
  /** How many rows stand on the paper, of how many. */
  printed: (printed: string, all: string) => string
  rows: string
  time: string
  id: string
  product: string
  statusHead: string
  status: Record<TransactionStatus, string>
  unreadable: string
  /** Marks a row that only the register's journal knows. */
  own: string
}

const es: PrintWords = {
  title: { sales: 'Reporte de ventas', buys: 'Reporte de compras y cargas' },
  made: 'Impreso',
  fetched: 'Traído del servicio',
  filtered: 'Con filtro: no son todas las operaciones del periodo.',
  completeness: ({
    missingDays,
    saturatedDays,
    provisionalDays,
    movingDays,
    unlistedSales: own,
  }) => {
    const doubts = missingDays.length + saturatedDays.length
    if (doubts > 0)
      return `Sin comprobar: ${doubts} ${doubts === 1 ? 'día' : 'días'}; pueden faltar operaciones.`
    if (own > 0)
      return `Incompleto: ${own} ${own === 1 ? 'venta de esta caja aún no aparece' : 'ventas de esta caja aún no aparecen'} en la lista del servicio.`
    return provisionalDays.length + movingDays.length > 0
      ? 'Completo por ahora: en algunos días aún pueden llegar o cambiar operaciones.'
      : 'Completo: cada día se comprobó contra el servicio.'
  },
  approved: 'Aprobado',
  all: 'Todas, con las no aprobadas',
  operations: (rows, isOne) => `${rows} ${isOne ? 'operación' : 'operaciones'}`,
  count: 'Cantidad',
  amount: 'Valor',
  by: { status: 'Por estado', category: 'Por categoría', product: 'Por producto', day: 'Por día' },
  noCategory: 'Sin categoría',
  noProduct: 'Sin producto',
  moreProducts: (count) => `No se imprimen otros ${count} productos; están en el archivo de Excel.`,
  printed: (printed, all) =>
    printed !== all
      ? `Se imprimen ${printed} de ${all} operaciones. Las demás están en el archivo de Excel; los totales son de todas.`
      : `Se imprimen todas las operaciones: ${all}.`,
  rows: 'Operaciones',
  time: 'Fecha y hora',
  id: 'Número',
  product: 'Producto',
  statusHead: 'Estado',
  status: {
    PENDING: 'Pendiente',
    APPROVED: 'Aprobada',
    REJECTED: 'Rechazada',
    PROCESSING: 'En proceso',
    PARTIAL: 'Aprobada en parte',
  },
  unreadable: 'Ilegible',
  own: '(de este registro)',
}

const en: PrintWords = {
  title: { sales: 'Sales report', buys: 'Purchases and loads report' },
  made: 'Printed',
  fetched: 'Brought from the service',
  filtered: 'Filtered: these are not all transactions of the period.',
  completeness: ({
    missingDays,
    saturatedDays,
    provisionalDays,
    movingDays,
    unlistedSales: own,
  }) => {
    const doubts = missingDays.length + saturatedDays.length
    if (doubts > 0)
      return `Not proven: ${doubts} ${doubts === 1 ? 'day' : 'days'}; transactions may be missing.`
    if (own > 0)
      return `Incomplete: ${own} ${own === 1 ? 'sale of this register is' : 'sales of this register are'} not yet in the service's list.`
    return provisionalDays.length + movingDays.length > 0
      ? 'Complete for now: on some days transactions may still arrive or change.'
      : 'Complete: each day was checked against the service.'
  },
  approved: 'Approved',
  all: 'All, with those not approved',
  operations: (rows, isOne) => `${rows} ${isOne ? 'transaction' : 'transactions'}`,
  count: 'Count',
  amount: 'Amount',
  by: { status: 'By status', category: 'By category', product: 'By product', day: 'By day' },
  noCategory: 'No category',
  noProduct: 'No product',
  moreProducts: (count) => `${count} more products are not printed; the Excel file has them.`,
  printed: (printed, all) =>
    printed !== all
      ? `${printed} of ${all} transactions are printed. The Excel file has the others; the totals are of all.`
      : `All transactions are printed: ${all}.`,
  rows: 'Transactions',
  time: 'Date and time',
  id: 'Number',
  product: 'Product',
  statusHead: 'Status',
  status: {
    PENDING: 'Pending',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    PROCESSING: 'Processing',
    PARTIAL: 'Approved in part',
  },
  unreadable: 'Unreadable',
  own: "(this register's)",
}

export const printWords: Record<Language, PrintWords> = { es, en }
