import type { Emit } from '../shared/contract/index.ts'
import { createAsset } from './asset.ts'
import { createFiles } from './features/files/index.ts'
import { saveRoots } from './features/files/target.ts'
import type { Presence } from './features/people/presence.ts'
import { createSettings, readSettings } from './features/settings/index.ts'
import type { AppWindow, Host } from './host/host.ts'
import { createGuard, type Guard } from './ipc/guard.ts'
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
  let window: AppWindow | null = null
  let guard: Guard | null = null
  let presence: Presence | null = null
  const notice = createNotices({
    notify: (title, body) => host.notify(title, body),
    formatting: () => readSettings(host.settings),
    isLocked: () => presence?.isLocked() ?? true,
  })
  const emit: Emit = (name, payload) => {
    guard?.tell(name, payload, (told, shown) => window?.emit(told, shown))
    notice(name, payload)
  }

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
  const files = createFiles({
    host,
    who: () => presence?.current()?.id ?? null,
    roots: saveRoots(host.dataDir, config.mounts),
  })
  if (register.kind === 'blocked') log.error('the journal cannot be written', register.failure)
  const features = createFeatures({
    environment: { ...host, printing: host },
    register,
    emit,
    log,
    mustBeApproved: files.approved.mustBeApproved,
    decimalSign: () => readSettings(host.settings).decimalSign,
    ...(given ? { given } : {}),
  })
  presence = features.presence
  guard = createGuard(presence, features.note)
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
    window = await host.openWindow({
      asset: createAsset(rendererDir, features.image, (caught) => log.error('picture', caught)),
      answer: router,
    })
    features.start()
    log.info(`started ${version} ${host.kind} in ${host.dataDir}`)
    return { window, close }
  } catch (caught) {
    await close()
    throw caught
  }
}
