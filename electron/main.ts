import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, Menu } from 'electron'
import { errorText, toAppError } from '../shared/errors.ts'
import { startApp, type RunningApp } from './app.ts'
import { defaultDataDir } from './host/data-dir.ts'
import { createElectronHost, keepPagesAtHome, registerScheme } from './host/electron-host.ts'
import { createLog } from './log.ts'

const folder = import.meta.dirname
const dataDir =
  app.commandLine.getSwitchValue('data-dir') ||
  defaultDataDir(process.platform, process.env, homedir())

// Before Electron is ready, and in this order: what it keeps of its own stands apart from what is ours.
app.enableSandbox()
app.setPath('userData', dataDir)
app.setPath('sessionData', join(dataDir, 'electron'))
registerScheme()
keepPagesAtHome()

let running: RunningApp | null = null
let closing: Promise<void> | null = null

/** Ends once, however many ask. */
function closeOnce(): Promise<void> {
  closing ??= running?.close() ?? Promise.resolve()
  return closing
}

async function start(): Promise<void> {
  await app.whenReady()
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )
  const log = createLog(dataDir)
  const host = createElectronHost({ dataDir, folder, log })
  running = await startApp(host, { rendererDir: join(folder, '../renderer'), log })
  app.on('second-instance', () => running?.window.focus())
  await running.window.closed
}

if (app.requestSingleInstanceLock()) {
  // Nothing quits before what is open has been written: the journal above all.
  app.on('will-quit', (event) => {
    if (!running || closing) return
    event.preventDefault()
    void closeOnce().finally(() => app.quit())
  })
  app.on('window-all-closed', () => {})
  void start()
    .catch((caught: unknown) => {
      dialog.showErrorBox('Mostrador', errorText(toAppError(caught), 'es'))
    })
    .then(closeOnce)
    .finally(() => app.quit())
} else {
  app.quit()
}
