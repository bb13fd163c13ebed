import type { Messages } from './messages.ts'

/** Reports and the files they become. */
export const reportsMessages = {
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
  EXPORT_STOPPED: {
    es: 'El archivo no se terminó de escribir: lo que lo escribe se detuvo. Inténtelo de nuevo. ({reason})',
    en: 'The file was not finished: what writes it came to a stop. Try again. ({reason})',
  },
  EXPORT_TOO_LARGE: {
    es: 'El archivo no cabe en la memoria disponible. Elija menos días.',
    en: 'The file does not fit in the memory there is. Choose fewer days.',
  },
  TOO_MANY_ROWS: {
    es: 'Son {rows} filas y una hoja de Excel admite {most}. Guarde en CSV o elija menos días.',
    en: 'There are {rows} rows and an Excel sheet holds {most}. Save as CSV or choose fewer days.',
  },
  FOLDER_NOT_FOUND: {
    es: 'La carpeta «{folder}» no existe. Elija otra.',
    en: 'The folder “{folder}” does not exist. Choose another.',
  },
  FOLDER_NOT_ALLOWED: {
    es: 'En «{folder}» no se guarda nada. Elija una carpeta suya, como Documentos, o una memoria USB.',
    en: 'Nothing is saved in “{folder}”. Choose a folder of yours, such as Documents, or a USB stick.',
  },
  FILE_NAME_INVALID: {
    es: 'El archivo no se puede llamar «{file}». Use letras y números, sin barras ni dos puntos, y deje su terminación.',
    en: 'The file cannot be called “{file}”. Use letters and digits, no slashes or colons, and keep its ending.',
  },
  FILE_NAME_OF_FOLDER: {
    es: 'Ya hay una carpeta llamada «{file}». Elija otro nombre.',
    en: 'There is a folder called “{file}” already. Choose another name.',
  },
  FILE_NOT_OURS: {
    es: 'Ya hay un archivo «{file}» que no es de Mostrador y no se reemplaza. Elija otro nombre.',
    en: 'There is a file “{file}” already that is not Mostrador’s and is not replaced. Choose another name.',
  },
  FILE_NOT_WRITABLE: {
    es: 'No se puede guardar «{file}»: puede estar abierto en Excel o no tener permiso. Ciérrelo o elija otro nombre.',
    en: '“{file}” cannot be saved: it may be open in Excel or not permitted. Close it or choose another name.',
  },
  FILE_NOT_ALLOWED: {
    es: 'Quien está en la caja no eligió ese archivo. Elija de nuevo dónde guardar.',
    en: 'Whoever is at the register did not choose that file. Choose again where to save.',
  },
} as const satisfies Messages
