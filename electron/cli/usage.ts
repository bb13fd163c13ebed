import type { Language } from '../../shared/words/words.ts'

/** A command line that cannot be understood; exit code 2. With `words` they are said instead of the whole usage. */
export class UsageError extends Error {
  readonly words: Record<Language, string> | null

  constructor(message: string, words: Record<Language, string> | null = null) {
    super(message)
    this.words = words
  }
}

const commands = `
  balance
  catalog [--search TEXT]
  product ID
  quote ID [--set NAME=VALUE]...
  sell ID [--set NAME=VALUE]... --yes [--wait SECONDS] [--draft KEY] [--again] [--cashier NAME]
  journal [--state STATE]
  pin NAME < FILE
  resolve [--wait SECONDS] [--acknowledge]
  report [sales|buys] --month YYYY-MM|this|last | --from YYYY-MM-DD --to YYYY-MM-DD
         [--xlsx FILE | --csv FILE [--separator comma|semicolon|tab]] [--full] [--quiet] [--strict]
  report sales|buys ... [--status PENDING|APPROVED|REJECTED|PROCESSING|PARTIAL|ID]...
         [--product ID|none]... [--category ID|none]... [--search TEXT] [--unreadable]
`

const options = `
  --base-url URL  --country CO|EC  --data-dir DIR  --same-shop  --shop NAME  --json  --help
`

const words = {
  es: `Uso: npm run -s cli -- COMANDO [OPCIONES]
${commands}
Opciones de todos:
${options}
--draft: la misma KEY es la misma venta, solo en este equipo y con la misma carpeta de datos; en otro se vende otra vez.
El token se lee de la variable de entorno MOSTRADOR_TOKEN o del almacén de claves, nunca de un argumento.
Salida: 0 hecho (en sell: APPROVED), 1 error, 2 uso, 10 sigue en proceso, 11 UNKNOWN,
12 REJECTED o DECLINED, 13 NOT_SENT, 14 REVIEW, 15 PARTIAL, 16 reporte sin comprobar (con --strict).
`,
  en: `Usage: npm run -s cli -- COMMAND [OPTIONS]
${commands}
Options of all:
${options}
--draft: the same KEY is the same sale, on this computer and data folder only; elsewhere it sells once more.
The token is read from the environment variable MOSTRADOR_TOKEN or the keyring, never from an argument.
Exit codes: 0 done (for sell: APPROVED), 1 error, 2 usage, 10 still waiting, 11 UNKNOWN,
12 REJECTED or DECLINED, 13 NOT_SENT, 14 REVIEW, 15 PARTIAL, 16 report not proven (with --strict).
`,
} satisfies Record<Language, string>

/** What `--help` prints. */
export function usage(language: Language): string {
  return words[language]
}
