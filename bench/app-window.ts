import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startApp } from '../electron/app.ts'
import { createChromiumHost } from '../electron/host/chromium/chromium-host.ts'
import { createLog } from '../electron/log.ts'
import { profileSample } from '../shared/contract/testing/profile-sample.ts'

const rendererDir = fileURLToPath(new URL('../out/renderer', import.meta.url))

/** The real app over a data folder, connected to a service, once a product can be sold from it. */
export async function openAppWindow(
  dataDir: string,
  service: { url: string; token: string },
  profileId = 'bench',
) {
  if (!existsSync(join(rendererDir, 'index.html'))) {
    throw new Error('Build the window first: npm run build:renderer')
  }
  const log = createLog(dataDir)
  const host = createChromiumHost({ dataDir, log, headless: true })
  const profile = profileSample({ id: profileId, baseUrl: service.url, sandbox: true })
  const app = await startApp(host, { rendererDir, log, given: { profile, token: service.token } })
  const page = host.page()
  // On a machine that does other things it takes its time, and says so in the figures.
  page.setDefaultTimeout(300_000)
  try {
    await page.locator('[data-product]').first().waitFor()
    return { page, close: () => app.close() }
  } catch (caught) {
    await app.close()
    throw caught
  }
}

/** One line of text, or a page of its own, in the same Chromium, by the same host, once it is shown. */
export async function openBarePage(
  dataDir: string,
  html = '<!doctype html><title>bare</title><p>bare</p>',
) {
  const host = createChromiumHost({ dataDir, log: createLog(dataDir), headless: true })
  const body = Buffer.from(html)
  await host.openWindow({
    asset: async () => ({ status: 200, contentType: 'text/html', body }),
    answer: async () => ({ ok: true, value: {} }),
  })
  await host.page().locator('body > *').first().waitFor()
  return host
}
