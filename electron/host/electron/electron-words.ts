import type { Settings } from '../../../shared/contract/settings.ts'

/** What the shell says where no page can: menus and dialogs of the system. */
interface ShellWords {
  cut: string
  copy: string
  paste: string
  selectAll: string
  /** A second start while the first one closes. */
  closing: string
  closingWhy: string
  /** The page failed more often than it is worth loading again. */
  failing: string
  failingWhat: string
  openAgain: string
  close: string
}

export const shellWords: Readonly<Record<Settings['language'], ShellWords>> = {
  es: {
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    selectAll: 'Seleccionar todo',
    closing: 'Mostrador se está cerrando…',
    closingWhy:
      'Espera la respuesta de una venta que ya se envió, o guarda lo último: a lo más un minuto y medio. ' +
      'Al terminar se abre de nuevo por sí mismo; no venda otra vez lo mismo.',
    failing: 'La ventana falló varias veces seguidas.',
    failingWhat:
      'Nada se perdió: las ventas están en el registro y lo que se envió sigue su curso. ' +
      'Abra la ventana de nuevo; si vuelve a fallar, cierre, reinicie el equipo y avise a soporte.',
    openAgain: 'Abrir de nuevo',
    close: 'Cerrar',
  },
  en: {
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    closing: 'Mostrador is closing…',
    closingWhy:
      'It waits for the answer to a sale that has been sent, or writes the last of its data: at most a minute and ' +
      'a half. It then opens again by itself; do not sell the same thing again.',
    failing: 'The window failed several times in a row.',
    failingWhat:
      'Nothing was lost: the sales are in the journal and what was sent goes on. Open the window again; ' +
      'if it fails once more, close, restart the computer and tell support.',
    openAgain: 'Open again',
    close: 'Close',
  },
}
