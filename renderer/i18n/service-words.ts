import es from '../../shared/words/es/service.json' with { type: 'json' }
import { baseLanguage, words } from '../../shared/words/words.ts'
import { language } from './language.ts'

/** What is known of what the service says, by its Spanish. */
const keys = new Map(
  Object.entries(es).flatMap(([kind, said]) =>
    Object.entries(said).map(([name, text]) => [text, `service.${kind}.${name}`] as const),
  ),
)

/**
 * A category, a title, a label, a choice or a note of the service in the language of the screens, as far as it is a known one; any
 * other, and all of them in Spanish, as the service sends it. For the screen alone: what is searched, kept, printed and sent
 * is the service's own.
 */
export function sayService(text: string): string {
  const key = keys.get(text.trim())
  if (language.value === baseLanguage || key === undefined || !words.has(key)) return text
  return words.in(language.value)(key)
}
