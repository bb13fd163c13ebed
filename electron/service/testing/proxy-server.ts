import { createServer } from 'node:http'
import { connect } from 'node:net'

/** A proxy for tests: remembers what was asked of it. */
export interface ProxyServer {
  url: string
  /** The target of each CONNECT, with its credentials. */
  asked: { target: string; authorization: string | undefined }[]
  close: () => Promise<void>
}

/** Starts a proxy that opens tunnels, or refuses each with `status`. */
export async function startProxy(status = 200): Promise<ProxyServer> {
  const asked: ProxyServer['asked'] = []
  const server = createServer((_request, response) => response.writeHead(400).end())
  const sockets = new Set<{ destroy(): void }>()
  server.on('connect', (request, socket) => {
    sockets.add(socket)
    asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
