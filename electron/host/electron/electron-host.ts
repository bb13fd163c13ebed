import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Notification,
  powerMonitor,
  protocol,
  session,
  shell,
  utilityProcess,
  type IpcMainInvokeEvent,
  type Session,
} from 'electron'
import ElectronStore from 'electron-store'
import type { Reply } from '../../../shared/contract/bridge.ts'
import type { SaveTarget } from '../../../shared/contract/files.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import { Failure } from '../../../shared/errors.ts'
import { channels } from '../../ipc/channels.ts'
import type { Log } from '../../log.ts'
import { environmentFirst, proxyFromScript } from '../../service/transport/proxy.ts'
import { createElectronPaper } from './electron-paper.ts'
import { createWindow } from './electron-window.ts'
import { endOf, type ChildProgram } from '../../async/child-program.ts'
import type { AppWindow, Asset, Host, SettingsStore } from '../host.ts'
import { chatPage, webPage } from '../system/open-outside.ts'
import { assetHeaders, isOwnUrl } from '../origin.ts'
import {
  lastWords,
  sandboxArguments,
  whenReady,
  type StartedSandbox,
} from '../programs/sandbox-start.ts'
import { asSettingsStore, settingsOptions, withDamagedSetAside } from '../system/settings-file.ts'

/** The page's own address under Electron. */
export const electronOrigin = 'app://mostrador'

const allowedPermissions: readonly string[] = ['clipboard-sanitized-write', 'notifications']
const forbidden: Reply = { ok: false, error: { code: 'FORBIDDEN_SENDER' } }

/** Makes app:// a secure origin of its own. Only before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** For every page there will ever be: no other address, no window of its own, no <webview>. */
export function keepPagesAtHome(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { url: string; preventDefault(): void }) => {
      if (!isOwnUrl(event.url, electronOrigin)) event.preventDefault()
    }
    contents.on('will-navigate', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

interface ElectronOptions {
  dataDir: string
  folder: string
  log: Log
  /** Whether the program runs without Chromium's sandbox. */
  unsandboxed: boolean
  /** What the shell itself speaks. */
  language: () => Settings['language']
}

/** What is on screen of this program. */
interface Shown {
  window: BrowserWindow | null
  /** Nobody else holds them: one that is collected hears no click. */
  notified: Set<Notification>
}

/** The Electron host: what people install. `folder` is where the built main process stands. */
export function createElectronHost(options: ElectronOptions): Host {
  const { dataDir, folder, unsandboxed } = options
  const sandboxes: StartedSandbox[] = []
  const shown: Shown = { window: null, notified: new Set() }
  return {
    kind: 'electron',
    dataDir,
    settings: openSettings(dataDir),
    unsandboxed,
    openWindow: (page) => openWindow(options, shown, page),
    chooseSave: (suggestedName) => chooseSave(shown.window, suggestedName),
    async openPath(path) {
      const problem = await shell.openPath(path)
      if (problem) throw new Failure('UNEXPECTED', { reason: problem })
    },
    openUrl: async (url) => shell.openExternal(webPage(url)),
    openChat: async (message) => shell.openExternal(chatPage(message)),
    showInFolder: async (path) => shell.showItemInFolder(path),
    notify: (title, body) => notify(shown, title, body),
    async startSandbox(country) {
      const ready = await startSandbox(folder, country)
      sandboxes.push(ready)
      return { url: ready.url, token: ready.token }
    },
    forkKeyring: () => forkUtility(join(folder, 'keyring-process.js')),
    forkJournalCheck: () => forkUtility(join(folder, 'check-process.js')),
    forkCopier: () => forkUtility(join(folder, 'copy-process.js')),
    forkDeviceWriter: () => forkUtility(join(folder, 'device-writer.js')),
    paper: createElectronPaper(),
    documentsDir: async () => app.getPath('documents'),
    onResume(listener) {
      powerMonitor.on('resume', listener)
      return () => void powerMonitor.off('resume', listener)
    },
    proxyFor: environmentFirst(async (url) =>
      proxyFromScript(await session.defaultSession.resolveProxy(url)),
    ),
    async close() {
      ipcMain.removeHandler(channels.call)
      shown.window?.destroy()
      sandboxes.forEach((sandbox) => sandbox.stop())
    },
  }
}

function openSettings(dataDir: string): SettingsStore {
  const open = () =>
    new ElectronStore<Record<string, unknown>>({ ...settingsOptions, cwd: dataDir })
  return asSettingsStore(withDamagedSetAside(dataDir, open))
}

async function openWindow(
  { folder, log, language }: ElectronOptions,
  shown: Shown,
  { asset, answer }: Parameters<Host['openWindow']>[0],
): Promise<AppWindow> {
  const own = session.defaultSession
  refuseEverythingElse(own)
  own.protocol.handle('app', (request) => respond(request, asset))
  ipcMain.handle(channels.call, (event, request: unknown) =>
    isOwnPage(shown.window, event) ? answer(request) : forbidden,
  )
  const opened = createWindow({ folder, own, log, language })
  shown.window = opened
  const closed = new Promise<void>((resolve) => opened.once('closed', () => resolve()))
  void closed.then(() => (shown.window = null))
  // A page that does not load is loaded again, or a person is asked; the register runs without it.
  opened
    .loadURL(`${electronOrigin}/`)
    .catch((caught: unknown) => log.error('the page did not load', caught))
  return {
    emit(name, payload) {
      if (!opened.isDestroyed()) opened.webContents.send(channels.event, { name, payload })
    },
    focus: () => focusWindow(shown.window),
    closed,
  }
}

function isOwnPage(window: BrowserWindow | null, event: IpcMainInvokeEvent): boolean {
  const contents = window?.webContents
  return (
    contents !== undefined &&
    event.sender === contents &&
    event.senderFrame !== null &&
    event.senderFrame === contents.mainFrame &&
    isOwnUrl(event.senderFrame.url, electronOrigin)
  )
}

function focusWindow(window: BrowserWindow | null): void {
  // A second start may come while this one is closing.
  if (window === null || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.focus()
}

async function chooseSave(
  window: BrowserWindow | null,
  suggestedName: string,
): Promise<SaveTarget> {
  const options = { defaultPath: join(app.getPath('documents'), suggestedName) }
  const answer = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options))
  return answer.canceled || answer.filePath === ''
    ? { kind: 'cancelled' }
    : { kind: 'chosen', path: answer.filePath }
}

function notify(shown: Shown, title: string, body: string): void {
  const notification = new Notification({ title, body })
  shown.notified.add(notification)
  const forget = () => shown.notified.delete(notification)
  notification.on('click', () => {
    forget()
    focusWindow(shown.window)
  })
  notification.on('close', forget)
  notification.show()
}

/** A utility process ends with this one by itself: no --exit-with-parent. */
function startSandbox(folder: string, country: Country): Promise<StartedSandbox> {
  const child = utilityProcess.fork(join(folder, 'sandbox.js'), sandboxArguments(country), {
    stdio: 'pipe',
  })
  if (!child.stdout) throw new Failure('SANDBOX_FAILED', { reason: 'no output' })
  const ended = endOf(child, lastWords(child.stderr))
  return whenReady({ stdout: child.stdout, ended, stop: () => void child.kill() })
}

/** A program of ours beside this one: it answers one message. */
function forkUtility(program: string): ChildProgram {
  const child = utilityProcess.fork(program, [], { stdio: 'ignore' })
  return {
    post: (request) => child.postMessage(request),
    answer: new Promise((resolve) => child.once('message', resolve)),
    hear: (listener) => void child.on('message', listener),
    ended: endOf(child),
    kill: () => void child.kill(),
  }
}

/** The page's session: no permission but two, no download, no request but the app's own. */
function refuseEverythingElse(own: Session): void {
  const isAllowed = (permission: string, url: string) =>
    allowedPermissions.includes(permission) && isOwnUrl(url, electronOrigin)
  own.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl)),
  )
  own.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isAllowed(permission, requestingOrigin),
  )
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isOwnUrl(details.url, electronOrigin) && !isDevTools(details.url) }),
  )
}

/** The developer tools, which packaged builds do not have, load from an address of their own. */
function isDevTools(url: string): boolean {
  return !app.isPackaged && url.startsWith('devtools://')
}

async function respond(
  request: Request,
  asset: (path: string) => Promise<Asset>,
): Promise<Response> {
  if (request.method !== 'GET' || !isOwnUrl(request.url, electronOrigin)) {
    return new Response(null, { status: 403 })
  }
  const answer = await asset(new URL(request.url).pathname)
  return new Response(new Uint8Array(answer.body), {
    status: answer.status,
    headers: assetHeaders(answer),
  })
}
