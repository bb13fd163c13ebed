import type { Style } from 'exceljs'

export type CellStyle = Partial<Style>

const grey = { argb: 'FFE2E8F0' }
const line = { style: 'thin', color: { argb: 'FF94A3B8' } } as const
const faint = { style: 'hair', color: { argb: 'FFCBD5E1' } } as const

/** Styles are built once and shared: one object a cell makes exceljs three times slower. */
export interface Styles {
  plain: CellStyle
  title: CellStyle
  /** The business above the title. */
  owner: CellStyle
  label: CellStyle
  note: CellStyle
  /** What must not be overlooked. */
  warning: CellStyle
  heading: CellStyle
  headingRight: CellStyle
  text: CellStyle
  /** A text that may need several lines. */
  wrapped: CellStyle
  time: CellStyle
  day: CellStyle
  count: CellStyle
  /** Where an accountant types. */
  input: (currency: string) => CellStyle
  /** By currency. */
  money: (currency: string) => CellStyle
  /** A difference: red where there is one. */
  difference: (currency: string) => CellStyle
  total: CellStyle
  totalCount: CellStyle
  totalMoney: (currency: string) => CellStyle
}

interface MoneyStyles {
  plain: CellStyle
  total: CellStyle
  input: CellStyle
  difference: CellStyle
}

/** How Excel writes an amount; the separators are those of the system that opens the file. */
function moneyFormats(currency: string, cents: boolean): { plain: string; difference: string } {
  const digits = cents ? '#,##0.00' : '#,##0'
  if (currency === 'COP' || currency === 'USD') {
    const positive = `"$"\\ ${digits}`
    const negative = `-"$"\\ ${digits}`
    return {
      plain: `${positive};${negative}`,
      difference: `[Red]${positive};[Red]${negative};${positive}`,
    }
  }
  const named = `${digits}\\ "${currency.replace(/[^A-Za-z]/g, '')}"`
  return { plain: named, difference: `[Red]${named};[Red]-${named};${named}` }
}

/** The styles of one workbook. Cents are shown in pesos only when there are any. */
export function createStyles(hasCents: (currency: string) => boolean): Styles {
  const money = new Map<string, MoneyStyles>()
  const total: CellStyle = { font: { bold: true }, border: { top: line } }
  const ofCurrency = (currency: string): MoneyStyles => {
    const known = money.get(currency)
    if (known) return known
    const formats = moneyFormats(currency, currency !== 'COP' || hasCents(currency))
    const numFmt = formats.plain
    const made: MoneyStyles = {
      plain: { numFmt },
      total: { ...total, numFmt },
      input: {
        numFmt,
        fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFEF9C3' } },
        border: { top: faint, bottom: faint, left: faint, right: faint },
      },
      difference: { numFmt: formats.difference },
    }
    money.set(currency, made)
    return made
  }
  const heading: CellStyle = {
    font: { bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: grey },
    border: { bottom: line },
    alignment: { vertical: 'middle', wrapText: true },
  }
  return {
    plain: {},
    title: { font: { bold: true, size: 16 } },
    owner: { font: { bold: true, size: 12 } },
    label: { font: { bold: true }, alignment: { vertical: 'top' } },
    note: { font: { italic: true, color: { argb: 'FF475569' } } },
    warning: { font: { bold: true, color: { argb: 'FFB91C1C' } } },
    heading,
    headingRight: {
      ...heading,
      alignment: { vertical: 'middle', horizontal: 'right', wrapText: true },
    },
    text: { numFmt: '@' },
    wrapped: { numFmt: '@', alignment: { wrapText: true, vertical: 'top' } },
    time: { numFmt: 'yyyy-mm-dd hh:mm:ss', alignment: { horizontal: 'left' } },
    day: { numFmt: 'yyyy-mm-dd', alignment: { horizontal: 'left' } },
    count: { numFmt: '#,##0' },
    input: (currency) => ofCurrency(currency).input,
    money: (currency) => ofCurrency(currency).plain,
    difference: (currency) => ofCurrency(currency).difference,
    total,
    totalCount: { ...total, numFmt: '#,##0' },
    totalMoney: (currency) => ofCurrency(currency).total,
  }
}
