import { appError, toAppError } from '../../shared/errors.ts'
import { isCommand, parseCommandLine, type CommandName } from './arguments.ts'
import { balanceCommand } from './commands/balance.ts'
import { closeCommand, entriesCommand } from './commands/books.ts'
import { catalogCommand } from './commands/catalog.ts'
import type { Command } from './command.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'
import { dayCommand } from './commands/day.ts'
import { errorWords } from './hints.ts'
import { healthCommand, supportReportCommand } from './commands/health.ts'
import { hubCommand } from './commands/hub.ts'
import { journalCommand } from './commands/journal.ts'
import { createOutput, languageOf, type EnvironmentVariables, type Streams } from './output.ts'
import { payersCommand } from './commands/payers.ts'
import { pinCommand } from './commands/pin.ts'
import { productCommand } from './commands/product.ts'
import { quoteCommand } from './commands/quote.ts'
import { reportCommand } from './commands/report.ts'
import { resolveCommand } from './commands/resolve.ts'
import { restoreCopyCommand } from './commands/restore-copy.ts'
import { sellCommand } from './commands/sell.ts'
import { usage, UsageError } from './usage.ts'

const commands: Record<CommandName, Command> = {
  balance: balanceCommand,
  catalog: catalogCommand,
  day: dayCommand,
  product: productCommand,
  quote: quoteCommand,
  sell: sellCommand,
  health: healthCommand,
  journal: journalCommand,
  resolve: resolveCommand,
  'restore-copy': restoreCopyCommand,
  pin: pinCommand,
  report: reportCommand,
  entries: entriesCommand,
  close: closeCommand,
  payers: payersCommand,
  'support-report': supportReportCommand,
  hub: hubCommand,
}

/** The command line: the same features, without a window. Answers the exit code and throws nothing. */
export async function run(
  argv: readonly string[],
  env: EnvironmentVariables,
  streams: Streams,
): Promise<ExitCode> {
  const language = languageOf(env)
  const output = createOutput(language, argv.includes('--json'), streams)
  if (argv.includes('--help') || argv[0] === 'help') {
    streams.out(usage(language, argv.find(isCommand)))
    return exitCodes.done
  }
  try {
    const line = parseCommandLine(argv, env)
    return await commands[line.command](line, output)
  } catch (caught) {
    if (caught instanceof UsageError) {
      const error = appError('BAD_INPUT', { where: caught.message })
      output.error(error, caught.said(output.say))
      return exitCodes.usage
    }
    const error = toAppError(caught)
    output.error(error, errorWords(error, language))
    return exitCodes.error
  }
}
