import type { Messages } from './messages.ts'

/** Starting the register. */
export const startingMessages = {
  NO_DISPLAY: {
    es: 'No hay pantalla en este equipo.',
    en: 'There is no display on this computer.',
  },
  NO_BROWSER: {
    es: 'No se encontró Chrome, Edge ni Chromium. Instale uno de ellos y vuelva a intentar.',
    en: 'Chrome, Edge or Chromium was not found. Install one of them and try again.',
  },
  UNEXPECTED: {
    es: 'Ocurrió algo inesperado: {reason}. Nada se perdió; intente otra vez o avise a soporte.',
    en: 'Something unexpected happened: {reason}. Nothing was lost; try again or tell support.',
  },
} as const satisfies Messages
