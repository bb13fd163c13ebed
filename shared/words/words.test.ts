import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '../errors.ts'
import { createTranslators } from './engine.ts'
import { baseLanguage, languageCodes } from './words.ts'

/** Every key of a file of texts as a path, with its text; of several texts in an order each has its place. */
function texts(value: unknown, path: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new TypeError(`not a text: ${path}`)
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
}

const folder = new URL('./', import.meta.url)
const list = (language: string) => readdirSync(new URL(`${language}/`, folder)).sort()
const listJson = (language: string) => list(language).filter((file) => file.endsWith('.json'))
const readText = (language: string, file: string) =>
  readFileSync(new URL(`${language}/${file}`, folder), 'utf8')
function read(language: string, file: string): [key: string, text: string][] {
  const json: unknown = JSON.parse(readText(language, file))
  return texts(json, file.replace('.json', ''))
}
/** The names in braces and the number of plural forms: what a translation must keep. */
function shape([key, text]: [string, string]): string {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return `${key} {${[...new Set(names)].sort().join(',')}} ${text.split(' | ').length}`
}

const house = fileURLToPath(new URL('../../', import.meta.url))
const sourcesOf = (rooms: string) =>
  globSync(`${rooms}/**/*.{vue,ts}`, { cwd: house })
    .filter((file) => !/\.test\.ts$|samples\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(`${house}${file}`, 'utf8'))
const screens = sourcesOf('renderer')
const sources = [...screens, ...sourcesOf('{electron,shared}')]
const known = listJson('es').flatMap((file) => read('es', file).map(([key]) => key))

/** Words that Spanish texts have and English ones have not, in small letters. */
function spanishOnly(): ReadonlySet<string> {
  const said = (language: string) =>
    listJson(language)
      .flatMap((file) => read(language, file))
      .flatMap(([, text]) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
  const english = new Set(said('en'))
  return new Set(said('es').filter((word) => !english.has(word)))
}

/** Words as a person would read them in the texts that stand in quotes in a source, comments left out. */
function quotedWords(source: string): string[] {
  const code = source.replace(/<!--[^]*?-->|\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const quoted = code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []
  return quoted.flatMap((text) => text.match(/(?<![\p{L}./-])\p{Lu}\p{Ll}{3,}/gu) ?? [])
}

/** What tells that a source uses a key: itself in quotes, or a template that can become it. */
function unused(): string[] {
  const all = sources.join('\n')
  const quoted = new Set(
    [...all.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key),
  )
  const begun = [
    ...new Set([...all.matchAll(/`([\w-]+\.[^`\s]*\$\{[^`\n]*)`/g)].map(([, key]) => key)),
  ]
  const made = begun.map((key = '') => {
    const parts = key.split(/\$\{[^}]*\}+/).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('[\\w.-]+')}$`)
  })
  const isUsed = (key: string) => quoted.has(key) || made.some((pattern) => pattern.test(key))
  return known.filter((key) => !isUsed(key) && !isUsed(key.replace(/\.\d+$/, '')))
}

describe('words', () => {
  it('are the only ones of a language: no Spanish stands in a screen', () => {
    const spanish = spanishOnly()
    expect(spanish.has('comprobante')).toBe(true)
    const found = screens.flatMap(quotedWords)
    expect(found.filter((word) => spanish.has(word.toLowerCase()))).toEqual([])
  })

  it('are a folder and a line in languages.ts for each language', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
    expect([...languageCodes].sort()).toEqual(folders.map(({ name }) => name).sort())
  })

  describe.each(languageCodes.filter((code) => code !== baseLanguage))('in %s', (language) => {
    it('have the files that Spanish has', () => {
      expect(list(language)).toEqual(list('es'))
      for (const file of ['index.ts', 'window.ts']) {
        expect(readText(language, file)).toBe(readText('es', file))
      }
    })

    it.each(listJson('es'))('%s mirrors Spanish, key by key', (file) => {
      expect(read(language, file).map(shape).sort()).toEqual(read('es', file).map(shape).sort())
    })
  })

  it.each(languageCodes)(
    'can all be said in %s: a sign of the format by itself would throw',
    (code) => {
      const all = Object.fromEntries(listJson(code).flatMap((file) => read(code, file)))
      const { in: sayIn } = createTranslators(code, { [code]: all })
      for (const [key, text] of Object.entries(all)) {
        const said = sayIn(code)(key, {}, 2)
        expect(said).not.toBe('')
        if (!text.includes("{'")) expect(said).not.toMatch(/[{}]/)
      }
    },
  )

  it.each(languageCodes)(
    'tell no command and no name to whoever stands before a lock: %s',
    (code) => {
      const said = Object.fromEntries(read(code, 'people.json'))
      const [plain = '', last = ''] = [said['people.forgotten'], said['people.forgottenLast']]
      expect(last).not.toMatch(/\{|mostrador pin/)
      // Of the same two lines, so that nothing moves from person to person.
      expect(Math.abs(last.length - plain.length)).toBeLessThan(8)
    },
  )

  it('have a singular where one of a thing may be told', () => {
    // Of these there are always several.
    const many = [
      'errors.CATALOG_TOO_LARGE',
      'errors.PRICES_TOO_MANY',
      'evidence.times',
      'privacy.months',
      'receipts.failed',
      'reports.save.export',
      'reports.save.sheets',
    ]
    const without = listJson('es')
      .flatMap((file) => read('es', file))
      .filter(
        ([, text]) =>
          /\{(?:count|n)\} (?!más)\p{L}+s(?!\p{L})/u.test(text) && !text.includes(' | '),
      )
    expect(without.map(([key]) => key)).toEqual(many)
  })

  it('are found for a category wherever a screen shows one', () => {
    expect(screens.filter((source) => /\{\{\s*[\w.]+\.categoryName\s*\}\}/.test(source))).toEqual(
      [],
    )
  })

  it('are all used', () => {
    expect(unused()).toEqual([])
    const all = sources.join('\n')
    expect(errorCodes.filter((code) => !all.includes(`'${code}'`))).toEqual([])
  })
})
