import { appError, toAppError } from '../../shared/errors.ts'
import { parseCommandLine, type CommandName } from './arguments.ts'
import { balance } from './commands/balance.ts'
import { catalog } from './commands/catalog.ts'
import type { Command } from './command.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { errorWords } from './hints.ts'
import { journal } from './commands/journal.ts'
import { createOutput, languageOf, type EnvironmentVariables, type Streams } from './output.ts'
import { pin } from './commands/pin.ts'
import { product } from './commands/product.ts'
import { quote } from './commands/quote.ts'
import { report } from './commands/report.ts'
import { resolve } from './commands/resolve.ts'
import { sell } from './commands/sell.ts'
import { usage, UsageError } from './usage.ts'

const commands: Record<CommandName, Command> = {
  balance,
  catalog,
  product,
  quote,
  sell,
  journal,
  resolve,
  pin,
  report,
}

/** The command line: the same features, without a window. Answers the exit code and throws nothing. */
export async function run(
  argv: readonly string[],
  env: EnvironmentVariables,
  streams: Streams,
): Promise<ExitCode> {
  const language = languageOf(env)
  const output = createOutput(language, argv.includes('--json'), streams)
  if (argv.includes('--help')) {
    streams.out(usage(language))
    return exitCodes.done
  }
  try {
    const line = parseCommandLine(argv, env)
    return await commands[line.command](line, output)
  } catch (caught) {
    if (caught instanceof UsageError) {
      const error = appError('BAD_INPUT', { where: caught.message })
      if (caught.said) output.error(error, caught.said(output.say))
      else output.usage(error, usage(language))
      return exitCodes.usage
    }
    const error = toAppError(caught)
    output.error(error, errorWords(error, language))
    return exitCodes.error
  }
}
