import type { Messages } from './messages.ts'

/** Receipts and printers. */
export const printingMessages = {
  PRINTER_NOT_SET: {
    es: 'No hay impresora. Elija una en Ajustes, Impresora.',
    en: 'There is no printer. Choose one in Settings, Printer.',
  },
  PRINTER_UNREACHABLE: {
    es: 'La impresora «{printer}» no responde. Revise que esté encendida y conectada, e imprima otra vez.',
    en: 'The printer “{printer}” does not answer. Check that it is on and connected, and print again.',
  },
  PRINTER_NOT_READY: {
    es: 'La impresora «{printer}» no tiene papel o tiene la tapa abierta. Póngale papel e imprima otra vez.',
    en: 'The printer “{printer}” is out of paper or its cover is open. Load paper and print again.',
  },
  PRINTER_INTERRUPTED: {
    es: 'La impresora «{printer}» dejó de responder: el papel pudo salir incompleto. Revíselo e imprima otra vez.',
    en: 'The printer “{printer}” stopped answering: the paper may be incomplete. Check it and print again.',
  },
  PRINTER_REFUSED: {
    es: 'El sistema no pudo imprimir en «{printer}»: {reason}',
    en: 'The system could not print on “{printer}”: {reason}',
  },
  PRINT_CANCELLED: {
    es: 'Se canceló la impresión.',
    en: 'Printing was cancelled.',
  },
  RECEIPT_NOT_DUE: {
    es: 'Esta venta no tiene comprobante: no se hizo, o todavía se está enviando.',
    en: 'This sale has no receipt: it was not made, or it is still being sent.',
  },
} as const satisfies Messages
