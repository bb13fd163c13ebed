import type { Emit } from '../shared/contract/index.ts'
import { loadSchema } from '../shared/domain/load.ts'
import { saleSchema } from '../shared/domain/sale.ts'
import { createAsset } from './asset.ts'
import { createFiles } from './features/files/index.ts'
import { loadNotice } from './features/loading/notice.ts'
import { endingNotice, type Notice } from './features/selling/endings.ts'
import { createSettings, readSettings } from './features/settings/index.ts'
import type { AppWindow, Host } from './host/host.ts'
import { createGuard, type Guard } from './ipc/guard.ts'
import { createRouter } from './ipc/router.ts'
import { inOrder } from './in-order.ts'
import type { Log } from './log.ts'
import { openRegister } from './register.ts'
import { version } from './version.ts'
import { createFeatures, type GivenConnection } from './wiring.ts'

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
}

const unlockToSee = {
  es: 'Desbloquee la caja para verlo.',
  en: 'Unlock the register to see it.',
} as const

/**
 * Wires the app over a host and opens its window.
 * @throws Failure REGISTER_ALREADY_OPEN, NO_BROWSER ...
 */
export async function startApp(host: Host, config: AppConfig): Promise<RunningApp> {
  const { log, given, rendererDir } = config
  const register = openRegister(host.dataDir)
  let window: AppWindow | null = null
  let guard: Guard | null = null
  let isLocked = () => true
  const emit: Emit = (name, payload) => {
    guard?.tell(name, payload, (told, shown) => window?.emit(told, shown))
    if (name === 'selling.changed') notifyEnding(payload)
    if (name === 'loading.changed') notifyLoad(payload)
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
  /** Others can read a screen: of what happened while nobody had signed in, only that it did is told. */
  function notify(notice: Notice | null): void {
    if (!notice) return
    const { language } = readSettings(host.settings)
    host.notify(notice.title, isLocked() ? unlockToSee[language] : notice.body)
  }

  /** A sale that was left waiting has ended: the cashier may be in another window. */
  function notifyEnding(payload: unknown): void {
    notify(endingNotice(saleSchema.parse(payload), Date.now(), readSettings(host.settings)))
  }

  /** Whoever waits for a load may be elsewhere too. */
  function notifyLoad(payload: unknown): void {
    notify(loadNotice(loadSchema.parse(payload), readSettings(host.settings)))
  }

  const files = createFiles(host)
  if (register.kind === 'blocked') log.error('the journal cannot be written', register.failure)
  const features = createFeatures({
    ground: { ...host, printing: host },
    register,
    emit,
    log,
    mustBeApproved: files.approved.mustBeApproved,
    decimalSign: () => readSettings(host.settings).decimalSign,
    ...(given ? { given } : {}),
  })
  guard = createGuard(features.presence, features.note)
  const router = createRouter(
    { ...settings.handlers, ...files.handlers, ...features.handlers },
    (call, caught) => log.error(call, caught),
    guard,
  )
  isLocked = features.presence.isLocked

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
