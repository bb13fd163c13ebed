import type { Page } from 'playwright-core'
import { requestSchema, type BridgeEvent, type Reply } from '../../../shared/contract/bridge.ts'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import type { CallAnswerer } from '../host.ts'
import { isOwnUrl } from '../origin.ts'

const binding = '__mostradorCall'
const receiver = '__mostradorEvent'

/**
 * Runs in the page before its own scripts: the same `window.bridge` that the Electron preload exposes. What that one
 * could not clone does not leave this one either, so that a page works in both or in none.
 */
const pageScript = (origin: string) => `(() => {
  if (window.top !== window || location.protocol + '//' + location.host !== ${JSON.stringify(origin)}) return
  const ask = window.${binding}
  // The browser's own menu leads to its tools; Electron's window has one of ours.
  addEventListener('contextmenu', (event) => event.preventDefault(), true)
  const listeners = new Set()
  const bridge = {
    call: async (call, input) => JSON.parse(await ask(JSON.stringify(structuredClone({ call, input })))),
    subscribe(listener) {
      const own = (event) => listener(event)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
  Object.defineProperty(window, 'bridge', { value: Object.freeze(bridge) })
  Object.defineProperty(window, '${receiver}', {
    value(json) {
      for (const listener of [...listeners]) listener(JSON.parse(json))
    },
  })
})()`

/**
 * Puts the bridge into a page. Only that page's main frame, while it shows the app's own origin,
 * is answered: the driver exposes the binding to frames inside it as well.
 */
export async function installBridge(
  page: Page,
  origin: string,
  answer: CallAnswerer,
): Promise<void> {
  const forbidden: Reply = { ok: false, error: { code: 'FORBIDDEN_SENDER' } }
  await page.exposeBinding(binding, async (source, text: unknown) => {
    const own =
      source.page === page &&
      source.frame === page.mainFrame() &&
      isOwnUrl(source.frame.url(), origin)
    return JSON.stringify(own ? await answer(readRequest(text)) : forbidden)
  })
  await page.addInitScript(pageScript(origin))
}

/** Calls cross as one JSON text: faster than the driver's own format, and plain data by construction. */
function readRequest(text: unknown): unknown {
  // The router answers BAD_INPUT to what is no request.
  return typeof text === 'string' ? requestSchema.safeParse(jsonOrNull(text)).data : undefined
}

/** Hands an event to the page's listeners. Rejects when the page is gone. */
export async function sendEvent(page: Page, origin: string, event: BridgeEvent): Promise<void> {
  if (!isOwnUrl(page.url(), origin)) return
  await page.evaluate(
    ([name, json]) => {
      const receive: unknown = Reflect.get(globalThis, name)
      if (typeof receive === 'function') Reflect.apply(receive, undefined, [json])
    },
    [receiver, JSON.stringify(event)] as const,
  )
}
