import type { Messages } from './messages.ts'

/** Starting the register. */
export const startingMessages = {
  NO_DISPLAY: {
    es: 'No hay una pantalla donde abrir la ventana. Abra Mostrador desde el escritorio de este equipo.',
    en: 'There is no display to open the window on. Start Mostrador from the desktop of this computer.',
  },
  NO_BROWSER: {
    es: 'No se encontró Chrome, Edge ni Chromium. Instale uno de ellos y vuelva a intentar.',
    en: 'Chrome, Edge or Chromium was not found. Install one of them and try again.',
  },
  BROWSER_FAILED: {
    es: 'El navegador de este equipo no pudo abrir la ventana ({reason}). Reinicie el equipo o instale otro de Chrome, Edge o Chromium.',
    en: 'The browser of this computer could not open the window ({reason}). Restart the computer, or install another of Chrome, Edge or Chromium.',
  },
  UNEXPECTED: {
    es: 'Ocurrió algo inesperado: {reason}. Nada se perdió; intente otra vez o avise a soporte.',
    en: 'Something unexpected happened: {reason}. Nothing was lost; try again or tell support.',
  },
} as const satisfies Messages
