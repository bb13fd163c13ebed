import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// What an installed Mostrador begins with, under the Node beside it. It stays while versions come and go, so it knows only
// which version came with the installer: the launcher of that one picks which runs (electron/launcher.ts).

const versions = join(import.meta.dirname, 'versions')
const launcherOf = (/** @type {string} */ version) => join(versions, version, 'launcher.js')
const byNumbers = new Intl.Collator('en', { numeric: true }).compare
const installed = readdirSync(versions)
  .filter((version) => existsSync(launcherOf(version)))
  .sort(byNumbers)
  .at(-1)
if (!installed) throw new Error('No hay ninguna versión de Mostrador: instálelo otra vez.')
process.env['MOSTRADOR_INSTALL'] = import.meta.dirname
await import(pathToFileURL(launcherOf(installed)).href)
