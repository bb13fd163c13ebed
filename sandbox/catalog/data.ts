import type { Data } from './types.ts'

/** A field as text: numbers become text, everything else counts as absent. */
export function sentText(data: Data, name: string): string {
  const value = data[name]
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/** A flag that clients send as true or as text. */
export const flag = (data: Data, name: string) =>
  data[name] === true || sentText(data, name) === 'true'
