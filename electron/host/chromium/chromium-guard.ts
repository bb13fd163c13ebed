import type { BrowserContext, Page, Route } from 'playwright-core'
import type { Asset } from '../host.ts'
import { assetHeaders, isOwnUrl } from '../origin.ts'

/** Answers the app page's own GETs from this process and lets nothing else out, of any page. */
export async function serveOnly(
  context: BrowserContext,
  page: Page,
  origin: string,
  asset: (path: string) => Promise<Asset>,
): Promise<void> {
  await context.route('**/*', (route) => refuse(route))
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET' || !isOwnUrl(request.url(), origin)) return refuse(route)
    const { pathname } = new URL(request.url())
    const answer = await asset(pathname)
    await route.fulfill({
      status: answer.status,
      headers: assetHeaders(answer),
      body: Buffer.from(answer.body),
    })
  })
}

/** "aborted", and no other reason, leaves the page that asked to navigate as it is. */
function refuse(route: Route): Promise<void> {
  return route.abort('aborted')
}

/** One page, at home: every other one is closed, and a page that wandered off comes back. */
export function keepAtHome(context: BrowserContext, page: Page, origin: string): void {
  const close = (other: Page) => {
    if (other !== page) void other.close().catch(ignoreClosed)
  }
  const home = () => void page.goto(`${origin}/`).catch(ignoreClosed)
  context.pages().forEach(close)
  context.on('page', close)
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && !isOwnUrl(frame.url(), origin)) home()
  })
}

/** A page that closes while we act on it is what closing looks like, not an error. */
function ignoreClosed(): void {}
