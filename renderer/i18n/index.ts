import { createI18n } from 'vue-i18n'

export type Language = 'es' | 'en'

type Messages = { [key: string]: string | Messages }

/** One JSON file per feature and language: the file's name is the namespace of its keys. */
function namespaces(files: Record<string, Messages>): Messages {
  return Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [path.replace(/^.*\/|\.json$/g, ''), messages]),
  )
}

export const messages = {
  es: namespaces(import.meta.glob('./es/*.json', { eager: true, import: 'default' })),
  en: namespaces(import.meta.glob('./en/*.json', { eager: true, import: 'default' })),
}

/** Spanish is the app's own language; English mirrors it (a test compares the keys). */
export const i18n = createI18n({
  legacy: false,
  locale: 'es',
  fallbackLocale: 'es',
  messages,
})

/** Changes the language of every screen at once. */
export function setLanguage(language: Language): void {
  i18n.global.locale.value = language
  document.documentElement.lang = language
}
