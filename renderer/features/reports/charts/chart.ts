import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { formatCount } from '../../../../shared/domain/money/figures.ts'

// Only the parts of the chart library that are drawn with.
use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

export { default as VChart } from 'vue-echarts'

/** 1.200.000 as "1,2 M", 800.000 as "800 mil", 1.500.000.000 as "1.500 M": an axis has no room for more. */
export function shortUnits(
  units: number,
  decimalSign: 'comma' | 'point',
  thousands: string,
): string {
  const sign = decimalSign === 'comma' ? ',' : '.'
  const cut = (value: number) => {
    const [whole = '', ...rest] = String(Math.round(value * 10) / 10).split('.')
    return [formatCount(Number(whole), { decimalSign }), ...rest].join(sign)
  }
  if (units >= 1_000_000) return `${cut(units / 1_000_000)} M`
  return `${cut(units / 1_000)} ${thousands}`
}

/** What a chart says of one bar, line by line, as text and never as markup. */
export function tipBox(lines: readonly string[]): HTMLElement {
  const box = document.createElement('div')
  for (const [place, line] of lines.entries()) {
    const row = document.createElement('div')
    row.textContent = line
    if (place === 0) row.style.fontWeight = '600'
    box.append(row)
  }
  return box
}
