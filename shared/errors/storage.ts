import type { Messages } from './messages.ts'

/** The data on this computer. */
export const storageMessages = {
  REGISTER_ALREADY_OPEN: {
    es: 'La caja ya está abierta en este equipo con la misma carpeta de datos. Use esa ventana; si no la ve, se está cerrando con una venta en curso: espere un minuto y medio y abra otra vez.',
    en: 'The register is already open on this computer with the same data folder. Use that window; if there is none, it is closing with a sale on its way: wait a minute and a half and start again.',
  },
  JOURNAL_DAMAGED: {
    es: 'El registro de ventas está dañado y no se puede vender. No borre nada; avise a soporte.',
    en: 'The sales journal is damaged and selling is blocked. Delete nothing; tell support.',
  },
  JOURNAL_RECOVERED_OPEN: {
    es: 'El registro de ventas se recuperó de un daño. Lea el aviso de la ventana y confírmelo para volver a vender.',
    en: 'The sales journal was recovered from damage. Read the notice in the window and confirm it to sell again.',
  },
  JOURNAL_NEWER: {
    es: 'El registro de ventas es de una versión más nueva de Mostrador. Instale esa versión para vender.',
    en: 'The sales journal belongs to a newer version of Mostrador. Install that version to sell.',
  },
  CACHE_DAMAGED: {
    es: 'La copia local del catálogo y los reportes estaba dañada y se comenzó de nuevo. Las ventas están a salvo; intente otra vez.',
    en: 'The local copy of catalog and reports was damaged and was begun anew. The sales are safe; try again.',
  },
  DISK_FULL: {
    es: 'El disco está lleno y no se puede guardar. Libere espacio para seguir; lo ya guardado está a salvo.',
    en: 'The disk is full and nothing can be saved. Free some space to go on; what was saved is safe.',
  },
  STORE_FAILED: {
    es: 'No se pudo leer o guardar en la carpeta de datos: {reason}',
    en: 'Could not read or save in the data folder: {reason}',
  },
} as const satisfies Messages
