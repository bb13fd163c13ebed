import { words, type Language, type Translate } from '../../shared/words/words.ts'

/** A command line that cannot be understood; exit code 2. What `said` gives is said instead of the whole usage. */
export class UsageError extends Error {
  readonly said: ((say: Translate) => string) | null

  constructor(message: string, said: UsageError['said'] = null) {
    super(message)
    this.said = said
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

/** What `--help` prints. */
export function usage(language: Language): string {
  return words.in(language)('cli.usage', { commands, options })
}
