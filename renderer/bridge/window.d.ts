import type { Bridge } from '../../shared/contract/bridge.ts'

declare global {
  interface Window {
    /** Exposed by the preload; only this folder may touch it. */
    readonly bridge: Bridge
  }
}
