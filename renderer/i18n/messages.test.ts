import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Every key of a messages file as a path, with the names that stand in braces in its text. */
function keys(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const names = [...value.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
    return [`${path} ${names.join(',')}`.trim()]
  }
  if (typeof value !== 'object' || value === null) throw new TypeError(`not a message: ${path}`)
  return Object.entries(value).flatMap(([key, inner]) => keys(inner, path ? `${path}.${key}` : key))
}

const folder = new URL('./', import.meta.url)
const list = (language: string) => readdirSync(new URL(`${language}/`, folder)).sort()
function read(language: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))
}

describe('messages', () => {
  it('has the same files in both languages', () => {
    expect(list('en')).toEqual(list('es'))
  })

  it.each(list('es'))('%s: English mirrors Spanish, key by key and name by name', (file) => {
    expect(keys(read('en', file)).sort()).toEqual(keys(read('es', file)).sort())
  })
})
