import { homedir } from 'node:os'
import { findBrowser, isProgram } from '../electron/host/chromium/browser-path.ts'
import { errorText, toAppError } from '../shared/errors.ts'

// Prints the browser that becomes the window, or says that there is none and exits with 1.
try {
  const { platform, env } = process
  process.stdout.write(`${findBrowser({ platform, env, home: homedir(), isProgram })}\n`)
} catch (caught) {
  process.stderr.write(`${errorText(toAppError(caught), 'es')}\n`)
  process.exitCode = 1
}
