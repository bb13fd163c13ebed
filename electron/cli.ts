import { exitCodes } from './cli/exit-codes.ts'
import { run } from './cli/run.ts'
import { outliveReaders } from './standard-streams.ts'

const isLost = outliveReaders()
// What a command waits for may keep nothing running, as our own programs do not: without a word it would end here, with 13.
const running = setInterval(() => undefined, 2 ** 30)
const code = await run(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
clearInterval(running)
process.exitCode = code
// What could not be written is known once the writes before it are done.
process.stdout.write('', () => {
  if (code === exitCodes.done && isLost()) process.exitCode = exitCodes.error
})
