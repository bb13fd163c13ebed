import type { Messages } from './messages.ts'

/** Shifts, the drawer and tenders. */
export const drawerMessages = {
  SHIFT_ALREADY_OPEN: {
    es: 'Ya hay un turno abierto en esta caja. Ciérrelo antes de abrir otro.',
    en: 'A shift is already open at this register. Close it before you open another.',
  },
  SHIFT_NOT_OPEN: {
    es: 'No hay un turno abierto. Ábralo en Caja (F6).',
    en: 'No shift is open. Open it in Cash (F6).',
  },
  SHIFT_NOT_FOUND: {
    es: 'Ese turno no está en este equipo.',
    en: 'That shift is not on this computer.',
  },
  SHIFT_NOT_COUNTED: {
    es: 'Cuente el dinero de la caja antes de cerrar el turno.',
    en: 'Count the cash in the drawer before you close the shift.',
  },
  SHIFT_UNCONFIRMED: {
    es: 'Hay ventas sin confirmar ({count}). Decida si cierra el turno con ellas.',
    en: 'There are unconfirmed sales ({count}). Decide whether to close the shift with them.',
  },
  SHIFT_NOTE_NEEDED: {
    es: 'Hay una diferencia en la caja. Escriba qué pasó antes de cerrar.',
    en: 'There is a difference in the drawer. Write what happened before you close.',
  },
  SHIFT_BLIND: {
    es: 'El conteo es a ciegas: las cifras de la caja se muestran después de contar.',
    en: 'The count is blind: the figures of the drawer are shown after the count.',
  },
  TENDER_TOO_SMALL: {
    es: 'Lo recibido no alcanza para el total a cobrar.',
    en: 'What was received is less than the total to collect.',
  },
  TENDER_CLOSED: {
    es: 'El turno de esta venta ya se cerró: la forma de pago no se cambia. Registre un movimiento de caja.',
    en: 'The shift of this sale is closed: how it was paid is not changed. Write down a cash movement.',
  },
  TENDER_GIVEN: {
    es: 'El dinero de esta venta ya se le devolvió al cliente: la forma de pago no se cambia. Registre un movimiento de caja.',
    en: 'The money of this sale was already given back: how it was paid is not changed. Write down a cash movement.',
  },
  TENDER_OTHERS: {
    es: 'Esta venta es del turno de otra persona: la forma de pago la corrige quien lo abrió o un administrador.',
    en: 'This sale is of somebody else’s shift: whoever opened it, or an administrator, corrects how it was paid.',
  },
  NOTHING_OWED: {
    es: 'Por esta venta no se debe nada al cliente, o ya se le entregó.',
    en: 'Nothing is owed to the customer of this sale, or it was already given.',
  },
} as const satisfies Messages
