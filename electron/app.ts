import type { Emit } from '../shared/contract/index.ts'
import { createAsset } from './asset.ts'
import { createApprovedFiles } from './features/files/approved.ts'
import { createFiles } from './features/files/index.ts'
import { saveRoots } from './features/files/target.ts'
import { createSettings, readSettings } from './features/settings/index.ts'
import type { AppWindow, Host } from './host/host.ts'
import { createGuard, type Send } from './ipc/guard.ts'
import { createRouter } from './ipc/router.ts'
import { inOrder } from './async/in-order.ts'
import type { Log } from './log.ts'
import { createNotices } from './notices.ts'
import { openRegister } from './register.ts'
import { version } from './version.ts'
import { createFeatures } from './wiring.ts'
import type { GivenConnection } from './wiring/common.ts'

/** The running app. */
export interface RunningApp {
  window: AppWindow
  /** Ends features, window and children, in that order. */
  close(): Promise<void>
}

export interface AppConfig {
  /** Where the built page stands. */
  rendererDir: string
  log: Log
  /** A connection for this run only. */
  given?: GivenConnection
  /** Folders under which files may be saved, beside the home folder and the usual mounts. */
  mounts?: readonly string[]
}

/**
 * Wires the app over a host and opens its window.
 * @throws Failure REGISTER_ALREADY_OPEN, NO_BROWSER ...
 */
export async function startApp(host: Host, config: AppConfig): Promise<RunningApp> {
  const { log, given, rendererDir } = config
  const register = openRegister(host.dataDir)
  // Who is told of events: each joins once it is there, and what was told before reached nobody.
  const listeners: Emit[] = []
  const windows: AppWindow[] = []
  const emit: Emit = (name, payload) => listeners.forEach((hear) => hear(name, payload))
  const approved = createApprovedFiles()
  const settings = createSettings({
    store: host.settings,
    info: {
      version,
      host: host.kind,
      dataDir: host.dataDir,
      unsandboxed: host.unsandboxed,
      platform: process.platform,
    },
    openPath: (path) => host.openPath(path),
    emit,
  })
  if (register.kind === 'blocked') log.error('the journal cannot be written', register.failure)
  const features = createFeatures({
    environment: { ...host, printing: host },
    register,
    emit,
    log,
    mustBeApproved: approved.mustBeApproved,
    decimalSign: () => readSettings(host.settings).decimalSign,
    ...(given ? { given } : {}),
  })
  const { presence } = features
  const guard = createGuard(presence, features.note)
  const notice = createNotices({
    notify: (title, body) => host.notify(title, body),
    formatting: () => readSettings(host.settings),
    isLocked: presence.isLocked,
  })
  const show: Send = (name, shown) => windows.forEach((window) => window.emit(name, shown))
  listeners.push((name, payload) => guard.tell(name, payload, show), notice)
  const files = createFiles({
    host,
    who: () => presence.current()?.id ?? null,
    approved,
    roots: saveRoots(host.dataDir, config.mounts),
  })
  const router = createRouter(
    { ...settings.handlers, ...files.handlers, ...features.handlers },
    (call, caught) => log.error(call, caught),
    guard,
  )

  async function close(): Promise<void> {
    // Whatever could not be closed, no window and no child stays behind.
    await inOrder([() => features.close(), () => host.close()])
    log.info('closed')
  }

  try {
    const window = await host.openWindow({
      asset: createAsset(rendererDir, features.image, (caught) => log.error('picture', caught)),
      answer: router,
    })
    windows.push(window)
    features.start()
    log.info(`started ${version} ${host.kind} in ${host.dataDir}`)
    return { window, close }
  } catch (caught) {
    await close()
    throw caught
  }
}
