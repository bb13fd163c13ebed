import { findBrowser } from '../electron/host/chromium/browser-path.ts'
import { errorText, toAppError } from '../shared/errors.ts'

// Prints the browser that becomes the window, or says that there is none and exits with 1.
try {
  process.stdout.write(`${findBrowser()}\n`)
} catch (caught) {
  process.stderr.write(`${errorText(toAppError(caught), 'es')}\n`)
  process.exitCode = 1
}
