import type { Messages } from './messages.ts'

/** Calls between the window and the main process, and what they pass. */
export const callsMessages = {
  BAD_INPUT: {
    es: 'Un dato no es válido: {where}.',
    en: 'A value is not valid: {where}.',
  },
  UNKNOWN_CALL: {
    es: 'Esa operación no existe: {call}.',
    en: 'That operation does not exist: {call}.',
  },
  FORBIDDEN_SENDER: {
    es: 'La solicitud no viene de la ventana de la aplicación y se rechazó.',
    en: 'The request does not come from the window of the application and was refused.',
  },
  AMOUNT_UNREADABLE: {
    es: 'No se entiende el valor «{text}». Escriba solo la cifra.',
    en: 'The value “{text}” is not understood. Write the figure only.',
  },
  AMOUNT_TOO_LARGE: {
    es: '«{text}» es demasiado para un valor (máximo {most}). Casi siempre es un código de barras que se leyó en el campo del valor: bórrelo y escriba el valor.',
    en: '“{text}” is too much for an amount (at most {most}). It is nearly always a barcode that was scanned into the amount field: clear it and type the amount.',
  },
  AMOUNT_AMBIGUOUS: {
    es: '«{text}» puede leerse de dos maneras. Escriba la cifra sin separador de miles.',
    en: '“{text}” can be read in two ways. Write the figure without a thousands separator.',
  },
} as const satisfies Messages
