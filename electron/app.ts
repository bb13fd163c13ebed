import type { Emit } from '../shared/contract/index.ts'
import { createAsset } from './asset.ts'
import { createFiles } from './features/files/index.ts'
import { createSettings } from './features/settings/index.ts'
import type { AppWindow, Host } from './host/host.ts'
import { createRouter } from './ipc/router.ts'
import type { Log } from './log.ts'
import { version } from './version.ts'
import { createFeatures } from './wiring.ts'

/** The running app. */
export interface RunningApp {
  window: AppWindow
  /** Ends features, window and children, in that order. */
  close(): Promise<void>
}

/** Wires the app over a host and opens its window. */
export async function startApp(
  host: Host,
  config: { rendererDir: string; log: Log },
): Promise<RunningApp> {
  const { log } = config
  let window: AppWindow | null = null
  const emit: Emit = (name, payload) => window?.emit(name, payload)

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
  const files = createFiles(host)
  const features = createFeatures({ emit })
  const router = createRouter(
    { ...settings.handlers, ...files.handlers, ...features.handlers },
    (call, caught) => log.error(call, caught),
  )

  window = await host.openWindow({
    asset: createAsset(config.rendererDir, features.image),
    answer: router,
  })
  log.info(`started ${version} ${host.kind} in ${host.dataDir}`)
  return {
    window,
    async close() {
      await features.close()
      await host.close()
      log.info('closed')
    },
  }
}
