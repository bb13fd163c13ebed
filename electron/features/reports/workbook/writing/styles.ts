import type { Style } from 'exceljs'

export type CellStyle = Partial<Style>

const grey = { argb: 'FFE2E8F0' }
const line = { style: 'thin', color: { argb: 'FF94A3B8' } } as const
const faint = { style: 'hair', color: { argb: 'FFCBD5E1' } } as const

/** Excel's own font, named everywhere: programs differ on what a font without a name is. */
const calibri = { name: 'Calibri', size: 11, family: 2 } as const
const faded = { ...calibri, italic: true, color: { argb: 'FF475569' } }
const bold = { ...calibri, bold: true }

/** Styles are built once and shared: one object a cell makes exceljs three times slower. */
export interface Styles {
  plain: CellStyle
  title: CellStyle
  /** Above a part of a sheet. */
  section: CellStyle
  /** The business above the title. */
  owner: CellStyle
  label: CellStyle
  note: CellStyle
  /** In place of a figure. */
  noteRight: CellStyle
  /** What must not be overlooked. */
  warning: CellStyle
  heading: CellStyle
  headingRight: CellStyle
  /** Of a column of texts. */
  headingText: CellStyle
  text: CellStyle
  /** A text that may stand beside a figure: a little apart from it. */
  cell: CellStyle
  time: CellStyle
  day: CellStyle
  /** The same at the left of its cell, a little apart. */
  apart: (of: CellStyle) => CellStyle
  count: CellStyle
  /** Where an accountant types. */
  input: (currency: string) => CellStyle
  /** By currency. */
  money: (currency: string) => CellStyle
  /** A difference: red where there is one. */
  difference: (currency: string) => CellStyle
  total: CellStyle
  totalCount: CellStyle
  /** How many, under a column of texts. */
  totalText: CellStyle
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
  const total: CellStyle = { font: bold, border: { top: line } }
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
    font: bold,
    fill: { type: 'pattern', pattern: 'solid', fgColor: grey },
    border: { bottom: line },
    alignment: { vertical: 'middle', wrapText: true },
  }
  const time: CellStyle = { numFmt: 'yyyy-mm-dd hh:mm:ss', alignment: { horizontal: 'left' } }
  const day: CellStyle = { numFmt: 'yyyy-mm-dd', alignment: { horizontal: 'left' } }
  const apart = new Map<CellStyle, CellStyle>(
    [time, day].map((style) => [style, { ...style, alignment: { horizontal: 'left', indent: 1 } }]),
  )
  return {
    plain: {},
    title: { font: { ...bold, size: 16 } },
    section: { font: { ...bold, size: 12 } },
    owner: { font: { ...bold, size: 12 } },
    label: { font: bold, alignment: { vertical: 'top' } },
    note: { font: faded },
    noteRight: { font: faded, alignment: { horizontal: 'right' } },
    warning: { font: { ...bold, color: { argb: 'FFB91C1C' } } },
    heading,
    headingRight: {
      ...heading,
      alignment: { vertical: 'middle', horizontal: 'right', wrapText: true },
    },
    headingText: {
      ...heading,
      alignment: { vertical: 'middle', horizontal: 'left', indent: 1, wrapText: true },
    },
    text: { numFmt: '@' },
    cell: { numFmt: '@', alignment: { horizontal: 'left', indent: 1 } },
    time,
    day,
    apart: (style) => apart.get(style) ?? style,
    count: { numFmt: '#,##0' },
    input: (currency) => ofCurrency(currency).input,
    money: (currency) => ofCurrency(currency).plain,
    difference: (currency) => ofCurrency(currency).difference,
    total,
    totalCount: { ...total, numFmt: '#,##0' },
    totalText: { ...total, numFmt: '#,##0', alignment: { horizontal: 'left', indent: 1 } },
    totalMoney: (currency) => ofCurrency(currency).total,
  }
}
