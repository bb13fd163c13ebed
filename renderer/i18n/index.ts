import { ref, type App } from 'vue'
import { formatCount, type FigureStyle } from '../../shared/domain/money/figures.ts'
import { createTranslators, type KeyOf, type NameIn, type Say } from '../../shared/words/engine.ts'
import type * as es from '../../shared/words/es/window.ts'
import { baseLanguage, type Language } from '../../shared/words/words.ts'
import { language } from './language.ts'

type WindowTexts = typeof es
/** The key of a text of the window. */
export type TextKey = KeyOf<WindowTexts>
/** The names that stand right below a key of the window's. */
export type TextNameIn<Parent extends string> = NameIn<TextKey, Parent>

/** By the language's code, which is its folder's name. */
const texts = Object.entries(
  import.meta.glob<WindowTexts>('../../shared/words/*/window.ts', { eager: true }),
).map(([path, window]): [string, WindowTexts] => [path.split('/').at(-2) ?? '', window])
/** How the shop sets thousands apart: `12.345`. */
const decimalSign = ref<FigureStyle['decimalSign']>('comma')
const words = createTranslators<WindowTexts, Language>(
  baseLanguage,
  Object.fromEntries(texts),
  (count) => formatCount(count, { decimalSign: decimalSign.value }),
)

export { language }

/** Says it in the language of the screens, and again in another once that changes. */
export const t: Say<TextKey> = (...asked) => words.in(language.value)(...asked)

/** Whether there is such a text: for keys made of what the service says. */
export const isTextKey = words.has

/** Gives every template `$t`. */
export const i18n = {
  install(app: App): void {
    app.config.globalProperties.$t = t
  },
}

declare module 'vue' {
  interface ComponentCustomProperties {
    $t: Say<TextKey>
  }
}

/** Changes the language of every screen at once. */
export function setLanguage(chosen: Language): void {
  language.value = chosen
  document.documentElement.lang = chosen
}

/** Says how many of something every text writes from now on. */
export function setDecimalSign(chosen: FigureStyle['decimalSign']): void {
  decimalSign.value = chosen
}
