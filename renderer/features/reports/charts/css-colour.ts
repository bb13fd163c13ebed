import { useMutationObserver } from '@vueuse/core'
import { ref, type Ref } from 'vue'

/** The colour of a CSS variable as `rgb()`: a chart's canvas does not know oklch. */
function colourOf(variable: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  if (!brush) return 'currentColor'
  brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(variable).trim()
  brush.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}

/** Colours of CSS variables, read again when the theme changes. */
export function useCssColours<K extends string>(
  variables: Record<K, string>,
): Ref<(name: K) => string> {
  const read = () => {
    const known = new Map<K, string>()
    return (name: K) => {
      const colour = known.get(name) ?? colourOf(variables[name])
      known.set(name, colour)
      return colour
    }
  }
  const colours = ref(read())
  useMutationObserver(
    document.documentElement,
    () => {
      colours.value = read()
    },
    { attributes: true, attributeFilter: ['class'] },
  )
  return colours
}
