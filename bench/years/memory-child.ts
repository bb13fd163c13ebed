import { setTimeout as wait } from 'node:timers/promises'
import { openAppWindow } from '../app-window.ts'

/** The register as it is used for a while: `node memory-child.ts FOLDER PROFILE URL`, told of by a message. */
const [folder = '', profileId = '', url = ''] = process.argv.slice(2)

const megabytes = (bytes: number) => bytes / 1024 / 1024
const resident = () => megabytes(process.memoryUsage.rss())

/** What is done once and is over: what is held for a minute after it is held for good. */
const restMs = 60_000

const app = await openAppWindow(folder, { url, token: 'bench' }, profileId)
const { page } = app
const ask = (name: string, input: object) =>
  page.evaluate(`window.bridge.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`)

async function search(text: string): Promise<void> {
  await page.locator('input').first().focus()
  await page.keyboard.press('Control+a')
  for (const letter of text) await page.keyboard.insertText(letter)
}

const range = { kind: 'sales', from: '2021-01-01', to: '2026-12-31' }
const byAmount = { column: 'amount', descending: true }

await wait(10_000)
const begun = resident()
await ask('catalog.refresh', {})
for (const text of ['recarga ba', 'factura de', 'pin 12']) await search(text)
for (const text of ['3001234567', '4567', '5000', 'mar']) {
  await ask('selling.list', { text, limit: 100 })
}
for (const offset of [0, 700_000]) {
  await ask('reports.totals', { ...range, filter: {} })
  await ask('reports.page', { ...range, filter: {}, sort: byAmount, offset, limit: 200 })
}
await wait(restMs)
const { rss, heapUsed } = process.memoryUsage()
process.send?.({ begun, rss: megabytes(rss), heap: megabytes(heapUsed) })
await app.close()
process.disconnect()
