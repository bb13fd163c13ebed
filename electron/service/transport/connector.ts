import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import { Failure } from '../../../shared/errors.ts'
import { unlessAborted } from '../../async/time-limit.ts'
import { isLoopback, type ServiceAddress } from './address.ts'
import type { ProxyFor } from './proxy.ts'
import { openTunnel } from './tunnel.ts'

/** What every connection to the service needs. */
export interface ConnectorOptions {
  address: ServiceAddress
  secureContext: () => SecureContext
  proxyFor: ProxyFor
  /** Name, TCP, proxy and TLS together, in milliseconds. */
  timeout: number
  /** Told just before a secured connection is handed over: from then on bytes may leave. */
  onSecured?: () => void
}

/** Waits until a socket says `event`; an error, a close or the signal ends it instead. */
function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const finish = (error?: unknown) => {
      socket.off(event, onReady).off('error', finish).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      if (error === undefined) return resolve()
      // A destroyed socket may still report the same error: it has been told already.
      socket.on('error', () => undefined).destroy()
      reject(error)
    }
    const onReady = () => finish()
    const onClose = () => finish(new Failure('CONNECTION_LOST'))
    const onAbort = () => finish(tooLate())
    socket.on(event, onReady).on('error', finish).on('close', onClose)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
}

async function openDirect(address: ServiceAddress, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: address.hostname, port: address.port })
  await ready(socket, 'connect', signal)
  return socket
}

async function secure(socket: Socket, options: ConnectorOptions, signal: AbortSignal) {
  const { hostname } = options.address
  const tls = connectTls({
    socket,
    host: hostname,
    // Names only: an address in SNI is not allowed.
    ...(isIP(hostname) === 0 && { servername: hostname }),
    secureContext: options.secureContext(),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
  await ready(tls, 'secureConnect', signal)
  return tls
}

const tooLate = () => new Failure('CONNECTION_TIMEOUT')

async function openSecured(options: ConnectorOptions): Promise<Socket> {
  const { address } = options
  const signal = AbortSignal.timeout(options.timeout)
  const proxy = address.secure
    ? await unlessAborted(options.proxyFor(address.origin), signal, tooLate)
    : null
  const plain =
    proxy === null
      ? await openDirect(address, signal)
      : await openTunnel(proxy, { ...address, secureContext: options.secureContext, signal })
  if (address.secure) return secure(plain, options, signal)
  // Plain http carries the token: a name that points elsewhere must not get it.
  if (!isLoopback((plain.remoteAddress ?? '').replace(/^::ffff:/, ''))) {
    plain.destroy()
    throw new Failure('URL_INSECURE')
  }
  return plain
}

/**
 * undici's way to the service: directly or through the proxy's tunnel, http/1.1 only, certificates
 * always checked. Failing before `onSecured` proves that not one byte of a request has left.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return (_undiciOptions, callback) => {
    openSecured(options).then(
      (socket) => {
        socket.setNoDelay(true)
        options.onSecured?.()
        callback(null, socket)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}
