import type { CommandLine } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'

/** One command: does it, says the result once, and answers the exit code. Throws Failure or UsageError. */
export type Command = (line: CommandLine, output: Output) => Promise<ExitCode>
