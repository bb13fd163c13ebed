import { errorText, type AppError } from '../../shared/errors.ts'
import { words, type Language } from '../../shared/words/words.ts'

/** An error's words, made for the window, and how the command line does what they say to do; or its own words instead. */
export function errorWords(error: AppError, language: Language): string {
  const instead = `cli.instead.${error.code}`
  if (words.has(instead)) return words.in(language)(instead, error.params)
  const hint = `cli.hints.${error.code}`
  const text = errorText(error, language)
  return words.has(hint) ? `${text} ${words.in(language)(hint)}` : text
}
