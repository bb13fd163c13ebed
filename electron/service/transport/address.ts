import { isIPv4 } from 'node:net'
import { Failure } from '../../../shared/errors.ts'

/** Where the service is: the only origin that ever gets the token. */
export interface ServiceAddress {
  /** For example `https://service.example.com:8443`. */
  origin: string
  secure: boolean
  /** Without the brackets of IPv6. */
  hostname: string
  port: number
  /** What stands before the contract's paths: empty, or `/prefix` without a trailing slash. */
  basePath: string
}

/** Whether a host name is this very computer (127.0.0.0/8, ::1, localhost). */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '::1' || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}

/**
 * Reads a profile's base URL: https, or http for loopback only, without user, query or fragment.
 * Throws URL_INVALID or URL_INSECURE.
 */
export function parseServiceAddress(text: string): ServiceAddress {
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Failure('URL_INVALID', { url: text })
  }
  // The text may hold a password here: it is not repeated.
  if (url.username || url.password) throw new Failure('URL_INVALID', { url: url.host })
  if (url.search || url.hash || !url.hostname) throw new Failure('URL_INVALID', { url: text })
  const secure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (!secure && !isLoopback(hostname)) throw new Failure('URL_INSECURE')
  return {
    origin: url.origin,
    secure,
    hostname,
    port: Number(url.port) || (secure ? 443 : 80),
    basePath: url.pathname.replace(/\/+$/, ''),
  }
}
