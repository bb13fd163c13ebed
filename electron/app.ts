import type { Emit } from '../shared/contract/index.ts'
import { Failure, toAppError } from '../shared/errors.ts'
import { createAsset } from './asset.ts'
import { createApprovedFiles } from './features/files/approved.ts'
import { createFiles } from './features/files/index.ts'
import { checkPlace, saveRoots } from './features/files/target.ts'
import { createSettings, readSettings } from './features/settings/index.ts'
import type { AppWindow, Host } from './host/host.ts'
import { settingsAside } from './host/system/settings-file.ts'
import { createGuard, type Send } from './ipc/guard.ts'
import { createRouter } from './ipc/router.ts'
import { inOrder } from './async/in-order.ts'
import type { Log } from './log.ts'
import { createNotices } from './notices.ts'
import { createOpening, type Opening } from './opening.ts'
import { claimRegister, openClaimed, type RegisterClaim } from './register.ts'
import { version } from './version.ts'
import { createFeatures, type Features } from './wiring.ts'
import type { FeaturesDeps, GivenConnection } from './wiring/common.ts'

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
  /** How it was launched, where it can bring its own next version. */
  updates?: NonNullable<FeaturesDeps['updates']>
  /** Hears once the page spoke and the features are there: what a version has to come to. */
  reached?: () => void
}

/**
 * Wires the app over a host and opens its window.
 * @throws Failure REGISTER_ALREADY_OPEN, NO_BROWSER ...
 */
export async function startApp(host: Host, config: AppConfig): Promise<RunningApp> {
  const { log, rendererDir } = config
  const claim = claimRegister(host.dataDir)
  const stopping = new AbortController()
  const opening = createOpening(() => readSettings(host.settings).language)
  const windows: AppWindow[] = []
  const spoken = Promise.withResolvers<null>()
  // Made while the window comes up; what the page asks for waits for them.
  const { promise: features, ...made } = Promise.withResolvers<Features>()
  const image = async (path: string) => (await features).image(path)

  async function close(): Promise<void> {
    stopping.abort()
    // Whatever could not be closed, no window and no child stays behind.
    await inOrder([async () => (await unlessStopped(features))?.close(), () => host.close()])
    log.info('closed')
  }

  function failed(caught: unknown): void {
    if (stopping.signal.aborted) return
    log.error('the start', caught)
    opening.failed(toAppError(caught))
  }

  const shown = host.openWindow({
    asset: createAsset(rendererDir, image, (caught) => log.error('picture', caught)),
    answer: (request) => {
      spoken.resolve(null)
      return opening.answer(request)
    },
  })
  features.catch(failed)
  wire(host, config, { claim, opening, windows, signal: stopping.signal }).then(
    made.resolve,
    made.reject,
  )
  try {
    const window = await shown
    windows.push(window)
    features
      .then((ready) => {
        if (stopping.signal.aborted) return
        ready.start()
        log.info(`started ${version} ${host.kind} in ${host.dataDir}`)
        return spoken.promise.then(() => config.reached?.())
      })
      .catch(failed)
    return { window, close }
  } catch (caught) {
    await close()
    throw caught
  }
}

/** What was made; null: it was stopped before it was. */
async function unlessStopped(features: Promise<Features>): Promise<Features | null> {
  try {
    return await features
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'CANCELLED') return null
    throw caught
  }
}

/** Opens the journal and makes the features over it, and the router, which answers the page from then on. */
async function wire(
  host: Host,
  config: AppConfig,
  parts: { claim: RegisterClaim; opening: Opening; windows: AppWindow[]; signal: AbortSignal },
): Promise<Features> {
  const { log, given, updates } = config
  const { claim, opening, windows, signal } = parts
  const register = await openClaimed(host.dataDir, claim, {
    fork: () => host.forkJournalCheck(),
    tell: opening.tell,
    signal,
  })
  if (register.kind === 'blocked') log.error('the journal cannot be written', register.failure)
  // Who is told of events: each joins once it is there, and what was told before reached nobody.
  const listeners: Emit[] = []
  const emit: Emit = (name, payload) => listeners.forEach((hear) => hear(name, payload))
  const approved = createApprovedFiles()
  const roots = saveRoots(host.dataDir, config.mounts)
  const settings = createSettings({
    store: host.settings,
    info: {
      version,
      host: host.kind,
      dataDir: host.dataDir,
      unsandboxed: host.unsandboxed,
      platform: process.platform,
      settingsAside: settingsAside(host.dataDir),
    },
    openPath: (path) => host.openPath(path),
    emit,
    tell: (text) => log.info(text),
  })
  const features = createFeatures({
    environment: { ...host, printing: host },
    register,
    emit,
    log,
    mustBeApproved: approved.mustBeApproved,
    decimalSign: () => readSettings(host.settings).decimalSign,
    checkPlace: (typed) => checkPlace(roots, typed),
    ...(given ? { given } : {}),
    ...(updates ? { updates } : {}),
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
    roots,
  })
  const handlers = { ...settings.handlers, ...files.handlers, ...features.handlers }
  opening.opened(createRouter(handlers, (call, caught) => log.error(call, caught), guard))
  return features
}
