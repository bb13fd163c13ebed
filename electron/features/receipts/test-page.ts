import { codePageSchema, type Printer } from '../../../shared/contract/receipts.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { words, type Language } from '../../../shared/words/words.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { businessLines } from '../../../shared/domain/receipt/receipt.ts'
import { slipSchema, type Slip } from '../../../shared/domain/receipt/slip.ts'
import { isReceiptPrinter, printerName } from './printer-settings.ts'
import { codePageLines, columnsOf } from './layout/slip-escpos.ts'

/** A sentence with every letter that Spanish has beyond plain ones. */
const sentence = 'El pingüino Ñoño: ¿comió, bebió? ¡Sí! ÁÉÍÓÚ'

/** A page that shows whether a printer prints, how wide it is and which letters it knows. */
export function testPage(
  printer: Printer,
  business: Business,
  language: Language,
  at: number,
): Slip {
  const say = words.in(language)
  const columns = columnsOf(printer)
  const ruler = '1234567890'.repeat(7).slice(0, columns)
  const isLines = isReceiptPrinter(printer)
  return slipSchema.parse({
    title: say('receipt.test.title'),
    lines: [
      ...businessLines(business, say),
      { kind: 'rule' },
      { kind: 'text', text: say('receipt.test.title'), align: 'center', size: 'large', bold: true },
      { kind: 'row', label: say('receipt.test.printer'), value: printerName(printer) },
      { kind: 'row', label: say('receipt.test.date'), value: formatDateTime(at, language) },
      ...(isLines
        ? [{ kind: 'row', label: say('receipt.test.width'), value: String(columns) }]
        : []),
      { kind: 'rule' },
      ...(isLines
        ? [
            { kind: 'text', text: ruler },
            { kind: 'text', text: say('receipt.test.fits') },
          ]
        : []),
      { kind: 'text', text: sentence },
      { kind: 'total', label: say('receipt.total'), value: '$\u00a012.345.678' },
      { kind: 'qr', data: 'Mostrador' },
      ...(isLines ? [{ kind: 'text', text: say('receipt.test.reads') }] : []),
    ],
  })
}

/** What only a receipt printer shows: the same sentence in each of its tables of letters. */
export function lettersSample(printer: Printer): Uint8Array {
  return codePageLines(sentence, columnsOf(printer), codePageSchema.options)
}
