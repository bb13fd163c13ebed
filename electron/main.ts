import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { app, dialog, Menu } from 'electron'
import type { Settings } from '../shared/contract/settings.ts'
import { errorText, toAppError } from '../shared/errors.ts'
import { startApp, type RunningApp } from './app.ts'
import { readSettings } from './features/settings/index.ts'
import { defaultDataDir } from './host/system/data-dir.ts'
import {
  createElectronHost,
  keepPagesAtHome,
  registerScheme,
} from './host/electron/electron-host.ts'
import { words } from '../shared/words/words.ts'
import type { Host } from './host/host.ts'
import { createLog } from './log.ts'
import { outliveReaders } from './standard-streams.ts'

const folder = import.meta.dirname
const dataDir = namedDataDir() ?? defaultDataDir(process.platform, process.env, homedir())

/** `--data-dir DIR` and `--data-dir=DIR`, among switches of Electron's own. */
function namedDataDir(): string | null {
  const options = { 'data-dir': { type: 'string' } } as const
  const { values } = parseArgs({ args: process.argv.slice(1), options, strict: false })
  const named = values['data-dir']
  return typeof named === 'string' && named !== '' ? resolve(named) : null
}

outliveReaders()
// Before Electron is ready, and in this order. The administrator gets a window only without the sandbox, and
// enableSandbox takes the switch that says so away.
const unsandboxed = app.commandLine.hasSwitch('no-sandbox')
if (!unsandboxed) app.enableSandbox()
// Notifications and the taskbar know the program by the name that its installer gave it (electron-builder.yml).
app.setAppUserModelId('co.mostrador.caja')
// What Electron keeps of its own stands apart from what is ours.
app.setPath('userData', dataDir)
app.setPath('sessionData', join(dataDir, 'electron'))
registerScheme()
keepPagesAtHome()

let running: RunningApp | null = null
let closing: Promise<void> | null = null
let done = false
let language = (): Settings['language'] => 'es'
/** Somebody started the program while it was closing: it opens again by itself. */
let isWanted = false

/** Ends once, however many ask. */
function closeOnce(): Promise<void> {
  closing ??= running?.close() ?? Promise.resolve()
  return closing
}

/** Quits when all is closed; what could not be closed does not keep the app open. */
async function quitWhenClosed(): Promise<void> {
  await closeOnce().catch((caught: unknown) => createLog(dataDir).error('closing', caught))
  done = true
  if (isWanted) openAgain()
  app.quit()
}

/** Starts the program as this one was once it has ended; an AppImage is mounted anew. */
function openAgain(): void {
  const args = process.argv.slice(1)
  const { APPIMAGE } = process.env
  app.relaunch(APPIMAGE ? { execPath: APPIMAGE, args } : { args })
}

/** A second start, or the icon pressed again: the window, or why there is none. */
function showAgain(): void {
  if (closing === null) return running?.window.focus()
  if (isWanted) return
  isWanted = true
  const say = words.in(language())
  const [message, detail] = [say('system.closing'), say('system.closingWhy')]
  dialog
    .showMessageBox({ type: 'info', message, detail })
    .catch((caught: unknown) => createLog(dataDir).error('closing', caught))
}

async function start(): Promise<void> {
  await app.whenReady()
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )
  const log = createLog(dataDir)
  const host: Host = createElectronHost({
    dataDir,
    folder,
    log,
    unsandboxed,
    language: () => language(),
  })
  language = () => readSettings(host.settings).language
  running = await startApp(host, { rendererDir: join(folder, '../renderer'), log })
  app.on('second-instance', showAgain)
  app.on('activate', showAgain)
  await running.window.closed
}

if (app.requestSingleInstanceLock()) {
  // Nothing quits before what is open has been written and a sale that is out has come back, also when a
  // closing window was what began it.
  app.on('will-quit', (event) => {
    if (!running || done) return
    event.preventDefault()
    void quitWhenClosed()
  })
  app.on('window-all-closed', () => {})
  void start()
    .catch((caught: unknown) => {
      dialog.showErrorBox('Mostrador', errorText(toAppError(caught), 'es'))
    })
    .finally(quitWhenClosed)
} else {
  app.quit()
}
