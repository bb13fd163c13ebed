import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from './browser-path.ts'
import { runsUnsandboxed } from './chromium-launch.ts'
import { createCups, type Cups } from '../system/cups.ts'
import type { PrintHost, PrintPage } from '../host.ts'
import { openOutside } from '../system/open-outside.ts'
import { paperHeaders, paperHeight, paperPixels } from '../paper.ts'

/** Where the page for paper seems to come from: nothing listens there. */
const address = 'https://papel.mostrador.invalid/'

/** A page for paper, drawn: its PDF and the height that it came out with, in millimetres. */
interface Drawn {
  bytes: Uint8Array
  heightMm: number
}

/**
 * Paper without Electron. A page becomes a PDF in a browser of its own without a window, which the print
 * system's queue takes without asking; where there is no such system the person's own viewer prints it.
 */
export function createChromiumPaper(
  cups: Cups = createCups(),
  open: (path: string) => Promise<void> = openOutside,
): PrintHost & { close(): Promise<void> } {
  let folder: Promise<string> | null = null
  let count = 0

  /** For the viewer's sake a file outlives its printing, until the app ends. */
  async function fileOf(bytes: Uint8Array): Promise<string> {
    folder ??= mkdtemp(join(tmpdir(), 'mostrador-'))
    count += 1
    const path = join(await folder, `${count}.pdf`)
    await writeFile(path, bytes, { mode: 0o600 })
    return path
  }

  return {
    printers: () => cups.printers(),
    async printPage(page, printer) {
      const { bytes, heightMm } = await draw(page)
      const path = await fileOf(bytes)
      await (printer === null ? open(path) : cups.print(path, printer, page, heightMm))
    },
    pdf: async (page) => (await draw(page)).bytes,
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}

async function draw(page: PrintPage): Promise<Drawn> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    chromiumSandbox: !runsUnsandboxed,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND', '--no-proxy-server', '--no-pings'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  try {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: paperPixels(page),
      serviceWorkers: 'block',
    })
    await context.route('**/*', (route) =>
      route.request().url() === address
        ? route.fulfill({ status: 200, headers: { ...paperHeaders }, body: page.html })
        : route.abort(),
    )
    const drawn = await context.newPage()
    await drawn.emulateMedia({ media: 'print' })
    await drawn.goto(address)
    const box = await drawn.locator('body').boundingBox()
    const heightMm = paperHeight(page, box?.height ?? 0)
    const bytes = await drawn.pdf({
      width: `${page.width}mm`,
      height: `${heightMm}mm`,
      printBackground: true,
      margin: { top: 0, right: 0, bottom: 0, left: 0 },
    })
    return { bytes, heightMm }
  } finally {
    await browser.close()
  }
}
