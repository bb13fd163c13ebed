import { errorText, type AppError } from '../../shared/errors.ts'
import { words, type Language } from '../../shared/words/words.ts'

/** An error's words, and how the command line does what they, made for the window, say to do. */
export function errorWords(error: AppError, language: Language): string {
  const hint = `cli.hints.${error.code}`
  const text = errorText(error, language)
  return words.has(hint) ? `${text} ${words.in(language)(hint)}` : text
}
