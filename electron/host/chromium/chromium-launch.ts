import { homedir } from 'node:os'
import { chromium, errors, type BrowserContext } from 'playwright-core'
import { Failure } from '../../../shared/errors.ts'
import { findBrowser, profileFor } from './browser-path.ts'
import { forgetPages, prepareProfile } from './chromium-profile.ts'

/** Chromium refuses to run its own sandbox as root; only then is it left out, and the frame says so. */
export const runsUnsandboxed = process.getuid?.() === 0

/** Size of the page when there is no window that gives it one. */
export interface Viewport {
  width: number
  height: number
}

const firstSize: Viewport = { width: 1366, height: 768 }

/** How long a start may take, in milliseconds: the second one has the time that a slow computer needs. */
const launchTimes = { first: 30_000, second: 180_000 }

interface LaunchOptions {
  profileDir: string
  origin: string
  /** No window: pictures and tests. */
  headless: boolean
  /** The window that people have, on a screen that is not there: tests where there is no display (Linux). */
  offscreen?: boolean
  viewport?: Viewport
}

/**
 * Starts the browser on a profile of its own, as a bare app window that can reach no network at all. On a busy
 * computer the driver can miss the end of loading a page that it does not serve yet, and would wait for it for ever:
 * then it starts once more.
 * @throws Failure NO_BROWSER, NO_DISPLAY, BROWSER_FAILED
 */
export async function launchBrowser(options: LaunchOptions): Promise<BrowserContext> {
  try {
    return await launch(options, launchTimes.first)
  } catch (caught) {
    if (!(caught instanceof errors.TimeoutError)) throw launchFailure(caught)
    return launch(options, launchTimes.second).catch((again: unknown) => {
      throw launchFailure(again)
    })
  }
}

/** The driver's own words are for who writes tests; of them the first line is enough. */
function launchFailure(caught: unknown): Failure {
  if (caught instanceof Failure) return caught
  const said = caught instanceof Error ? caught.message : String(caught)
  if (/X server|XServer/.test(said)) return new Failure('NO_DISPLAY', undefined, { cause: caught })
  const [reason = ''] = said.split('\n')
  return new Failure('BROWSER_FAILED', { reason }, { cause: caught })
}

/** Removes what the window's browser remembers of pages, once it has ended. */
export function forgetWindow(wantedProfile: string): void {
  forgetPages(browserFor(wantedProfile).profileDir)
}

/** The browser that is the window, and where it may keep its profile. */
function browserFor(wantedProfile: string): { executablePath: string; profileDir: string } {
  const executablePath = findBrowser()
  return { executablePath, profileDir: profileFor(executablePath, wantedProfile, homedir()) }
}

async function launch(options: LaunchOptions, timeout: number): Promise<BrowserContext> {
  const { origin, headless } = options
  const { executablePath, profileDir } = browserFor(options.profileDir)
  const firstTime = prepareProfile(profileDir)
  return chromium.launchPersistentContext(profileDir, {
    executablePath,
    headless,
    timeout,
    args: [
      // Without a window a blank page is enough.
      ...(headless ? [] : [`--app=${origin}/`]),
      ...(options.offscreen ? ['--ozone-platform=headless'] : []),
      // The page is answered from this process; the browser itself has no one to talk to.
      '--host-resolver-rules=MAP * ~NOTFOUND',
      '--no-proxy-server',
      '--no-pings',
      '--disable-domain-reliability',
      // One page: no process of its own for the blank one before it, none kept in reserve for a next one.
      '--renderer-process-limit=1',
      '--disable-client-side-phishing-detection',
      '--hide-crash-restore-bubble',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      // After the first time the browser remembers where the person left the window.
      ...(firstTime ? [`--window-size=${firstSize.width},${firstSize.height}`] : []),
      // Else a bar of the browser's own covers the app on every start; the frame's band says it instead.
      ...(runsUnsandboxed ? ['--test-type'] : []),
    ],
    ignoreDefaultArgs: ['--enable-automation'],
    chromiumSandbox: !runsUnsandboxed,
    // The person's own choices, not the driver's: dark mode, reduced motion, high contrast.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    viewport: headless ? (options.viewport ?? firstSize) : null,
    acceptDownloads: false,
    serviceWorkers: 'block',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}
