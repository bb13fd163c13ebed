import type { Style } from 'exceljs'

export type CellStyle = Partial<Style>

const grey = { argb: 'FFE2E8F0' }
const line = { style: 'thin', color: { argb: 'FF94A3B8' } } as const
const faint = { style: 'hair', color: { argb: 'FFCBD5E1' } } as const

/** Excel's own font, named everywhere: programs differ on what a font without a name is. */
const calibri = { name: 'Calibri', size: 11, family: 2 } as const
const faded = { ...calibri, italic: true, color: { argb: 'FF475569' } }
const bold = { ...calibri, bold: true }

type MoneyStyles = Record<'plain' | 'total' | 'input' | 'difference', CellStyle>

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

/**
 * The styles of one workbook. They are built once and shared: one object a cell makes exceljs three times slower.
 * Cents are shown in pesos only when there are any.
 */
export function createStyles(hasCents: (currency: string) => boolean) {
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
  const own = (style: CellStyle) => style
  return {
    plain: own({}),
    title: own({ font: { ...bold, size: 16 } }),
    /** Above a part of a sheet. */
    section: own({ font: { ...bold, size: 12 } }),
    /** The business above the title. */
    owner: own({ font: { ...bold, size: 12 } }),
    label: own({ font: bold, alignment: { vertical: 'top' } }),
    note: own({ font: faded }),
    /** In place of a figure. */
    noteRight: own({ font: faded, alignment: { horizontal: 'right' } }),
    /** What must not be overlooked. */
    warning: own({ font: { ...bold, color: { argb: 'FFB91C1C' } } }),
    heading,
    headingRight: own({
      ...heading,
      alignment: { vertical: 'middle', horizontal: 'right', wrapText: true },
    }),
    /** Of a column of texts. */
    headingText: own({
      ...heading,
      alignment: { vertical: 'middle', horizontal: 'left', indent: 1, wrapText: true },
    }),
    text: own({ numFmt: '@' }),
    /** A text that may stand beside a figure: a little apart from it. */
    cell: own({ numFmt: '@', alignment: { horizontal: 'left', indent: 1 } }),
    time,
    day,
    /** The same at the left of its cell, a little apart. */
    apart: (style: CellStyle) => apart.get(style) ?? style,
    count: own({ numFmt: '#,##0' }),
    /** Where an accountant types. */
    input: (currency: string) => ofCurrency(currency).input,
    money: (currency: string) => ofCurrency(currency).plain,
    /** A difference: red where there is one. */
    difference: (currency: string) => ofCurrency(currency).difference,
    total,
    totalCount: own({ ...total, numFmt: '#,##0' }),
    /** How many, under a column of texts. */
    totalText: own({ ...total, numFmt: '#,##0', alignment: { horizontal: 'left', indent: 1 } }),
    totalMoney: (currency: string) => ofCurrency(currency).total,
  }
}
export type Styles = ReturnType<typeof createStyles>
