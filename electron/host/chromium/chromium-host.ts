import { rmSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { Failure } from '../../../shared/errors.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import type { Log } from '../../log.ts'
import { installBridge, sendEvent } from './chromium-bridge.ts'
import { keepAtHome, serveOnly } from './chromium-guard.ts'
import { forgetWindow, launchBrowser, runsUnsandboxed, type Viewport } from './chromium-launch.ts'
import { createChromiumPaper } from './chromium-paper.ts'
import { placeProfile, type ProfilePlace } from './chromium-profile.ts'
import type { AppWindow, Host } from '../host.ts'
import {
  forkNodeDeviceWriter,
  forkNodeCopier,
  forkNodeJournalCheck,
  forkNodeKeyring,
} from '../programs/node-programs.ts'
import { browseOutside, chatOutside, openOutside, showOutside } from '../system/open-outside.ts'
import { documentsDir } from '../system/documents-dir.ts'
import { onClockJump } from '../system/resume.ts'
import { startNodeSandbox } from '../programs/sandbox-node.ts'
import type { StartedSandbox } from '../programs/sandbox-start.ts'
import { openSettingsFile } from '../system/settings-file.ts'
import { systemProxy } from '../system/system-proxy.ts'

/** The page's made-up address: nothing listens there, every request is answered by this process. */
export const chromiumOrigin = 'https://mostrador.invalid'

/** The Chromium host, with its page for tests and the tour. */
export interface ChromiumHost extends Host {
  /** The open window's page. */
  page(): Page
}

interface ChromiumOptions {
  dataDir: string
  log: Log
  headless: boolean
  /** As launchBrowser's. */
  offscreen?: boolean
  viewport?: Viewport
}

/** The browser that is the window, and its one page, once they are open. */
interface Shown {
  place: ProfilePlace | null
  context: BrowserContext | null
  page: Page | null
}

/** A host without Electron: a system Chrome, Edge or Chromium as the window, driven over a pipe. */
export function createChromiumHost(options: ChromiumOptions): ChromiumHost {
  const { dataDir, log } = options
  const sandboxes: StartedSandbox[] = []
  const paper = createChromiumPaper()
  const shown: Shown = { place: null, context: null, page: null }
  return {
    kind: 'chromium',
    dataDir,
    settings: openSettingsFile(dataDir),
    unsandboxed: runsUnsandboxed,
    openWindow: (window) => openWindow(options, shown, window),
    page() {
      if (!shown.page) throw new Failure('UNEXPECTED', { reason: 'the window is not open' })
      return shown.page
    },
    // A browser's save dialog gives no path: the page asks for folder and name itself.
    chooseSave: async (suggestedName) => ({
      kind: 'ask',
      folder: await documentsDir(),
      name: suggestedName,
    }),
    openPath: openOutside,
    openUrl: browseOutside,
    openChat: chatOutside,
    showInFolder: showOutside,
    notify(title, body) {
      shown.page
        ?.evaluate(showNotification, [title, body] as const)
        .catch((caught: unknown) => log.error('notification', caught))
    },
    async startSandbox(country: Country) {
      const sandbox = await startNodeSandbox(country)
      sandboxes.push(sandbox)
      return { url: sandbox.url, token: sandbox.token }
    },
    forkKeyring: forkNodeKeyring,
    forkJournalCheck: forkNodeJournalCheck,
    forkCopier: forkNodeCopier,
    forkDeviceWriter: forkNodeDeviceWriter,
    paper,
    documentsDir: () => documentsDir(),
    onResume: onClockJump,
    proxyFor: systemProxy(),
    async close() {
      sandboxes.forEach((sandbox) => sandbox.stop())
      await paper.close()
      await closeWindow(shown, log)
    },
  }
}

async function openWindow(
  { dataDir, log, headless, offscreen = false, viewport }: ChromiumOptions,
  shown: Shown,
  { asset, answer }: Parameters<Host['openWindow']>[0],
): Promise<AppWindow> {
  const place = placeProfile(dataDir)
  shown.place = place
  const opened = await launchBrowser({
    profileDir: place.profileDir,
    origin: chromiumOrigin,
    headless,
    offscreen,
    ...(viewport ? { viewport } : {}),
  })
  shown.context = opened
  const page = opened.pages()[0] ?? (await opened.waitForEvent('page'))
  shown.page = page
  const closed = new Promise<void>((resolve) => page.once('close', () => resolve()))
  page.on('pageerror', (error) => log.error('window', error))
  // The driver cannot revive a crashed page: ending the app is better than a dead register.
  page.on('crash', () => {
    log.error('the window crashed')
    void opened.close()
  })
  await installBridge(page, chromiumOrigin, answer)
  await serveOnly(opened, page, chromiumOrigin, asset)
  await page.goto(`${chromiumOrigin}/`)
  keepAtHome(opened, page, chromiumOrigin)
  // Whatever the page asks beyond these is refused without a question.
  await opened.grantPermissions(['clipboard-write', 'notifications'], { origin: chromiumOrigin })
  return {
    emit(name, payload) {
      sendEvent(page, chromiumOrigin, { name, payload }).catch((caught: unknown) => {
        if (!page.isClosed()) log.error(`event ${name} did not arrive`, caught)
      })
    },
    focus: () => void page.bringToFront(),
    closed,
  }
}

/** A browser that was ended from outside cannot be closed again, and may still write: it is forgotten at the next start. */
async function closeWindow({ context, place }: Shown, log: Log): Promise<void> {
  await context?.close().catch((caught: unknown) => log.error('the window was gone', caught))
  if (!place) return
  try {
    if (place.isPassing) rmSync(place.profileDir, { recursive: true, force: true, maxRetries: 3 })
    else if (context) forgetWindow(place.profileDir)
  } catch (caught) {
    log.error('what the window remembers', caught)
  }
}

/** Runs in the page: the system's notification, as Electron's host shows it; a click leads to the window. */
function showNotification([title, body]: readonly [string, string]): void {
  const constructor: unknown = Reflect.get(globalThis, 'Notification')
  if (typeof constructor !== 'function') return
  const notification: unknown = Reflect.construct(constructor, [title, { body }])
  const focus: unknown = Reflect.get(globalThis, 'focus')
  const onclick = () => {
    if (typeof focus === 'function') Reflect.apply(focus, globalThis, [])
  }
  Object.assign(Object(notification), { onclick })
}
