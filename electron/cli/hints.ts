import { errorText, type AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Language } from '../../shared/words/words.ts'

/** How the command line does what an error's own words, made for the window, say to do. */
const hints: Partial<Record<ErrorCode, Record<Language, string>>> = {
  NO_TOKEN: {
    es: 'En la línea de comandos va en la variable de entorno MOSTRADOR_TOKEN.',
    en: 'On the command line it goes in the environment variable MOSTRADOR_TOKEN.',
  },
  SHOP_UNPROVEN: {
    es: 'En la línea de comandos, --same-shop dice que sí; --shop NOMBRE lleva aparte las ventas y reportes de otro.',
    en: 'On the command line --same-shop says that it is; --shop NAME keeps the sales and reports of another apart.',
  },
  SAME_SALE_RECENTLY: {
    es: 'En la línea de comandos se confirma con --again.',
    en: 'On the command line --again confirms it.',
  },
}

/** An error's words, and what to do about it here. */
export function errorWords(error: AppError, language: Language): string {
  const hint = hints[error.code]
  return [errorText(error, language), ...(hint ? [hint[language]] : [])].join(' ')
}
