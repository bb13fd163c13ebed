import { join } from 'node:path'
import {
  app,
  BrowserWindow,
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
import type { Reply } from '../../shared/contract/bridge.ts'
import { Failure } from '../../shared/errors.ts'
import { channels } from '../ipc/channels.ts'
import type { Log } from '../log.ts'
import { proxyFromScript } from '../service/proxy.ts'
import { createElectronPaper } from './electron-paper.ts'
import type { Asset, ChildProgram, Host } from './host.ts'
import { webPage } from './open-outside.ts'
import { assetHeaders, isOwnUrl } from './origin.ts'
import { sandboxArguments, whenReady } from './sandbox-start.ts'
import { asSettingsStore, settingsOptions, withDamagedSetAside } from './settings-file.ts'

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

/** The Electron host: what people install. `folder` is where the built main process stands. */
export function createElectronHost(options: { dataDir: string; folder: string; log: Log }): Host {
  const { dataDir, folder, log } = options
  const sandboxes: { stop(): void }[] = []
  let window: BrowserWindow | null = null

  function isOwnPage(event: IpcMainInvokeEvent): boolean {
    const contents = window?.webContents
    return (
      contents !== undefined &&
      event.sender === contents &&
      event.senderFrame !== null &&
      event.senderFrame === contents.mainFrame &&
      isOwnUrl(event.senderFrame.url, electronOrigin)
    )
  }

  return {
    kind: 'electron',
    dataDir,
    settings: asSettingsStore(
      withDamagedSetAside(
        dataDir,
        () => new ElectronStore<Record<string, unknown>>({ ...settingsOptions, cwd: dataDir }),
      ),
    ),
    unsandboxed: app.commandLine.hasSwitch('no-sandbox'),

    async openWindow({ asset, answer }) {
      const own = session.defaultSession
      refuseEverythingElse(own)
      own.protocol.handle('app', (request) => respond(request, asset))
      ipcMain.handle(channels.call, (event, request: unknown) =>
        isOwnPage(event) ? answer(request) : forbidden,
      )
      const opened = new BrowserWindow({
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
      window = opened
      const closed = new Promise<void>((resolve) => opened.once('closed', () => resolve()))
      void closed.then(() => (window = null))
      opened.once('ready-to-show', () => opened.show())
      opened.webContents.on('render-process-gone', (_event, details) => {
        log.error(`window: ${details.reason}`)
        if (details.reason !== 'clean-exit') opened.webContents.reload()
      })
      await opened.loadURL(`${electronOrigin}/`)
      return {
        emit(name, payload) {
          if (!opened.isDestroyed()) opened.webContents.send(channels.event, { name, payload })
        },
        focus() {
          // A second start may come while this one is closing.
          if (opened.isDestroyed()) return
          if (opened.isMinimized()) opened.restore()
          opened.focus()
        },
        closed,
      }
    },

    async chooseSave(suggestedName) {
      const dialogOptions = { defaultPath: join(app.getPath('documents'), suggestedName) }
      const answer = await (window
        ? dialog.showSaveDialog(window, dialogOptions)
        : dialog.showSaveDialog(dialogOptions))
      return answer.canceled || answer.filePath === ''
        ? { kind: 'cancelled' }
        : { kind: 'chosen', path: answer.filePath }
    },
    async openPath(path) {
      const problem = await shell.openPath(path)
      if (problem) throw new Failure('UNEXPECTED', { reason: problem })
    },
    openUrl: async (url) => shell.openExternal(webPage(url)),
    showInFolder: async (path) => shell.showItemInFolder(path),
    notify: (title, body) => new Notification({ title, body }).show(),

    async startSandbox(country) {
      // A utility process ends with this one by itself: no --exit-with-parent.
      const child = utilityProcess.fork(join(folder, 'sandbox.js'), sandboxArguments(country), {
        stdio: 'pipe',
      })
      if (!child.stdout) throw new Failure('SANDBOX_FAILED', { reason: 'no output' })
      const ended = new Promise<string>((resolve) =>
        child.once('exit', (code) => resolve(`exit ${code}`)),
      )
      const ready = await whenReady({
        stdout: child.stdout,
        ended,
        stop: () => void child.kill(),
      })
      sandboxes.push(ready)
      return { url: ready.url, token: ready.token }
    },

    forkKeyring: () => forkUtility(join(folder, 'keyring-process.js')),
    forkDeviceWriter: () => forkUtility(join(folder, 'device-writer.js')),
    paper: createElectronPaper(),
    documentsDir: async () => app.getPath('documents'),

    onResume(listener) {
      powerMonitor.on('resume', listener)
      return () => void powerMonitor.off('resume', listener)
    },
    proxyFor: async (url) => proxyFromScript(await session.defaultSession.resolveProxy(url)),

    async close() {
      ipcMain.removeHandler(channels.call)
      window?.destroy()
      sandboxes.forEach((sandbox) => sandbox.stop())
    },
  }
}

/** A program of ours beside this one: it answers one message. */
function forkUtility(program: string): ChildProgram {
  const child = utilityProcess.fork(program, [], { stdio: 'ignore' })
  return {
    post: (request) => child.postMessage(request),
    answer: new Promise((resolve) => child.once('message', resolve)),
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(`exit ${code}`))),
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
