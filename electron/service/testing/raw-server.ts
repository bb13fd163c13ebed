import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Profile } from '../../../shared/contract/connection.ts'
import { profileSample } from '../../../shared/contract/testing/profile-sample.ts'

/** One request as it was seen on the wire. */
export interface SeenRequest {
  /** For example `POST /api/v1/transactions/sell`. */
  line: string
  headers: string
  body: string
  socket: Socket
}

/** A server that speaks bytes, so that a test decides every one of them. */
export interface RawServer {
  port: number
  requests: SeenRequest[]
  connections: () => number
  close: () => Promise<void>
}

/** Answers each whole request by `answer`, on any connection. */
export async function startRawServer(
  answer: (request: SeenRequest) => void,
  tls?: TlsOptions,
): Promise<RawServer> {
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const onConnection = (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    let text = ''
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (;;) {
        const [head] = text.split('\r\n\r\n', 1)
        if (head === undefined || head.length === text.length) return
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
        const end = head.length + 4 + length
        if (text.length < end) return
        const [line = '', ...headers] = head.split('\r\n')
        const request = {
          line: line.replace(/ HTTP\/1\.1$/, ''),
          headers: headers.join('\n'),
          body: text.slice(head.length + 4, end),
          socket,
        }
        text = text.slice(end)
        requests.push(request)
        answer(request)
      }
    })
  }
  const server: Server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    requests,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The bytes of an answer; a string body as it is, anything else as JSON. */
export function httpAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const lines = {
    date: 'Sat, 21 Nov 2026 12:00:00 GMT',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} Word\r\n${head.join('\r\n')}\r\n\r\n${text}`
}

/** The documented error body. */
export function errorAnswer(status: number, errorMessage = 'No se puede', headers = {}): string {
  const body = { errorMessage, path: '/api', date: 1763726400, errorCode: 'undefined.error' }
  return httpAnswer(status, body, headers)
}

/** A profile of Colombia at an address. */
export function testProfile(baseUrl: string, changes: Partial<Profile> = {}): Profile {
  return profileSample({ baseUrl, ...changes })
}
