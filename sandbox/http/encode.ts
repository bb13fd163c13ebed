import type { SandboxSettings } from '../settings.ts'

/** The JSON text of a successful answer; the settings tell how the numbers of its data look. */
export function encode(body: object, { numbersAsStrings }: SandboxSettings): string {
  if (!numbersAsStrings) return JSON.stringify(body)
  const texts = (key: string, value: unknown): unknown =>
    key === 'data' ? JSON.parse(JSON.stringify(value, asText)) : value
  return JSON.stringify(
    Object.fromEntries(Object.entries(body).map(([key, value]) => [key, texts(key, value)])),
  )
}

const asText = (_key: string, value: unknown) => (typeof value === 'number' ? String(value) : value)
