import { request as startRequest, type RequestOptions } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { Failure } from '../../../shared/errors.ts'

/** Where a tunnel leads and how long it may take. */
export interface TunnelTarget {
  hostname: string
  port: number
  secureContext: () => SecureContext
  signal: AbortSignal
}

function withBrackets(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname
}

/** The CONNECT request; throws URIError when the proxy's credentials are malformed. */
function tunnelRequest(proxy: URL, target: TunnelTarget): RequestOptions {
  const secure = proxy.protocol === 'https:'
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || (secure ? 443 : 80)
  const authority = `${withBrackets(target.hostname)}:${target.port}`
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`
  const tlsOptions = {
    host,
    port,
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
  }
  const openTls = () => connectTls({ ...tlsOptions, secureContext: target.secureContext() })
  return {
    host,
    port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    signal: target.signal,
    headers: { host: authority, ...(proxy.username && { 'proxy-authorization': basic }) },
    ...(secure && { createConnection: openTls }),
  }
}

/**
 * Asks an http or https proxy for a tunnel (CONNECT) and resolves to the bare socket through it.
 * Rejects with PROXY_FAILED: whatever goes wrong here, nothing reached the service.
 */
export async function openTunnel(proxyUrl: string, target: TunnelTarget): Promise<Socket> {
  const proxy = URL.parse(proxyUrl)
  if (proxy === null || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    throw new Failure('PROXY_FAILED', { proxy: proxy?.host ?? '?' })
  }
  try {
    return await connectThrough(tunnelRequest(proxy, target))
  } catch (cause) {
    throw new Failure('PROXY_FAILED', { proxy: proxy.host }, { cause })
  }
}

function connectThrough(options: RequestOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = startRequest(options)
    const refuse = (status: number | undefined) =>
      reject(new Error(`the proxy answered ${status ?? 'nothing'}`))
    request.on('connect', (response, socket, head) => {
      // Bytes before ours can only be the proxy's own: such a tunnel is not one.
      if (response.statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      refuse(response.statusCode)
    })
    request.on('response', (response) => {
      response.destroy()
      refuse(response.statusCode)
    })
    request.on('error', reject)
    request.end()
  })
}
