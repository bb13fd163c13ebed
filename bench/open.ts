import { join } from 'node:path'
import { startSandbox } from '../sandbox/http/server.ts'
import { makeFolder, removeFolder } from '../tests/folders.ts'
import { openAppWindow, openBarePage } from './app-window.ts'
import { machine, median, table } from './measure.ts'

/**
 * How long the app takes from its start to a catalog that can be sold from, out of the cache, against the
 * same Chromium showing a bare page. The renderer must be built first.
 */
const rounds = 5
const folder = makeFolder('open')
const sandbox = await startSandbox({ seed: '1' })
/** From nothing to the first product's card. */
async function openApp(): Promise<number> {
  const begun = performance.now()
  const app = await openAppWindow(join(folder, 'app'), sandbox)
  const took = performance.now() - begun
  await app.close()
  return took
}

/** From nothing to the text of a bare page, by the same host. */
async function openBare(): Promise<number> {
  const begun = performance.now()
  const page = await openBarePage(join(folder, 'bare'))
  const took = performance.now() - begun
  await page.close()
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
