import { request as httpRequest } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { Failure } from '../../shared/errors.ts'

/** Where a tunnel leads and how long it may take. */
export interface TunnelTarget {
  hostname: string
  port: number
  secureContext: () => SecureContext
  signal: AbortSignal
}

/**
 * Asks an http or https proxy for a tunnel (CONNECT) and resolves to the bare socket through it.
 * Rejects with PROXY_FAILED: whatever goes wrong here, nothing reached the service.
 */
export function openTunnel(proxyUrl: string, target: TunnelTarget): Promise<Socket> {
  const proxy = URL.parse(proxyUrl)
  if (proxy === null || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    return Promise.reject(new Failure('PROXY_FAILED', { proxy: proxy?.host ?? '?' }))
  }
  const targetHost = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname
  const authority = `${targetHost}:${target.port}`
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || (proxy.protocol === 'https:' ? 443 : 80)
  const secured = {
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    secureContext: target.secureContext(),
    rejectUnauthorized: true,
  }
  const options = {
    host,
    port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    ...(proxy.protocol === 'https:' && { createConnection: () => connectTls(secured) }),
    signal: target.signal,
    headers: {
      host: authority,
      ...(proxy.username && {
        'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`,
      }),
    },
  }
  return new Promise((resolve, reject) => {
    const refuse = (cause?: unknown) =>
      reject(new Failure('PROXY_FAILED', { proxy: proxy.host }, { cause }))
    const request = httpRequest(options)
    request.on('connect', (response, socket, head) => {
      // Bytes before ours can only be the proxy's own: such a tunnel is not one.
      if (response.statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      refuse(`the proxy answered ${response.statusCode}`)
    })
    request.on('response', (response) => {
      response.destroy()
      refuse(`the proxy answered ${response.statusCode}`)
    })
    request.on('error', refuse)
    request.end()
  })
}
