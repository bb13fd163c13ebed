import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startApp, type AppConfig, type RunningApp } from '../../electron/app.ts'
import {
  createChromiumHost,
  type ChromiumHost,
} from '../../electron/host/chromium/chromium-host.ts'
import type { Viewport } from '../../electron/host/chromium/chromium-launch.ts'
import type { Host } from '../../electron/host/host.ts'
import { createLog } from '../../electron/log.ts'
import type { GivenConnection } from '../../electron/wiring/common.ts'
import { replySchema, type Reply } from '../../shared/contract/bridge.ts'
import type { CallInput, CallName } from '../../shared/contract/index.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import { makeFolder } from '../folders.ts'
import { patience } from '../patience.ts'
import { watchCrossing, type Crossing } from './crossing.ts'
import { slowDown } from './slowness.ts'

export interface OpenAppOptions {
  /** The service to work against; without it the app is as on its first run. */
  baseUrl?: string
  token?: string
  country?: Country
  /** Marks the connection as the test service: the frame's band says so. */
  sandbox?: boolean
  /** A folder to open again; without it one is made. */
  dataDir?: string
  /** True shows a window; else it runs headless. */
  display?: boolean
  viewport?: Viewport
  /** Where files are saved, as on a mount; else where temporary files stand. */
  saveUnder?: string
  /** What checks a journal that was not closed well, where it is not the real program. */
  forkJournalCheck?: Host['forkJournalCheck']
  /** What a message to a customer is opened with, where it is not this computer's browser. */
  openChat?: Host['openChat']
  /**
   * True: nothing moves, and a button that takes no press in its first half second takes it in the first twentieth: for
   * many walks through screens that other tests see moving, and wait for. Both are much of their time.
   */
  still?: boolean
  /** True: for pictures, the frame does not say that whoever takes them runs the browser as an administrator. */
  quietly?: boolean
  /** How this program is updated, where it is not from source. */
  updates?: AppConfig['updates']
}

/** The running app, as a person has it before them. */
export interface OpenApp {
  page: Page
  app: RunningApp
  host: ChromiumHost
  dataDir: string
  /** One call over the page's own bridge; answers the Reply as it came. */
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<Reply>
  /** Holds the answers to a call up until what it answers is called: how the window waits is seen for as long. */
  hold(call: CallName): () => void
  /** Answers a call by this from now on: what no service or database of a test says. */
  pretend: Crossing['pretend']
  close(): Promise<void>
}

const rendererDir = fileURLToPath(new URL('../../out/renderer', import.meta.url))

/** Opens the real app over any service, in this process, in the Chromium host. */
export async function openApp(options: OpenAppOptions = {}): Promise<OpenApp> {
  const dataDir = options.dataDir ?? makeFolder('app')
  const log = createLog(dataDir)
  const { viewport } = options
  const host = createChromiumHost({
    dataDir,
    log,
    headless: options.display !== true,
    ...(viewport ? { viewport } : {}),
  })
  const { forkJournalCheck = host.forkJournalCheck, openChat = host.openChat } = options
  const given = options.baseUrl === undefined ? null : givenConnection(options, options.baseUrl)
  const crossing = watchCrossing(host.openWindow)
  const app = await startApp(
    {
      ...host,
      ...(options.quietly ? { unsandboxed: false } : {}),
      openWindow: crossing.open,
      forkJournalCheck,
      openChat,
    },
    {
      rendererDir,
      log,
      mounts: [options.saveUnder ?? tmpdir()],
      ...(given ? { given } : {}),
      ...(options.updates ? { updates: options.updates } : {}),
    },
  )
  const page = host.page()
  page.setDefaultTimeout(patience)
  // Nobody types into a window that is not drawn yet: its keys would go nowhere.
  await page.locator('#app > *').first().waitFor({ state: 'attached' })
  await slowDown(page)
  if (options.still) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(hurryButtons)
    await page.evaluate(hurryButtons)
  }

  const call: OpenApp['call'] = async (name, input) =>
    replySchema.parse(
      await page.evaluate(([name, input]) => window.bridge.call(name, input), [
        name,
        input,
      ] as const),
    )

  return {
    page,
    app,
    host,
    dataDir,
    call,
    hold: crossing.hold,
    pretend: crossing.pretend,
    async close() {
      await app.close()
      crossing.mustBePlain()
    },
  }
}

/** Runs in the page: a timer of half a second, a button's (PrimaryButton.vue), is one of 50 ms. */
function hurryButtons(): void {
  const { setTimeout: start } = window
  const hurried = (work: TimerHandler, ms?: number, ...given: unknown[]): number =>
    start(work, ms === 500 ? 50 : ms, ...given)
  Object.assign(window, { setTimeout: hurried })
}

function givenConnection(options: OpenAppOptions, baseUrl: string): GivenConnection {
  return {
    profile: {
      id: 'e2e',
      name: 'Tienda de prueba',
      country: options.country ?? 'CO',
      baseUrl,
      apiVersion: '1.10.2',
      deviceId: '',
      position: null,
      valuesAs: 'strings',
      sandbox: options.sandbox ?? false,
    },
    token: options.token ?? null,
  }
}
