import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only the parts of the chart library that are drawn with.
use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

export { default as VChart } from 'vue-echarts'

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
