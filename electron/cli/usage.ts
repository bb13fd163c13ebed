import { words, type Language, type Translate } from '../../shared/words/words.ts'
import { isSource } from '../version.ts'

/** A command line that cannot be understood; exit code 2. `said`: what was given, and what may be, in a line or two. */
export class UsageError extends Error {
  readonly said: (say: Translate) => string

  constructor(where: string, said: (say: Translate) => string) {
    super(where)
    this.said = said
  }
}

/** What was given is none of what may be. */
export function notAllowed(given: string, allowed: readonly string[] | string): UsageError {
  const list = typeof allowed === 'string' ? allowed : allowed.join(', ')
  return new UsageError(given, (say) => say('cli.wrong.value', { given, allowed: list }))
}

/** What must be there is not; `allowed`: what it may be. */
export function missing(what: string, allowed: readonly string[] = []): UsageError {
  return new UsageError(what, (say) =>
    allowed.length > 0
      ? say('cli.wrong.missingOne', { what, allowed: allowed.join(', ') })
      : say('cli.wrong.missing', { what }),
  )
}

/** A word or an option too many. */
export function superfluous(given: string): UsageError {
  return new UsageError(given, (say) => say('cli.wrong.superfluous', { given }))
}

/** Something goes with something else only. */
export function needs(given: string, needed: string): UsageError {
  return new UsageError(given, (say) => say('cli.wrong.needs', { given, needed }))
}

/** A folder that is not there. */
export function notThere(given: string): UsageError {
  return new UsageError(given, (say) => say('cli.wrong.noFolder', { given }))
}

const commands = `
  balance
  catalog [--search TEXT] [--prices | --changes]
  day [YYYY-MM-DD]
  product ID [--direction in|out [--cashier NAME]]
  quote ID [--set NAME=VALUE]...
  sell ID [--set NAME=VALUE]... --yes [--wait SECONDS] [--draft KEY] [--again] [--cashier NAME]
  health
  journal [--state STATE]
  pin NAME < FILE
  resolve [--wait SECONDS] [--acknowledge]
  restore-copy FOLDER --old stopped|sells [--replace] < FILE
  report [sales|buys] --month YYYY-MM|this|last | --from YYYY-MM-DD --to YYYY-MM-DD
         [--xlsx FILE | --csv FILE [--separator comma|semicolon|tab]] [--full] [--quiet] [--strict]
         [--registers all|NAME [--account NAME]]
  entries --month YYYY-MM [--format hledger|csv|xlsx|siigo|odoo --out FILE [--cashier NAME]]
  close --month YYYY-MM [--reason TEXT] [--cashier NAME]
  payers --year YYYY [--least AMOUNT] --out FILE [--cashier NAME]
  report sales|buys ... [--status PENDING|APPROVED|REJECTED|PROCESSING|PARTIAL|ID]...
         [--product ID|none]... [--category ID|none]... [--search TEXT] [--unreadable]
  support-report --out FILE
  hub join < FILE
  hub push | status | verify | leave
  hub books [--account NAME] [--nature PRODUCT=collection|resale|cash-out]... [--map FILE]
  hub init|upgrade|status --url URL [--ca FILE]
  hub add-register --url URL --name NAME [--again | --continues NAME] [--branch BRANCH]
                   [--address URL] [--ca FILE]
  hub add-reader --url URL --name NAME [--branch BRANCH | --all] [--books] [--writes]
                 [--address URL] [--ca FILE]
  hub retire|confirm --url URL --name NAME [--ca FILE]
  hub erase --url URL [--keep MONTHS] [--ca FILE]
`

const options = `
  --base-url URL  --country CO|EC  --data-dir DIR  --same-shop  --shop NAME  --json  --help
`

/** How it is started: from the repository, or as it is installed. */
const program = isSource ? 'npm run -s cli --' : 'mostrador'

/** What `--help` prints; with a command, of it alone. */
export function usage(language: Language, command = ''): string {
  // A line that begins further in goes on with the one before.
  const entries = commands.split(/\n(?= {2}\S)/).filter((one) => one.trim())
  const own = entries.filter((one) => one.trim().split(' ')[0] === command)
  const shown = own.length > 0 ? `\n${own.join('\n').trimEnd()}\n` : commands
  return words.in(language)('cli.usage', { commands: shown, options, program })
}
