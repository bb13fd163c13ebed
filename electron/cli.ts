import { toAppError } from '../shared/errors.ts'
import { parseCommandLine, type CommandName } from './cli/arguments.ts'
import { balance } from './cli/balance.ts'
import { catalog } from './cli/catalog.ts'
import type { Command } from './cli/command.ts'
import { exitCodes, type ExitCode } from './cli/exit-codes.ts'
import { journal } from './cli/journal.ts'
import { createOutput, languageOf } from './cli/output.ts'
import { product } from './cli/product.ts'
import { quote } from './cli/quote.ts'
import { report } from './cli/report.ts'
import { resolve } from './cli/resolve.ts'
import { sell } from './cli/sell.ts'
import { usage, UsageError } from './cli/usage.ts'

const commands: Record<CommandName, Command> = {
  balance,
  catalog,
  product,
  quote,
  sell,
  journal,
  resolve,
  report,
}

/** The command line: the same features, without a window. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  const language = languageOf(process.env)
  const output = createOutput(language, argv.includes('--json'), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
  if (argv.includes('--help')) {
    process.stdout.write(usage(language))
    return exitCodes.done
  }
  try {
    const line = parseCommandLine(argv)
    return await commands[line.command](line, output)
  } catch (caught) {
    if (caught instanceof UsageError) {
      process.stderr.write(`${caught.message}\n\n${usage(language)}`)
      return exitCodes.usage
    }
    output.error(toAppError(caught))
    return exitCodes.error
  }
}

process.exitCode = await main(process.argv.slice(2))
