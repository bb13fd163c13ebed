import { Failure } from '../../../shared/errors.ts'
import { isLoopback } from './address.ts'

/**
 * Says which proxy leads to a URL: its own URL (`http://host:port` or `https://...`), or null to
 * connect directly.
 */
export type ProxyFor = (url: string) => Promise<string | null>

/** Whether NO_PROXY exempts a host: names match themselves and their subdomains, `*` everything. */
function isExempt(hostname: string, port: string, noProxy: string): boolean {
  return noProxy.split(/[\s,]+/).some((entry) => {
    const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    if (!name || (entryPort && entryPort !== port)) return false
    const bare = name.replace(/^\*?\./, '')
    return name === '*' || hostname === bare || hostname.endsWith(`.${bare}`)
  })
}

/** The proxy that the environment names (HTTPS_PROXY, ALL_PROXY, NO_PROXY, in either case). */
export function environmentProxy(env: NodeJS.ProcessEnv = process.env): ProxyFor {
  return environmentFirst(async () => null, env)
}

/** What the environment says of a URL, also that it goes past every proxy; where it says nothing, what `rest` says. */
export function environmentFirst(rest: ProxyFor, env: NodeJS.ProcessEnv = process.env): ProxyFor {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || ''
  return async (text) => {
    const url = new URL(text)
    if (url.protocol !== 'https:' || isLoopback(url.hostname)) return null
    if (isExempt(url.hostname, url.port || '443', read('NO_PROXY'))) return null
    const proxy = read('HTTPS_PROXY') || read('ALL_PROXY')
    if (!proxy) return rest(text)
    return proxy.includes('://') ? proxy : `http://${proxy}`
  }
}

/**
 * The first usable answer of a proxy script, as Electron's resolveProxy writes it
 * ("PROXY host:8080; DIRECT"), as a URL; null: connect directly. Throws PROXY_FAILED when it names only proxies of
 * kinds that cannot be used here: to go around them was not what it said.
 */
export function proxyFromScript(answer: string): string | null {
  const schemes: Record<string, string> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }
  for (const entry of answer.split(';')) {
    const [kind = '', address] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = schemes[kind.toUpperCase()]
    if (scheme && address) return `${scheme}://${address}`
  }
  if (answer.trim() !== '') throw new Failure('PROXY_FAILED', { proxy: answer.trim() })
  return null
}
