import { join } from 'node:path'
import { electronBinary } from './electron-binary.mjs'
import { house, node24, run, runNode, say } from './house.mjs'
import { build, ensureDebian, installPackager, packager } from './setup.mjs'

// npm run package: on Linux the compact edition for Linux and for Windows, then what Electron's program allows for this
// system. Arguments go to Electron's packager. Runs on Node 20 alone.

/** @returns {Promise<number>} the exit code */
async function packCompact() {
  if (process.platform !== 'linux') {
    say('La edición compacta se empaca en Linux, también para Windows: aquí no.')
    return 0
  }
  const signer = process.env['WIN_CSC_LINK'] ? { osslsigncode: 'osslsigncode' } : {}
  await ensureDebian({ makensis: 'nsis', 'dpkg-deb': 'dpkg', ...signer })
  await build()
  return runNode('scripts/packager/compact.mjs')
}

/** @returns {Promise<number>} the exit code */
async function packElectron() {
  if (!(await electronBinary())) {
    say('La edición de Electron no se empacó: su programa no se pudo traer.')
    return 0
  }
  await build('--electron')
  const tool = join(packager, 'node_modules', 'electron-builder', 'cli.js')
  return run(node24(), [tool, '--projectDir', house, ...process.argv.slice(2)])
}

try {
  await installPackager()
  process.exitCode = (await packCompact()) || (await packElectron())
} catch (caught) {
  say(caught instanceof Error ? caught.message : String(caught))
  process.exitCode = 1
}
