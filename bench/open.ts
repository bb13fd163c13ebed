import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startApp } from '../electron/app.ts'
import { createChromiumHost } from '../electron/host/chromium/chromium-host.ts'
import { createLog } from '../electron/log.ts'
import { startSandbox } from '../sandbox/http/server.ts'
import { makeFolder, removeFolder } from '../tests/folders.ts'
import { machine, median, table } from './measure.ts'

/**
 * How long the app takes from its start to a catalog that can be sold from, out of the cache, against the
 * same Chromium showing a bare page. The renderer must be built first.
 */
const rounds = 5
const rendererDir = fileURLToPath(new URL('../out/renderer', import.meta.url))
if (!existsSync(join(rendererDir, 'index.html'))) {
  process.stderr.write('Build the window first: npm run build:renderer\n')
  process.exit(1)
}

const folder = makeFolder('open')
const sandbox = await startSandbox({ seed: '1' })
const given = {
  profile: {
    id: 'bench',
    name: 'Bench',
    country: 'CO' as const,
    baseUrl: sandbox.url,
    apiVersion: '1.10.2',
    deviceId: '',
    position: null,
    valuesAs: 'strings' as const,
    sandbox: true,
  },
  token: sandbox.token,
}

/** From nothing to the first product's card. */
async function openApp(): Promise<number> {
  const dataDir = join(folder, 'app')
  const begun = performance.now()
  const log = createLog(dataDir)
  const host = createChromiumHost({ dataDir, log, headless: true })
  const app = await startApp(host, { rendererDir, log, given })
  await host.page().getByText('Recarga').first().waitFor()
  const took = performance.now() - begun
  await app.close()
  return took
}

/** From nothing to the text of a bare page, by the same host. */
async function openBare(): Promise<number> {
  const dataDir = join(folder, 'bare')
  const begun = performance.now()
  const host = createChromiumHost({ dataDir, log: createLog(dataDir), headless: true })
  const body = Buffer.from('<!doctype html><title>bare</title><p>bare</p>')
  await host.openWindow({
    asset: async () => ({ status: 200, contentType: 'text/html', body }),
    answer: async () => ({ ok: true, value: {} }),
  })
  await host.page().getByText('bare').first().waitFor()
  const took = performance.now() - begun
  await host.close()
  return took
}

try {
  // The first opening fetches the catalog and makes Chromium's profile; the bare one only the profile.
  await openApp()
  await openBare()
  const [apps, bares]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bares.push(await openBare())
    apps.push(await openApp())
  }
  const [app, bare] = [median(apps), median(bares)]
  const value = `${(app / bare).toFixed(2)} x (${app.toFixed(0)} ms / ${bare.toFixed(0)} ms)`
  const name = 'opening to a catalog from the cache, against a bare page'
  process.stdout.write(`${table([{ name, value, target: '', met: null }])}\n\n${machine()}\n`)
} finally {
  await sandbox.close()
  await removeFolder(folder)
}
