import type { Page } from 'playwright-core'
import { createChromiumHost } from '../../electron/host/chromium/chromium-host.ts'
import { createLog } from '../../electron/log.ts'
import { bridgeEventSchema, replySchema, type Reply } from '../../shared/contract/bridge.ts'
import { makeFolder } from '../folders.ts'
import { bridgeSuite } from './bridge-suite.ts'

let page: Page

bridgeSuite(
  'the Chromium window',
  async (answer) => {
    const dataDir = makeFolder('bridge')
    const host = createChromiumHost({ dataDir, log: createLog(dataDir), headless: true })
    const opened = await host.openWindow({
      asset: async () => ({
        status: 200,
        contentType: 'text/html',
        body: new TextEncoder().encode('<!doctype html><title>suite</title>'),
      }),
      answer,
    })
    page = host.page()
    return {
      call: async (call, input) =>
        replySchema.parse(
          await page.evaluate(([call, input]) => window.bridge.call(call, input), [
            call,
            input,
          ] as const),
        ),
      async listen() {
        const events = await page.evaluateHandle(() => {
          const heard: unknown[] = []
          return { heard, stop: window.bridge.subscribe((event) => heard.push(event)) }
        })
        return {
          heard: async () =>
            bridgeEventSchema.array().parse(await events.evaluate(({ heard }) => heard)),
          stop: () => events.evaluate(({ stop }) => stop()),
        }
      },
      emit: (name, payload) => opened.emit(name, payload),
      async close() {
        await host.close()
      },
    }
  },
  { strangers },
)

/** An empty frame inside the page: same origin and the driver's own binding, but not the main frame. */
async function strangers(): Promise<Reply[]> {
  await page.evaluate(() => document.body.append(document.createElement('iframe')))
  const frame = page.frames().find((one) => one !== page.mainFrame())
  if (!frame) throw new Error('the frame did not appear')
  const text = await frame.evaluate(async () => {
    const ask: unknown = Reflect.get(globalThis, '__mostradorCall')
    if (typeof ask !== 'function') throw new Error('the binding is not where it was')
    return String(
      await Reflect.apply(ask, undefined, [JSON.stringify({ call: 'settings.get', input: {} })]),
    )
  })
  return [replySchema.parse(JSON.parse(text))]
}
