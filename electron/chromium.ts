import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import { errorText, toAppError } from '../shared/errors.ts'
import { startApp } from './app.ts'
import { createChromiumHost } from './host/chromium/chromium-host.ts'
import { forkNodeUpdate } from './host/programs/node-programs.ts'
import { pageFolder } from './host/programs/own-files.ts'
import { defaultDataDir } from './host/system/data-dir.ts'
import { createLog } from './log.ts'
import { proveItself } from './prove-itself.ts'
import { outliveReaders } from './standard-streams.ts'
import { launchOf, tellEnded, tellFailed, tellReached } from './versions/launch.ts'

/**
 * The app in a Chromium window, under plain Node: `node electron/chromium.ts [--data-dir DIR]`; with `--prove DIR` it only
 * opens a copy of a journal, and no window.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'data-dir': { type: 'string' }, prove: { type: 'string' } },
  })
  if (values.prove !== undefined) return proveItself(values.prove, pageFolder())
  const dataDir = values['data-dir'] ?? defaultDataDir(process.platform, process.env, homedir())
  const log = createLog(dataDir)
  const host = createChromiumHost({ dataDir, log, headless: false })
  const launch = launchOf(import.meta.dirname)
  const app = await startApp(host, {
    rendererDir: pageFolder(),
    log,
    updates: { launch, fork: forkNodeUpdate },
    reached: () => launch && tellReached(launch, dataDir),
  })
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
  })
  await Promise.race([app.window.closed, asked])
  await app.close()
  if (launch) tellEnded(launch)
}

outliveReaders()
try {
  await main()
} catch (caught) {
  const error = toAppError(caught)
  const launch = launchOf(import.meta.dirname)
  if (launch) tellFailed(launch, error.code)
  process.stderr.write(`${errorText(error, 'es')}\n`)
  process.exitCode = 1
}
