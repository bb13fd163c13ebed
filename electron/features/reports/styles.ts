import type { Style } from 'exceljs'

export type CellStyle = Partial<Style>

const grey = { argb: 'FFE2E8F0' }
const line = { style: 'thin', color: { argb: 'FF94A3B8' } } as const

/** Styles are built once and shared: one object a cell makes exceljs three times slower. */
export interface Styles {
  plain: CellStyle
  title: CellStyle
  label: CellStyle
  wrapped: CellStyle
  heading: CellStyle
  headingRight: CellStyle
  text: CellStyle
  time: CellStyle
  day: CellStyle
  count: CellStyle
  /** By currency. */
  money: (currency: string) => CellStyle
  total: CellStyle
  totalCount: CellStyle
  totalMoney: (currency: string) => CellStyle
}

/** How Excel writes an amount; the separators are those of the system that opens the file. */
function moneyFormat(currency: string, cents: boolean): string {
  const digits = cents ? '#,##0.00' : '#,##0'
  if (currency === 'COP' || currency === 'USD') return `"$"\\ ${digits};-"$"\\ ${digits}`
  return `${digits}\\ "${currency.replace(/[^A-Za-z]/g, '')}"`
}

/** The styles of one workbook. Cents are shown in pesos only when there are any. */
export function createStyles(hasCents: (currency: string) => boolean): Styles {
  const money = new Map<string, { plain: CellStyle; total: CellStyle }>()
  const total: CellStyle = { font: { bold: true }, border: { top: line } }
  const ofCurrency = (currency: string) => {
    const known = money.get(currency)
    if (known) return known
    const cents = currency !== 'COP' || hasCents(currency)
    const numFmt = moneyFormat(currency, cents)
    const made = { plain: { numFmt }, total: { ...total, numFmt } }
    money.set(currency, made)
    return made
  }
  const heading: CellStyle = {
    font: { bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: grey },
    border: { bottom: line },
    alignment: { vertical: 'middle' },
  }
  return {
    plain: {},
    title: { font: { bold: true, size: 16 } },
    label: { font: { bold: true }, alignment: { vertical: 'top' } },
    wrapped: { alignment: { wrapText: true, vertical: 'top' } },
    heading,
    headingRight: { ...heading, alignment: { vertical: 'middle', horizontal: 'right' } },
    text: { numFmt: '@' },
    time: { numFmt: 'yyyy-mm-dd hh:mm:ss' },
    day: { numFmt: 'yyyy-mm-dd' },
    count: { numFmt: '#,##0' },
    money: (currency) => ofCurrency(currency).plain,
    total,
    totalCount: { ...total, numFmt: '#,##0' },
    totalMoney: (currency) => ofCurrency(currency).total,
  }
}
