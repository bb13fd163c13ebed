import type { Asset } from './host.ts'

/**
 * What the page may do, in both windows: its own scripts and files, no other network, no frames.
 * Styles may be inline because the UI library injects its colour variables.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const permissionsPolicy = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'payment',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers of everything the window's own origin answers. */
export function assetHeaders(asset: Asset): Record<string, string> {
  return {
    'content-type': asset.contentType,
    'content-security-policy': contentSecurityPolicy,
    'permissions-policy': permissionsPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  }
}

/** Whether a frame's URL is the app's own page: scheme and host, so neither blob: nor data: passes. */
export function isOwnUrl(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  const own = new URL(origin)
  return protocol === own.protocol && host === own.host
}
