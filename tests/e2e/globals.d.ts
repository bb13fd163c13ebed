interface Window {
  /** The app's one bridge, as the page sees it inside page.evaluate. */
  readonly bridge: import('../../shared/contract/bridge.ts').Bridge
}
