import { createTranslators } from './engine.ts'
import * as languages from './languages.ts'

/** A language that everything is said in, by its code. */
export type Language = keyof typeof languages

/** The app's own: the names of its texts are everybody's, and what another language lacks is said in it. */
export const baseLanguage = 'es' satisfies Language

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code)
}

/** Every language that there is. */
export const languageCodes = Object.keys(languages).filter(isLanguage)

/** What is said in both processes: `words.in(language)('errors.OFFLINE')`. The window's own texts are in renderer/i18n. */
export const words = createTranslators<typeof languages.es, Language>(baseLanguage, languages)

/** Says things in one language. */
export type Translate = ReturnType<typeof words.in>
/** The key of a text of both processes. */
export type WordKey = Parameters<Translate>[0]
