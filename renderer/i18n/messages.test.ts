import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Every key of a messages file as a path, with its text. */
function texts(value: unknown, path: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new TypeError(`not a message: ${path}`)
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
}

const folder = new URL('./', import.meta.url)
const list = (language: string) => readdirSync(new URL(`${language}/`, folder)).sort()
function read(language: string, file: string): [key: string, text: string][] {
  const json: unknown = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))
  return texts(json, file.replace('.json', ''))
}
/** The names in braces and the number of plural forms: what a translation must keep. */
function shape([key, text]: [string, string]): string {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  return `${key} {${[...new Set(names)].sort().join(',')}} ${text.split(' | ').length}`
}

const renderer = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync('**/*.{vue,ts}', { cwd: renderer })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`${renderer}/${file}`, 'utf8'))
const literal = sources.flatMap((text) =>
  [...text.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map((match) => match[1] ?? ''),
)
const begun = sources.flatMap((text) =>
  [...text.matchAll(/\bt\(\s*`([\w.-]*)\$\{/g)].map((match) => match[1] ?? ''),
)
const known = list('es').flatMap((file) => read('es', file).map(([key]) => key))

describe('messages', () => {
  it('has the same files in both languages', () => {
    expect(list('en')).toEqual(list('es'))
  })

  it.each(list('es'))('%s: English mirrors Spanish, key by key', (file) => {
    expect(read('en', file).map(shape).sort()).toEqual(read('es', file).map(shape).sort())
  })

  it('holds every key that a screen asks for', () => {
    expect(literal.length).toBeGreaterThan(100)
    expect(literal.filter((key) => !known.includes(key))).toEqual([])
    expect(begun.filter((start) => !known.some((key) => key.startsWith(start)))).toEqual([])
  })
})
