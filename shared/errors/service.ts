import type { Messages } from './messages.ts'

/** What goes wrong on the way to the service, or in its answer. */
export const serviceMessages = {
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
  SERVICE_BUSY: {
    es: 'El servicio pide esperar {seconds} s antes de preguntarle otra vez. Intente después de ese tiempo.',
    en: 'The service asks to wait {seconds} s before it is asked again. Try after that time.',
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
} as const satisfies Messages
