import { exitCodes } from './cli/exit-codes.ts'
import { run } from './cli/run.ts'
import { outliveReaders } from './standard-streams.ts'

const isLost = outliveReaders()
const code = await run(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
process.exitCode = code
// What could not be written is known once the writes before it are done.
process.stdout.write('', () => {
  if (code === exitCodes.done && isLost()) process.exitCode = exitCodes.error
})
