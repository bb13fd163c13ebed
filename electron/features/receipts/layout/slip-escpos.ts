import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { CodePage, Printer } from '../../../../shared/contract/receipts.ts'
import { oneLine } from '../../../../shared/domain/text/one-line.ts'
import type { Slip } from '../../../../shared/domain/receipt/slip.ts'
import { slipLines, wrapText, type PrinterLine } from './slip-lines.ts'

/** How a receipt printer is spoken to. */
export type EscPosFormat = Pick<Printer, 'paper' | 'columns' | 'codePage' | 'cut'>

const usualColumns = { '58': 32, '80': 48, letter: 48, a4: 48 } as const satisfies Record<
  Printer['paper'],
  number
>
/** The library knows only some widths; every line is laid out here before it comes to it. */
const widest = 48
/** The paper that stands between the print head and the knife. */
const linesToKnife = 4

/** How many letters a line of this printer has. */
export function columnsOf({ paper, columns }: Pick<Printer, 'paper' | 'columns'>): number {
  return columns ?? usualColumns[paper]
}

/** A slip as the bytes of ESC/POS, the language of receipt printers. */
export function slipEscPos(slip: Slip, formatting: EscPosFormat): Uint8Array {
  const columns = columnsOf(formatting)
  const encoder = begin(formatting.codePage)
  for (const line of slipLines(slip, columns)) write(encoder, line, formatting.codePage)
  encoder.newline(linesToKnife)
  if (formatting.cut) encoder.cut('partial')
  return encoder.encode()
}

/** The bytes that open a cash drawer on the printer's connector (pin 2, 100 ms). */
export function drawerPulse(): Uint8Array {
  return new ReceiptPrinterEncoder({ language: 'esc-pos' }).pulse(0, 100, 500).encode()
}

/** Lines that show a text in each table of letters, for a person to choose the one that reads right. */
export function codePageLines(
  text: string,
  columns: number,
  pages: readonly CodePage[],
): Uint8Array {
  const encoder = begin('ascii')
  for (const page of pages) {
    encoder.codepage(tableOf(page)).line(page)
    for (const line of wrapText(page === 'ascii' ? plain(text) : text, columns)) encoder.line(line)
  }
  return encoder.newline(1).encode()
}

function begin(page: CodePage): ReceiptPrinterEncoder {
  return new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: widest,
    codepageMapping: 'epson',
    newline: '\n',
  })
    .initialize()
    .codepage(tableOf(page))
}

function tableOf(page: CodePage): 'cp437' | 'cp850' | 'cp858' | 'windows1252' {
  return page === 'ascii' ? 'cp437' : page
}

function write(encoder: ReceiptPrinterEncoder, line: PrinterLine, page: CodePage): void {
  if (line.kind === 'qr') {
    // The printer is told how many bytes follow: only letters of one byte each keep to that.
    encoder
      .align('center')
      .qrcode(plain(line.data), { model: 2, size: 5, errorlevel: 'm' })
      .align('left')
    return
  }
  const bare = oneLine(line.text)
  const text = page === 'ascii' ? plain(bare) : typographic(bare)
  encoder.bold(line.bold)
  if (line.size !== 'normal') encoder.size(line.size === 'wide' ? 2 : 1, 2)
  encoder.line(text)
  if (line.size !== 'normal') encoder.size(1, 1)
  encoder.bold(false)
}

const substitutes: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '•': '*',
  '·': '-',
  '€': 'EUR',
  '→': '>',
  '←': '<',
}

/** What the old tables hold where commands are: the encoder would write `←` as ESC, the beginning of a command. */
const atCommands = /[☺☻♥♦♣♠◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓∟↔▲▼⌂]/g

/** Signs that no old table of letters has, by what stands for them. */
function typographic(text: string): string {
  return text
    .replace(/[–—‘’“”…•·€→←]/g, (sign) => substitutes[sign] ?? '?')
    .replace(atCommands, '?')
}

/** The text without accents, for a printer that knows no table with them. */
function plain(text: string): string {
  const bare = typographic(text).normalize('NFD').replace(/\p{M}/gu, '')
  return bare
    .replace(/[¿¡]/g, '')
    .replace(/[«»]/g, '"')
    .replace(/[^\x20-\x7e]/g, '?')
}
