import type { Messages } from './messages.ts'

/** Quoting, selling and resolving. */
export const sellingMessages = {
  FORM_INCOMPLETE: {
    es: 'Falta o no es válido: {fields}.',
    en: 'Missing or not valid: {fields}.',
  },
  AMOUNT_MISSING: {
    es: 'Falta el valor de la venta: ni el formulario ni la consulta lo dicen.',
    en: 'The amount of the sale is missing: neither the form nor the quote says it.',
  },
  AMOUNT_ABOVE_TOTAL: {
    es: 'El valor no puede superar el pago total: {total}.',
    en: 'The amount cannot be above the total payment: {total}.',
  },
  AMOUNT_DIFFERS: {
    es: 'El formulario del servicio enviaría como valor «{sent}», y la venta es de {amount}. No se vendió nada: consulte el valor otra vez; si sigue igual, avise al servicio.',
    en: 'The service’s form would send “{sent}” as the value, and the sale is of {amount}. Nothing was sold: ask for the value again; if it stays so, tell the service.',
  },
  TOTAL_BELOW_ZERO: {
    es: 'Con el costo que dice el servicio, el total de la venta sería {total}: menos que nada. No se vendió nada: consulte el valor otra vez; si sigue igual, avise al servicio.',
    en: 'With the cost that the service says, the total of the sale would be {total}: less than nothing. Nothing was sold: ask for the value again; if it stays so, tell the service.',
  },
  QUOTE_NOT_FOUND: {
    es: 'La consulta ya no está vigente. Consulte el valor otra vez.',
    en: 'The quote is no longer current. Ask for the value again.',
  },
  QUOTE_REFUSED: {
    es: 'El servicio no permite esta venta: {message}',
    en: 'The service does not allow this sale: {message}',
  },
  SAME_SALE_RECENTLY: {
    es: 'Hace menos de {within} min se hizo la misma venta (mismo producto, referencia y valor). Confirme que es otra venta.',
    en: 'The same sale was made less than {within} min ago (same product, reference and amount). Confirm that this is another one.',
  },
  SALE_NOT_FOUND: {
    es: 'Esa venta no está en este equipo.',
    en: 'That sale is not on this computer.',
  },
  SALE_NOT_SENT: {
    es: 'La venta no se envió: no hay conexión con el servicio. Puede intentar otra vez.',
    en: 'The sale was not sent: there is no connection to the service. You can try again.',
  },
  APP_CLOSING: {
    es: 'Mostrador se está cerrando: la venta no se envió.',
    en: 'Mostrador is closing: the sale was not sent.',
  },
  DRAFT_DIFFERS: {
    es: 'Esa venta ya se hizo con otros datos. Comience una venta nueva.',
    en: 'That sale was already made with other data. Begin a new sale.',
  },
  SALE_INTERRUPTED: {
    es: 'Mostrador se cerró mientras se enviaba la venta. No la repita: se está consultando.',
    en: 'Mostrador closed while the sale was being sent. Do not repeat it: it is being looked up.',
  },
  RECORD_DIFFERS: {
    es: 'El servicio muestra otra cosa que lo vendido ({what}: {found}; aquí: {expected}).',
    en: 'The service shows something else than what was sold ({what}: {found}; here: {expected}).',
  },
  RECORD_NOT_FOUND: {
    es: 'El servicio no tiene registro de esta venta. Compruébelo con soporte antes de repetirla.',
    en: 'The service has no record of this sale. Check with support before repeating it.',
  },
  LOOKUP_PERIOD_OVER: {
    es: 'Pasó el plazo de dos días en que el servicio deja consultar la venta. Compruébela con soporte.',
    en: 'The two days in which the service lets the sale be looked up are over. Check it with support.',
  },
  STATUS_NOT_KNOWN: {
    es: 'El servicio dio un estado que no se conoce: {status}. Compruebe la venta con soporte.',
    en: 'The service gave a status that is not known: {status}. Check the sale with support.',
  },
  RECORD_NOT_LISTED: {
    es: 'La lista del {day} no muestra esta venta. Se vuelve a consultar.',
    en: 'The list of {day} does not show this sale. It is asked for again.',
  },
  SALE_NOT_CLOSABLE: {
    es: 'Esta venta no se puede cerrar a mano así: el servicio todavía puede decir cómo terminó.',
    en: 'This sale cannot be closed by hand like that: the service can still tell how it ended.',
  },
  CLOSING_OUTDATED: {
    es: 'La venta cambió o pasó mucho tiempo. Mírela otra vez antes de cerrarla.',
    en: 'The sale changed, or too much time passed. Look at it again before closing it.',
  },
  CANDIDATE_TAKEN: {
    es: 'Ese registro del servicio ya pertenece a otra venta de esta caja.',
    en: 'That record of the service already belongs to another sale of this register.',
  },
  CANDIDATE_CONTRADICTS: {
    es: 'El registro que escogió dice otra cosa. Escoja lo que dice el registro, o «Ninguna de estas».',
    en: 'The record you chose says something else. Choose what the record says, or “None of these”.',
  },
} as const satisfies Messages
