import type { Bridge } from '../../shared/contract/bridge.ts'

declare global {
  interface Window {
    /** The app's one bridge, as the page sees it inside page.evaluate. */
    readonly bridge: Bridge
  }
}
