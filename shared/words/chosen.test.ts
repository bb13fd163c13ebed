import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faceOfState, saleStateSchema } from '../domain/sale/sale.ts'
import { statusSchema } from '../domain/sale/transaction.ts'
import { languageCodes } from './words.ts'

// Of several words for one thing one was chosen: docs/glossary.md says which, and here it stays.

const folder = new URL('./', import.meta.url)
function textsOf(value: unknown, path: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new TypeError(`not a text: ${path}`)
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}
function all(language: string): [key: string, text: string][] {
  const files = readdirSync(new URL(`${language}/`, folder)).filter(
    // Those of the service are its own.
    (one) => one.endsWith('.json') && one !== 'service.json',
  )
  return files.flatMap((file) => {
    const json: unknown = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))
    return textsOf(json, file.replace('.json', ''))
  })
}
const saying = (language: string, word: RegExp) =>
  all(language)
    .filter(([, text]) => word.test(text))
    .map(([key]) => key)

describe('of words for one thing the chosen one', () => {
  it.each([
    ['computador', 'es', /\bequipos?\b/i],
    ['desactivado', 'es', /\bapagado\b|\benciende(?:n en\b)|lo enciende\b/],
    ['Banco', 'es', /^Consignación$/],
    ['went through', 'en', /^[Ii]t was made\b|^Made in part$/],
    [
      'fetched',
      'en',
      /\bdays? (?:is |are |have )?(?:not )?(?:been )?brought\b|[Rr]eports to bring/,
    ],
    ['N.º', 'es', /N[º°]|\bNúm\b|^Número$/],
    ['N.º', 'en', /N[º°]|\bNum\b/],
    ['what was noted as received', 'es', /si lo recibió/],
    ['En proceso', 'es', /^En curso$/],
    ['Aprobada en parte', 'es', /^En parte$/],
    ['Rejected', 'en', /[Dd]eclined/],
    ['In process', 'en', /^In progress$|^Processing$|^Under way$/],
    ['Not confirmed', 'en', /^unconfirmed$/i],
    ['Drawer', 'en', /\bin Cash \(|Settings, Cash/],
    ['Books', 'en', /accounting close/i],
    ['Mobile', 'en', /\bphone, (?:name|document|amount)/i],
    ['To resolve', 'en', /^Unresolved$|Leave it pending/],
    ['Starting cash', 'en', /\bfloat\b/i],
    ['Email', 'en', /\be-mail\b/i],
    ['the curly apostrophe', 'en', /\w'/],
    ['no se le permitió', 'es', /no se le dejó/i],
    ['Completa hasta', 'es', /está todo hasta$/i],
  ])('is %s (%s)', (_, language, other) => {
    expect(saying(language, other)).toEqual([])
  })

  it('is ventas: an operación is a row of the service of any kind, in the accountant’s book alone', () => {
    const said = saying('es', /operaci[oó]n/i).filter((key) => !/^(workbook|files)\./.test(key))
    expect(said).toEqual(['errors.UNKNOWN_CALL'])
  })

  it('is British in English', () => {
    const american =
      /\b(favorite|color|center|canceled|meters|behavior|neighbor|check mark)|\w(?:ogniz|aniz|oriz|imiz|aliz)(?:e|ing)|\bcatalogs?\b/i
    // The command of the command line is called so.
    expect(saying('en', american)).toEqual(['cli.instead.PRODUCT_NOT_FOUND'])
  })
})

it.each(languageCodes)('a state is called by one word wherever it stands, in %s', (language) => {
  const words: Record<string, string> = Object.fromEntries(all(language))
  // In the workbook one that was begun and never left says so: nothing is being sent any more.
  const states = saleStateSchema.options.filter((state) => state !== 'PREPARED')
  const others = states.flatMap((state) => {
    const face = faceOfState[state]
    const word = words[`state.status.${state}`] ?? words[`state.word.${face}`]
    const said = [`workbook.states.${state}`, `print.status.${state}`]
    const shown = [`slip.day.state.${face}`].filter(() => state !== 'PENDING')
    return [...said, ...shown].filter((key) => (words[key] ?? word) !== word)
  })
  expect(others).toEqual([])
})

it.each(languageCodes)('each status of the service has a word of its own, in %s', (language) => {
  const words: Record<string, string> = Object.fromEntries(all(language))
  const said = statusSchema.options.map((status) => words[`state.status.${status}`])
  expect(new Set(said).size).toBe(statusSchema.options.length)
  // At the counter what the service has is in process, whichever of the two it says.
  const others = statusSchema.options.filter(
    (status, index) =>
      status !== 'PENDING' && said[index] !== words[`state.word.${faceOfState[status]}`],
  )
  expect(others).toEqual([])
  expect(saying(language, language === 'es' ? /^Pendiente$/ : /^Pending$/).toSorted()).toEqual([
    'print.status.PENDING',
    'state.status.PENDING',
    'workbook.states.PENDING',
  ])
})
