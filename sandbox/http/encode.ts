import type { Settings } from '../settings.ts'

type Style = Pick<Settings, 'numbersAsStrings' | 'integersAsFloats'>

function number(value: number, style: Style): string {
  const text = style.integersAsFloats && Number.isInteger(value) ? value.toFixed(1) : String(value)
  return style.numbersAsStrings ? `"${text}"` : text
}

function json(value: unknown, style: Style): string {
  if (typeof value === 'number') return number(value, style)
  if (Array.isArray(value)) return `[${value.map((item) => json(item, style)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${json(item, style)}`)
  return `{${fields.join(',')}}`
}

/** The JSON text of a successful answer; the settings tell how the numbers of its data look. */
export function encode(body: object, style: Style): string {
  if (!style.numbersAsStrings && !style.integersAsFloats) return JSON.stringify(body)
  const fields = Object.entries(body).map(([key, value]) => {
    const text = key === 'data' ? json(value, style) : JSON.stringify(value)
    return `${JSON.stringify(key)}:${text}`
  })
  return `{${fields.join(',')}}`
}
