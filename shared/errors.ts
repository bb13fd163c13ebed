import { z } from 'zod'

/**
 * The closed list of everything that can go wrong, each with a message in Spanish and English
 * that says what happened and what to do. `{name}` in a message is filled from `params`.
 */
export const errorMessages = {
  // --- reaching the service
  NAME_NOT_FOUND: {
    es: 'No se encontró el servidor «{host}». Revise la dirección y la conexión a internet.',
    en: 'The server “{host}” was not found. Check the address and the internet connection.',
  },
  CONNECTION_REFUSED: {
    es: 'El servidor «{host}» no acepta la conexión. Revise la dirección y el puerto, o intente más tarde.',
    en: 'The server “{host}” refuses the connection. Check the address and port, or try later.',
  },
  CONNECTION_TIMEOUT: {
    es: 'El servicio no respondió a tiempo. Revise la conexión e intente otra vez.',
    en: 'The service did not answer in time. Check the connection and try again.',
  },
  CONNECTION_LOST: {
    es: 'Se cortó la conexión con el servicio. Revise la conexión e intente otra vez.',
    en: 'The connection to the service was cut. Check the connection and try again.',
  },
  CERTIFICATE_NOT_TRUSTED: {
    es: 'El certificado de «{host}» no es de confianza ({reason}). Si usa un antivirus o un proxy, agregue su certificado al sistema.',
    en: 'The certificate of “{host}” is not trusted ({reason}). If an antivirus or proxy is in between, add its certificate to the system.',
  },
  PROXY_FAILED: {
    es: 'El proxy «{proxy}» no dejó pasar la conexión. Revise la configuración de proxy del sistema.',
    en: 'The proxy “{proxy}” did not let the connection through. Check the proxy settings of the system.',
  },
  UNAUTHORIZED: {
    es: 'El servicio no acepta el token de acceso. Renuévelo en Ajustes.',
    en: 'The service does not accept the access token. Renew it in Settings.',
  },
  NOT_THIS_SERVICE: {
    es: 'En esa dirección responde algo, pero no es el servicio de transacciones. Revise la dirección.',
    en: 'Something answers at that address, but it is not the transaction service. Check the address.',
  },
  SERVICE_REFUSED: {
    es: 'El servicio no aceptó la solicitud: {message}',
    en: 'The service did not accept the request: {message}',
  },
  SERVICE_NOT_FOUND: {
    es: 'El servicio no encuentra lo solicitado: {message}',
    en: 'The service does not find what was asked for: {message}',
  },
  SERVICE_ERROR: {
    es: 'El servicio falló ({status}): {message}. Intente otra vez en un momento.',
    en: 'The service failed ({status}): {message}. Try again in a moment.',
  },
  ANSWER_REDIRECTED: {
    es: 'El servidor quiso enviar la solicitud a otra dirección y no se siguió. Revise la dirección del servicio.',
    en: 'The server tried to send the request to another address and it was not followed. Check the address of the service.',
  },
  ANSWER_NOT_JSON: {
    es: 'La respuesta no viene del servicio (puede ser una página del proxy o del proveedor de internet). Revise la conexión.',
    en: 'The answer does not come from the service (it may be a page of the proxy or internet provider). Check the connection.',
  },
  ANSWER_TOO_LARGE: {
    es: 'La respuesta del servicio es demasiado grande y se descartó. Avise a soporte.',
    en: 'The answer of the service is too large and was discarded. Tell support.',
  },
  ANSWER_UNREADABLE: {
    es: 'El servicio respondió algo que no se pudo leer ({where}). Avise a soporte.',
    en: 'The service answered something that could not be read ({where}). Tell support.',
  },
  // --- connection profiles and secrets
  NO_PROFILE: {
    es: 'Todavía no hay una conexión. Cree una en Ajustes o pruebe con el servicio de prueba.',
    en: 'There is no connection yet. Create one in Settings or try the test service.',
  },
  NO_TOKEN: {
    es: 'Falta el token de acceso. Escríbalo en Ajustes.',
    en: 'The access token is missing. Enter it in Settings.',
  },
  URL_INVALID: {
    es: 'La dirección «{url}» no es válida. Escriba algo como https://servicio.ejemplo.com',
    en: 'The address “{url}” is not valid. Write something like https://service.example.com',
  },
  URL_INSECURE: {
    es: 'La dirección debe comenzar con https:// (http:// solo sirve para este mismo equipo).',
    en: 'The address must start with https:// (http:// is only for this same computer).',
  },
  KEYRING_UNAVAILABLE: {
    es: 'El almacén de claves del sistema no está disponible: el token se recordará solo hasta cerrar.',
    en: "The system's keyring is not available: the token is remembered only until you close.",
  },
  PROFILE_HAS_OPEN_SALES: {
    es: 'Esta conexión tiene ventas por resolver. Resuélvalas antes de quitarla.',
    en: 'This connection has sales to resolve. Resolve them before removing it.',
  },
  SANDBOX_FAILED: {
    es: 'El servicio de prueba no arrancó: {reason}',
    en: 'The test service did not start: {reason}',
  },
  // --- calls and input
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
  AMOUNT_AMBIGUOUS: {
    es: '«{text}» puede leerse de dos maneras. Escriba la cifra sin separador de miles.',
    en: '“{text}” can be read in two ways. Write the figure without a thousands separator.',
  },
  // --- catalog
  PRODUCT_NOT_FOUND: {
    es: 'El producto {productId} no está en el catálogo. Actualice el catálogo.',
    en: 'Product {productId} is not in the catalog. Refresh the catalog.',
  },
  FORM_NOT_STORED: {
    es: 'El formulario de este producto aún no está guardado y no hay conexión. Intente cuando vuelva la conexión.',
    en: 'The form of this product is not stored yet and there is no connection. Try when the connection is back.',
  },
  // --- selling
  FORM_INCOMPLETE: {
    es: 'Falta o no es válido: {fields}.',
    en: 'Missing or not valid: {fields}.',
  },
  AMOUNT_ABOVE_TOTAL: {
    es: 'El valor no puede superar el pago total: {total}.',
    en: 'The amount cannot be above the total payment: {total}.',
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
  // --- claims and customers' data
  CLAIM_NOT_NOW: {
    es: 'El reclamo ya cambió. Mírelo otra vez antes de anotar.',
    en: 'The claim has changed. Look at it again before writing.',
  },
  // --- people
  NOT_ALLOWED: {
    es: 'Su perfil no permite hacer esto. Pídalo a un administrador, o que entre con su PIN.',
    en: 'Your role does not allow this. Ask an administrator, or let one sign in with the PIN.',
  },
  LOCKED: {
    es: 'La caja está bloqueada. Entre con su PIN para seguir; nada se perdió.',
    en: 'The register is locked. Sign in with your PIN to go on; nothing was lost.',
  },
  PIN_WRONG: {
    es: 'Ese no es el PIN. Inténtelo otra vez.',
    en: 'That is not the PIN. Try it again.',
  },
  PIN_WAIT: {
    es: 'Demasiados intentos. Espere {seconds} s y pruebe otra vez.',
    en: 'Too many tries. Wait {seconds} s and try again.',
  },
  PERSON_NOT_FOUND: {
    es: 'Esa persona ya no puede entrar. Elija otra.',
    en: 'That person can no longer sign in. Choose another.',
  },
  NAME_TAKEN: {
    es: 'Ya hay una persona con ese nombre. Escriba otro, por ejemplo con el apellido.',
    en: 'There is a person with that name already. Write another, for example with the surname.',
  },
  LAST_ADMINISTRATOR: {
    es: 'Debe quedar al menos un administrador. Nombre otro antes.',
    en: 'At least one administrator must remain. Name another one first.',
  },
  // --- the drawer
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
  NOTHING_OWED: {
    es: 'Por esta venta no se debe nada al cliente, o ya se le entregó.',
    en: 'Nothing is owed to the customer of this sale, or it was already given.',
  },
  // --- the data on this computer
  REGISTER_ALREADY_OPEN: {
    es: 'La caja ya está abierta en este equipo con la misma carpeta de datos. Use esa ventana.',
    en: 'The register is already open on this computer with the same data folder. Use that window.',
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
  // --- reports and files
  RANGE_INVALID: {
    es: 'El rango de fechas no es válido: la fecha inicial debe ser anterior o igual a la final.',
    en: 'The date range is not valid: the start date must be before or equal to the end date.',
  },
  REPORT_NOT_STORED: {
    es: 'Ese rango todavía no se ha traído del servicio y no hay conexión.',
    en: 'That range has not been brought from the service yet and there is no connection.',
  },
  CANCELLED: {
    es: 'Se canceló. Lo que ya llegó queda guardado.',
    en: 'Cancelled. What had already arrived is kept.',
  },
  TOO_MANY_ROWS: {
    es: 'Son {rows} filas y una hoja de Excel admite {most}. Guarde en CSV o elija menos días.',
    en: 'There are {rows} rows and an Excel sheet holds {most}. Save as CSV or choose fewer days.',
  },
  FOLDER_NOT_FOUND: {
    es: 'La carpeta «{folder}» no existe. Elija otra.',
    en: 'The folder “{folder}” does not exist. Choose another.',
  },
  FILE_NOT_WRITABLE: {
    es: 'No se puede guardar «{file}»: puede estar abierto en Excel o no tener permiso. Ciérrelo o elija otro nombre.',
    en: '“{file}” cannot be saved: it may be open in Excel or not permitted. Close it or choose another name.',
  },
  FILE_NOT_ALLOWED: {
    es: 'Ese archivo no lo guardó Mostrador y no se abrirá.',
    en: 'That file was not saved by Mostrador and will not be opened.',
  },
  // --- printing
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
  // --- starting
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
} as const satisfies Record<string, { es: string; en: string }>

/** One of the closed list. */
export type ErrorCode = keyof typeof errorMessages

/** Every code, for schemas and exhaustive tests. */
export const errorCodes = Object.keys(errorMessages).filter(isErrorCode)

/** An error as a value: crosses IPC, stands in the journal, becomes words in either language. */
export interface AppError {
  code: ErrorCode
  params?: Record<string, string | number>
}

/** Whether a text is one of the closed list of codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorMessages, text)
}

/** An AppError as it crosses a boundary. */
export const appErrorSchema = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** Makes an error value. */
export function appError(code: ErrorCode, params?: AppError['params']): AppError {
  return params ? { code, params } : { code }
}

/** The words of an error in a language; an unfilled `{name}` becomes an em dash. */
export function errorText(error: AppError, language: 'es' | 'en'): string {
  return errorMessages[error.code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = error.params?.[name]
    return value === undefined ? '—' : String(value)
  })
}

/** The only thing our own code throws: an AppError on its way up. */
export class Failure extends Error {
  readonly error: AppError

  constructor(code: ErrorCode, params?: AppError['params'], options?: { cause?: unknown }) {
    const error = appError(code, params)
    super(errorText(error, 'en'), options)
    this.name = 'Failure'
    this.error = error
  }
}

/** Turns whatever was caught into an AppError; what is not ours becomes UNEXPECTED. */
export function toAppError(caught: unknown): AppError {
  if (caught instanceof Failure) return caught.error
  return appError('UNEXPECTED', {
    reason: caught instanceof Error ? caught.message : String(caught),
  })
}
