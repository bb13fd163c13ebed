import { join } from 'node:path'
import { app, BrowserWindow, dialog, Menu, type Session, type WebContents } from 'electron'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Log } from '../../log.ts'
import { words } from '../../../shared/words/words.ts'

/** A page that fails is loaded again this often in `perMs`; then a person is asked. */
const reloads = { most: 3, perMs: 60_000 }
/** The net's own number for what was called off, as one load by the next. */
const aborted = -3

interface WindowOptions {
  folder: string
  own: Session
  log: Log
  language: () => Settings['language']
}

/** The app's one window, with the system's menu for what can be edited; its page is revived when it fails. */
export function createWindow({ folder, own, log, language }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    // Electron keeps place and size under this name.
    name: 'mostrador',
    windowStatePersistence: true,
    width: 1366,
    height: 768,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    title: 'Mostrador',
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(folder, '../preload/preload.cjs'),
      session: own,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  window.once('ready-to-show', () => window.show())
  offerEditing(window.webContents, language)
  reviveOnFailure(window, log, language)
  return window
}

/** The menu of the other mouse button: what it offers is what can be done where it was pressed. */
function offerEditing(contents: WebContents, language: WindowOptions['language']): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    if (!isEditable && selectionText.trim() === '') return
    const say = words.in(language())
    const copy = { role: 'copy', label: say('system.copy'), enabled: editFlags.canCopy } as const
    const editing = [
      { role: 'cut', label: say('system.cut'), enabled: editFlags.canCut },
      copy,
      { role: 'paste', label: say('system.paste'), enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: say('system.selectAll'), enabled: editFlags.canSelectAll },
    ] as const
    Menu.buildFromTemplate(isEditable ? [...editing] : [copy]).popup()
  })
}

/** Loads a page again that crashed or did not load; one that goes on failing is a question to the person. */
function reviveOnFailure(
  window: BrowserWindow,
  log: Log,
  language: WindowOptions['language'],
): void {
  const contents = window.webContents
  let recent: number[] = []
  let isAsking = false

  function revive(reason: string): void {
    log.error(`window: ${reason}`)
    if (isAsking) return
    const now = performance.now()
    recent = recent.filter((at) => now - at < reloads.perMs)
    if (recent.length >= reloads.most) return ask()
    recent.push(now)
    contents.reload()
  }

  function ask(): void {
    isAsking = true
    const say = words.in(language())
    const question = {
      type: 'error' as const,
      message: say('system.failing'),
      detail: say('system.failingWhat'),
      buttons: [say('system.openAgain'), say('system.close')],
      defaultId: 0,
      cancelId: 1,
    }
    dialog
      .showMessageBox(question)
      .then(({ response }) => {
        isAsking = false
        recent = []
        if (window.isDestroyed()) return
        if (response === 0) contents.reload()
        else window.close()
      })
      .catch((caught: unknown) => log.error('window', caught))
  }

  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') revive(reason)
  })
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== aborted) revive(`${description} (${code})`)
  })
}
