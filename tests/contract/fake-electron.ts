import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { types } from 'node:util'

/** A frame as ipcMain sees it. */
export interface FakeFrame {
  url: string
}

type Invoked = (
  event: { sender: unknown; senderFrame: FakeFrame | null },
  request: unknown,
) => unknown

/** Web contents: events, one main frame, and what the main process sent to its preload. */
export class FakeContents extends EventEmitter {
  mainFrame: FakeFrame = { url: '' }
  openHandler: (() => { action: string }) | null = null
  reloads = 0

  setWindowOpenHandler(handler: () => { action: string }): void {
    this.openHandler = handler
  }
  send(channel: string, payload: unknown): void {
    ipcRenderer.emit(channel, {}, structuredClone(payload))
  }
  reload(): void {
    this.reloads += 1
  }

  /** What the system answers to printing: whether it did, and if not why; null: it never does. */
  static printAnswer: [success: boolean, reason: string] | null = [true, '']
  static readonly printed: unknown[] = []
  static readonly pdfs: unknown[] = []
  print(options: unknown, answer: (success: boolean, reason: string) => void): void {
    FakeContents.printed.push(options)
    if (FakeContents.printAnswer) answer(...FakeContents.printAnswer)
  }
  async printToPDF(options: unknown): Promise<Buffer> {
    FakeContents.pdfs.push(options)
    return Buffer.from('%PDF')
  }
  getPrintersAsync = async () => [
    { name: 'POS-80', displayName: 'Caja', description: '', options: {} },
    { name: 'Oficina', displayName: '', description: '', options: {} },
  ]
  /** The only script there is measures the page. */
  executeJavaScript = async (): Promise<unknown> => 400
}

export class FakeBrowserWindow extends EventEmitter {
  static last: FakeBrowserWindow | null = null
  static readonly loaded: { url: string; options: unknown }[] = []
  readonly webContents = new FakeContents()
  readonly options: { webPreferences: Record<string, unknown> }
  focused = 0
  private destroyed = false

  constructor(options: { webPreferences: Record<string, unknown> }) {
    super()
    this.options = options
    FakeBrowserWindow.last = this
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string): Promise<void> {
    FakeBrowserWindow.loaded.push({ url, options: this.options })
    this.webContents.mainFrame = { url }
    this.emit('ready-to-show')
  }
  show(): void {}
  restore(): void {}
  isMinimized(): boolean {
    this.mustLive()
    return false
  }
  isDestroyed = () => this.destroyed
  focus(): void {
    this.mustLive()
    this.focused += 1
  }
  close(): void {
    this.destroy()
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
  private mustLive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }
}

/** Invoke and handle with the copies that the real ones make. */
const handlers = new Map<string, Invoked>()
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Invoked) => void handlers.set(channel, handler),
  removeHandler: (channel: string) => void handlers.delete(channel),
})

/** Invokes as some sender, the app's own window unless another is named. */
export async function invokeAs(
  sender: FakeContents | null,
  senderFrame: FakeFrame | null,
  channel: string,
  request: unknown,
): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return structuredClone(await handler({ sender, senderFrame }, structuredClone(request)))
}

export const ipcRenderer = Object.assign(new EventEmitter().setMaxListeners(50), {
  invoke(channel: string, request: unknown) {
    const contents = FakeBrowserWindow.last?.webContents ?? null
    return invokeAs(contents, contents?.mainFrame ?? null, channel, request)
  },
})

/** What the preload put on the page's window. */
export const exposed = new Map<string, unknown>()
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => void exposed.set(name, carried(value)),
}

/**
 * A value as it reaches the other world: functions are wrapped, arrays and plain objects copied, a promise answers
 * its carried value, and the rest is cloned. A proxy is none of these, at any depth.
 */
function carried(value: unknown): unknown {
  if (types.isProxy(value)) throw new Error('An object could not be cloned.')
  if (typeof value === 'function') {
    return (...given: unknown[]) => carried(Reflect.apply(value, undefined, given.map(carried)))
  }
  if (value instanceof Promise) return value.then(carried)
  if (Array.isArray(value)) return value.map(carried)
  if (!isPlainObject(value)) return structuredClone(value)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, carried(part)]))
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  /** What was asked of it, in order. */
  done: new Array<string>(),
  /** What stood on the command line; some of it goes, as Electron takes it away. */
  switches: new Set<string>(),
  commandLine: { hasSwitch: (name: string) => app.switches.has(name) },
  getPath: (name: string) => `/home/tienda/${name}`,
  getVersion: () => '0.0.0',
  setPath: (name: string, path: string) => void app.done.push(`${name} ${path}`),
  enableSandbox() {
    app.switches.delete('no-sandbox')
    app.done.push('enableSandbox')
  },
  setAppUserModelId: (id: string) => void app.done.push(`id ${id}`),
  relaunch: (options: { execPath?: string; args: string[] }) =>
    void app.done.push(`relaunch ${options.execPath ?? ''}`),
  whenReady: async () => undefined,
  quit: () => void app.done.push('quit'),
  requestSingleInstanceLock() {
    app.done.push('requestSingleInstanceLock')
    return true
  },
})

type ProtocolHandler = (request: Request) => Promise<Response>
type PermissionAnswer = (allowed: boolean) => void

type PermissionRequest = (
  contents: unknown,
  permission: string,
  answer: PermissionAnswer,
  details: { requestingUrl: string },
) => void
type PermissionCheck = (contents: unknown, permission: string, origin: string) => boolean
type BeforeRequest = (
  details: { url: string },
  answer: (decision: { cancel: boolean }) => void,
) => void

/** A session that remembers what it was told to do. */
class FakeSession extends EventEmitter {
  readonly schemes = new Map<string, ProtocolHandler>()
  permissionRequest: PermissionRequest | null = null
  permissionCheck: PermissionCheck | null = null
  devicePermission: (() => boolean) | null = null
  beforeRequest: BeforeRequest | null = null
  proxyAnswer = 'DIRECT'

  readonly protocol = {
    handle: (scheme: string, handler: ProtocolHandler) => void this.schemes.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (handler: BeforeRequest) => void (this.beforeRequest = handler),
  }
  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.devicePermission = handler
  }
  async resolveProxy(): Promise<string> {
    return this.proxyAnswer
  }
}

const partitions = new Map<string, FakeSession>()
export const session = {
  defaultSession: new FakeSession(),
  fromPartition(name: string): FakeSession {
    const found = partitions.get(name) ?? new FakeSession()
    partitions.set(name, found)
    return found
  },
}
export const protocol = {
  privileged: new Array<{ scheme: string }>(),
  registerSchemesAsPrivileged: (schemes: { scheme: string }[]) =>
    void protocol.privileged.push(...schemes),
}
export const shell = {
  opened: new Array<string>(),
  shown: new Array<string>(),
  browsed: new Array<string>(),
  problem: '',
  async openPath(path: string) {
    shell.opened.push(path)
    return shell.problem
  },
  openExternal: async (url: string) => void shell.browsed.push(url),
  showItemInFolder: (path: string) => void shell.shown.push(path),
}
export const dialog = {
  answer: { canceled: true, filePath: '' },
  asked: null as unknown,
  async showSaveDialog(...asked: unknown[]) {
    dialog.asked = asked.at(-1)
    return dialog.answer
  },
  /** Questions that wait for their answer: the button that is pressed. */
  questions: new Array<{ message: string; buttons: string[]; press: (response: number) => void }>(),
  showMessageBox: (asked: { message: string; buttons?: string[] }) =>
    new Promise<{ response: number }>((resolve) => {
      const { message, buttons = [] } = asked
      dialog.questions.push({ message, buttons, press: (response) => resolve({ response }) })
    }),
  showErrorBox: (_title: string, text: string) => void app.done.push(text),
}
export const Menu = {
  /** What the menus offered that were opened by a click, the last one last. */
  popped: new Array<unknown>(),
  setApplicationMenu: () => undefined,
  buildFromTemplate: (template: unknown) => ({ popup: () => void Menu.popped.push(template) }),
}
export const powerMonitor = new EventEmitter()
export class FakeNotification extends EventEmitter {
  static readonly shown: FakeNotification[] = []
  readonly options: unknown
  constructor(options: unknown) {
    super()
    this.options = options
  }
  show(): void {
    FakeNotification.shown.push(this)
  }
}

/** A child process that prints what the test says. */
export class FakeUtility extends EventEmitter {
  static last: FakeUtility | null = null
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  killed = false
  readonly posted: unknown[] = []
  readonly program: string
  readonly args: string[]
  constructor(program: string, args: string[]) {
    super()
    this.program = program
    this.args = args
    FakeUtility.last = this
  }
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
  kill(): void {
    this.killed = true
  }
}
export const utilityProcess = {
  fork: (program: string, args: string[]) => new FakeUtility(program, args),
}

/** The module as `vi.mock('electron', ...)` wants it. */
export const fakeElectron = {
  app,
  BrowserWindow: FakeBrowserWindow,
  contextBridge,
  dialog,
  ipcMain,
  ipcRenderer,
  Menu,
  Notification: FakeNotification,
  powerMonitor,
  protocol,
  session,
  shell,
  utilityProcess,
}
