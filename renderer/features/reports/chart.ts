import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only the parts of the chart library that are drawn with.
use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

export { default as VChart } from 'vue-echarts'
