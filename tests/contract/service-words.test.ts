import { afterEach, expect, test } from 'vitest'
import { createServiceCatalog } from '../../sandbox/catalog/catalog.ts'
import { language } from '../../renderer/i18n/language.ts'
import { sayService } from '../../renderer/i18n/service-words.ts'

// The service says its categories and forms in Spanish; the window has English words for those that are known.
// That nothing else is sent for it: forms-agree.test.ts sells every product at a window in English.

afterEach(() => (language.value = 'es'))

const catalogs = [createServiceCatalog('COP', true), createServiceCatalog('USD', true)]
const categories = catalogs.flatMap((one) => one.categories.map(({ name }) => name))
const inputs = catalogs.flatMap(({ products }) =>
  products.flatMap(({ fields }) => fields.map(({ input }) => input)),
)
const titles = catalogs.flatMap(({ products }) => products.map(({ title }) => title))
const unknown = (texts: readonly (string | undefined)[]) => [
  ...new Set(
    texts.filter((text) => text !== undefined && text !== '' && sayService(text) === text),
  ),
]

test('all that the test service says has English words, but names, and those of both languages', () => {
  language.value = 'en'
  expect(unknown(categories)).toEqual([])
  expect(unknown(titles)).toEqual([])
  expect(unknown(inputs.map(({ label }) => label))).toEqual([])
  expect(unknown(inputs.map(({ note }) => note))).toEqual([])
  expect(unknown(inputs.flatMap(({ options = [] }) => options.map(({ label }) => label)))).toEqual([
    'NIT',
    'Venezuela',
  ])
})

test('what is not known stays as the service says it, and in Spanish all of it does', () => {
  const texts = [
    ...categories,
    ...inputs.map(({ label }) => label),
    'Código de la promoción',
    ' Valor ',
  ]
  for (const text of texts) expect(sayService(text)).toBe(text)
  language.value = 'en'
  expect(sayService('Código de la promoción')).toBe('Código de la promoción')
  expect(sayService(' Valor ')).toBe('Amount')
})
