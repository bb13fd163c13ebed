import { isRestricted } from '../../../../../shared/contract/reports.ts'
import { formatMoney } from '../../../../../shared/domain/money/figures.ts'
import { tipText } from '../../../../../shared/domain/product/tip.ts'
import type { Book } from '../book.ts'
import { createLines, type Cell, type Lines } from '../figures/lines.ts'

/**
 * A sheet that is one table under its title and notes, frozen there and at its first column; its rows come next.
 * `figures`: which columns hold some, from 0.
 */
export function beginTable(
  { say, styles, sink, request }: Book,
  part: 'balance' | 'commissions' | 'shifts' | 'entries' | 'sold',
  {
    widths,
    figures,
    of = '',
  }: { widths: readonly number[]; figures: readonly number[]; of?: string },
): Lines {
  const help = say(`workbook.${part}.help`)
  const notes = isRestricted(request.filter)
    ? [help, say('workbook.reconciliation.wholePeriod')]
    : [help]
  const look = { landscape: true, frozen: notes.length + 3, frozenColumns: 1 }
  const sheet = sink.add(say(`workbook.${part}.sheet`), look)
  sheet.columns = widths.map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  lines.line([`${say(`workbook.${part}.title`)}${of}`, styles.title])
  for (const note of notes) lines.line([note, styles.note])
  lines.line()
  lines.heads(say.list(`workbook.${part}.columns`), figures)
  return lines
}

/** A sheet that has nothing to show yet: its title, and one sentence that says from when on it will. */
export function addSentence(
  { say, styles, sink }: Book,
  part: 'balance' | 'commissions',
  sentence: string,
): void {
  const sheet = sink.add(say(`workbook.${part}.sheet`), { gridLines: false })
  const lines = createLines(sheet, styles)
  lines.line([say(`workbook.${part}.title`), styles.title])
  lines.line([sentence, styles.plain])
  lines.end()
}

/** Cells of amounts of one currency, in minor units; of what is not known nothing stands there. */
export function moneyCells({ say, styles }: Pick<Book, 'say' | 'styles'>, currency: string) {
  const money = (minor: number): Cell => [minor / 100, styles.money(currency)]
  const formula = (text: string, minor: number | null, style = styles.money(currency)): Cell =>
    minor === null ? ['', styles.plain] : [{ formula: text, result: minor / 100 }, style]
  return {
    money,
    formula,
    /** What may not have been seen. */
    seen: (minor: number | null): Cell =>
      minor === null ? [say('workbook.balance.unobserved'), styles.noteRight] : money(minor),
    difference: (text: string, minor: number | null): Cell =>
      formula(text, minor, styles.difference(currency)),
    /** What a column comes to, from one line to another. */
    total: (column: string, [first, last]: readonly [number, number], minors: number[]): Cell => {
      const sum = minors.reduce((total, minor) => total + minor, 0)
      return formula(`SUM(${column}${first}:${column}${last})`, sum, styles.totalMoney(currency))
    },
  }
}

/** Assigned commissions in the owner's unit; nobody said one: as the service writes them. */
export function tipCell({ styles, request, currency }: Book, tips: readonly string[]): Cell {
  const { country, decimalSign, tipUnit } = request
  const write = (minor: number) => formatMoney({ minor, currency }, { country, decimalSign })
  const said = tips.map((tip) => tipText(tip, tipUnit, write))
  return [said.join(' · '), { ...styles.text, alignment: { horizontal: 'right' } }]
}

/** Yes or no. */
export function yesNo({ say, styles }: Pick<Book, 'say' | 'styles'>, is: boolean): Cell {
  return [is ? say('workbook.yes') : say('workbook.no'), styles.plain]
}
