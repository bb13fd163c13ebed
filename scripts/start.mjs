import { electronBinary, installedElectron } from './electron-binary.mjs'
import { openElectron, refusesSandbox } from './electron-window.mjs'
import { runNode, say, windowFlags } from './house.mjs'
import { build, ensureBrowser, hasDisplay, installPackages } from './setup.mjs'

// npm start: the register in a window, whatever this computer has for one. Runs on Node 20 alone.

/** The Electron program where it can be the window; it is not brought where it could not. */
async function findElectron() {
  if (!refusesSandbox(installedElectron())) return electronBinary()
  say('Este sistema no deja que Electron aísle su ventana: se usa Chrome, Edge o Chromium.')
  return null
}

/** @returns {Promise<number>} the exit code */
async function start() {
  await installPackages()
  if (!hasDisplay()) {
    say('No hay pantalla en este equipo: se hace el recorrido (npm run tour).')
    return runNode('scripts/pictures.mjs', ['tour'])
  }
  const options = process.argv.slice(2)
  const electron = await findElectron()
  if (electron) {
    await build('--electron')
    const code = await openElectron(electron, options)
    if (code !== null) return code
  }
  if (await ensureBrowser()) {
    await build()
    return runNode('electron/chromium.ts', options, { flags: windowFlags })
  }
  say(
    'Falta una ventana: instale Google Chrome (https://www.google.com/chrome), Microsoft Edge o Chromium\n' +
      'y vuelva a ejecutar «npm start». Si ya está en otro lugar, indíquelo con MOSTRADOR_BROWSER=RUTA.\n' +
      'A window is missing: install Google Chrome, Microsoft Edge or Chromium and run “npm start” again;\n' +
      'if it stands elsewhere, say where with MOSTRADOR_BROWSER=PATH.',
  )
  return 1
}

try {
  process.exitCode = await start()
} catch (caught) {
  say(caught instanceof Error ? caught.message : String(caught))
  process.exitCode = 1
}
