import { join } from 'node:path'
import { house, node24, run } from './house.mjs'
import { build, installPackager, packager } from './setup.mjs'

// npm run package: builds everything and packs it for this system; arguments go to the packager.

await build('--electron')
await installPackager()
const tool = join(packager, 'node_modules', 'electron-builder', 'cli.js')
process.exitCode = await run(node24(), [tool, '--projectDir', house, ...process.argv.slice(2)])
