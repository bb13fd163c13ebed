import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { errorText, toAppError } from '../shared/errors.ts'
import { startApp } from './app.ts'
import { createChromiumHost } from './host/chromium/chromium-host.ts'
import { defaultDataDir } from './host/system/data-dir.ts'
import { createLog } from './log.ts'
import { outliveReaders } from './standard-streams.ts'

/** The app in a Chromium window, under plain Node: `node electron/chromium.ts [--data-dir DIR]`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } })
  const dataDir = values['data-dir'] ?? defaultDataDir(process.platform, process.env, homedir())
  const log = createLog(dataDir)
  const host = createChromiumHost({ dataDir, log, headless: false })
  const rendererDir = fileURLToPath(new URL('../out/renderer', import.meta.url))
  const app = await startApp(host, { rendererDir, log })
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
  })
  await Promise.race([app.window.closed, asked])
  await app.close()
}

outliveReaders()
try {
  await main()
} catch (caught) {
  process.stderr.write(`${errorText(toAppError(caught), 'es')}\n`)
  process.exitCode = 1
}
