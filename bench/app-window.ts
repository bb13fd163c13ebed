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
  await page.locator('[data-product]').first().waitFor()
  return { page, close: () => app.close() }
}

/** One line of text in the same Chromium, by the same host, once it is shown. */
export async function openBarePage(dataDir: string) {
  const host = createChromiumHost({ dataDir, log: createLog(dataDir), headless: true })
  const body = Buffer.from('<!doctype html><title>bare</title><p>bare</p>')
  await host.openWindow({
    asset: async () => ({ status: 200, contentType: 'text/html', body }),
    answer: async () => ({ ok: true, value: {} }),
  })
  await host.page().getByText('bare').first().waitFor()
  return host
}
