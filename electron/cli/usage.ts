import type { Language } from './output.ts'

/** A command line that cannot be understood; exit code 2. */
export class UsageError extends Error {}

const commands = `
  balance
  catalog [--search TEXT]
  product ID
  quote ID [--set NAME=VALUE]...
  sell ID [--set NAME=VALUE]... --yes [--wait SECONDS] [--draft KEY] [--again]
  journal [--state STATE]
  resolve [--wait SECONDS] [--acknowledge]
  report sales|buys --from YYYY-MM-DD --to YYYY-MM-DD [--xlsx FILE | --csv FILE]
`

const options = `
  --base-url URL  --country CO|EC  --data-dir DIR  --json  --help
`

const words = {
  es: `Uso: npm run -s cli -- COMANDO [OPCIONES]
${commands}
Opciones de todos:
${options}
El token se lee de la variable de entorno MOSTRADOR_TOKEN o del almacén de claves, nunca de un argumento.
Salida: 0 hecho (en sell: APPROVED), 1 error, 2 uso, 10 sigue en proceso, 11 UNKNOWN,
12 REJECTED o DECLINED, 13 NOT_SENT, 14 REVIEW, 15 PARTIAL.
`,
  en: `Usage: npm run -s cli -- COMMAND [OPTIONS]
${commands}
Options of all:
${options}
The token is read from the environment variable MOSTRADOR_TOKEN or the keyring, never from an argument.
Exit codes: 0 done (for sell: APPROVED), 1 error, 2 usage, 10 still waiting, 11 UNKNOWN,
12 REJECTED or DECLINED, 13 NOT_SENT, 14 REVIEW, 15 PARTIAL.
`,
} satisfies Record<Language, string>

/** What `--help` prints. */
export function usage(language: Language): string {
  return words[language]
}
