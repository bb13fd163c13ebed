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
  const names = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return `${key} {${[...new Set(names)].toSorted().join(',')}} ${text.split(' | ').length}`
}

const renderer = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync('**/*.{vue,ts}', { cwd: renderer })
  .filter((file) => !/\.test\.ts$|samples\.ts$/.test(file))
  .map((file) => readFileSync(`${renderer}/${file}`, 'utf8'))
const literal = sources.flatMap((text) =>
  [...text.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map((match) => match[1] ?? ''),
)
const begun = sources.flatMap((text) =>
  [...text.matchAll(/\bt\(\s*`([\w.-]*)\$\{/g)].map((match) => match[1] ?? ''),
)
const known = list('es').flatMap((file) => read('es', file).map(([key]) => key))

/** Words that Spanish texts have and English ones have not, in small letters. */
function spanishOnly(): ReadonlySet<string> {
  const words = (language: string) =>
    list(language)
      .flatMap((file) => read(language, file))
      .flatMap(([, text]) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
  const english = new Set(words('en'))
  return new Set(words('es').filter((word) => !english.has(word)))
}

/** Words as a person would read them in the texts that stand in quotes in a source, comments left out. */
function quotedWords(source: string): string[] {
  const code = source.replace(/<!--[^]*?-->|\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const quoted = code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []
  return quoted.flatMap((text) => text.match(/(?<![\p{L}./-])\p{Lu}\p{Ll}{3,}/gu) ?? [])
}

describe('messages', () => {
  it('are the only words of a language: no Spanish stands in a screen', () => {
    const spanish = spanishOnly()
    expect(spanish.has('comprobante')).toBe(true)
    // The name of a language is written in it.
    const names = ['Español', 'English']
    const found = sources.flatMap(quotedWords).filter((word) => !names.includes(word))
    expect(found.filter((word) => spanish.has(word.toLowerCase()))).toEqual([])
  })

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
