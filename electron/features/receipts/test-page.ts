import { codePageSchema, type Printer } from '../../../shared/contract/receipts.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Language } from '../../../shared/words/words.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { businessLines } from '../../../shared/domain/receipt/receipt.ts'
import { receiptWords } from '../../../shared/domain/receipt/receipt-words.ts'
import { slipSchema, type Slip } from '../../../shared/domain/receipt/slip.ts'
import { isReceiptPrinter, printerName } from './printer-settings.ts'
import { codePageLines, columnsOf } from './slip-escpos.ts'

const words = {
  es: {
    title: 'Prueba de impresión',
    printer: 'Impresora',
    date: 'Fecha',
    width: 'Letras por línea',
    letters: 'Letras',
    fits: 'La línea de números debe caber justo en el papel.',
    reads: 'Abajo, la misma frase en cada tabla de letras. En Ajustes, elija la que se lea bien.',
  },
  en: {
    title: 'Printer test',
    printer: 'Printer',
    date: 'Date',
    width: 'Letters per line',
    letters: 'Letters',
    fits: 'The line of numbers must just fit the paper.',
    reads:
      'Below, the same sentence in each table of letters. In Settings, choose the one that reads well.',
  },
} as const

/** A sentence with every letter that Spanish has beyond plain ones. */
const sentence = 'El pingüino Ñoño: ¿comió, bebió? ¡Sí! ÁÉÍÓÚ'

/** A page that shows whether a printer prints, how wide it is and which letters it knows. */
export function testPage(
  printer: Printer,
  business: Business,
  language: Language,
  at: number,
): Slip {
  const word = words[language]
  const columns = columnsOf(printer)
  const ruler = '1234567890'.repeat(7).slice(0, columns)
  const isLines = isReceiptPrinter(printer)
  return slipSchema.parse({
    title: word.title,
    lines: [
      ...businessLines(business, receiptWords[language]),
      { kind: 'rule' },
      { kind: 'text', text: word.title, align: 'center', size: 'large', bold: true },
      { kind: 'row', label: word.printer, value: printerName(printer) },
      { kind: 'row', label: word.date, value: formatDateTime(at, language) },
      ...(isLines ? [{ kind: 'row', label: word.width, value: String(columns) }] : []),
      { kind: 'rule' },
      ...(isLines
        ? [
            { kind: 'text', text: ruler },
            { kind: 'text', text: word.fits },
          ]
        : []),
      { kind: 'text', text: sentence },
      { kind: 'total', label: receiptWords[language].total, value: '$\u00a012.345.678' },
      { kind: 'qr', data: 'Mostrador' },
      ...(isLines ? [{ kind: 'text', text: word.reads }] : []),
    ],
  })
}

/** What only a receipt printer shows: the same sentence in each of its tables of letters. */
export function lettersSample(printer: Printer): Uint8Array {
  return codePageLines(sentence, columnsOf(printer), codePageSchema.options)
}
