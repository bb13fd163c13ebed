import type { Messages } from './messages.ts'

/** Connection profiles and their secrets. */
export const connectionMessages = {
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
  SHOP_UNPROVEN: {
    es: 'Ninguna venta de los últimos dos días comprueba que este token sea del mismo comercio. ¿Es el mismo? Con otro se mezclarían ventas y reportes.',
    en: 'No sale of the last two days proves that this token is of the same shop. Is it the same? With another, sales and reports would mix.',
  },
  PROFILE_HAS_OPEN_SALES: {
    es: 'Esta conexión tiene ventas por resolver. Resuélvalas antes de quitarla.',
    en: 'This connection has sales to resolve. Resolve them before removing it.',
  },
  SANDBOX_FAILED: {
    es: 'El servicio de prueba no arrancó: {reason}',
    en: 'The test service did not start: {reason}',
  },
} as const satisfies Messages
