import { HELP, parseSandboxArguments } from './command-line.ts'
import { LedgerError } from './ledger/ledger.ts'
import { OptionsError } from './options.ts'
import { startSandbox } from './http/server.ts'

const USAGE = 2

/**
 * npm ends itself and its shell on a signal but not what the shell runs: under npm the sandbox
 * ends when it is left without its parent.
 */
function onceOrphaned(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, 200).unref()
}

async function main(argv: readonly string[]): Promise<void> {
  const command = parseSandboxArguments(argv)
  if (command.kind === 'help') {
    process.stdout.write(HELP)
    return
  }
  const sandbox = await startSandbox(command.options)
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void sandbox.close().finally(() => process.exit())
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  onceOrphaned(end)
  if (command.exitWithParent) process.stdin.on('end', end).on('error', end).resume()
  process.stdout.write(`${JSON.stringify({ url: sandbox.url, token: sandbox.token })}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const usage = error instanceof OptionsError || error instanceof LedgerError
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`sandbox: ${text}\n${usage ? 'See sandbox --help\n' : ''}`)
  process.exitCode = usage ? USAGE : 1
}
