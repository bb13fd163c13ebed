import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What stands between a register and its hub, and lets pass what it wants. */
export interface StubbornProxy {
  readonly port: number
  /** From now on whoever comes is let in, and hears nothing; who is there hears nothing more. */
  hang(): void
  /** Everything passes again; what hung is cut. */
  pass(): void
  close(): void
}

/** Listens on a port of this computer, and leads to another one. */
export async function startStubbornProxy(to: number): Promise<StubbornProxy> {
  let hangs = false
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const there = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      open.add(one)
      one.on('data', (data) => void (hangs || other.write(data)))
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        if (!hangs) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => open.forEach((socket) => socket.destroy())
  return {
    port: address.port,
    hang: () => void (hangs = true),
    pass() {
      hangs = false
      cut()
    },
    close() {
      cut()
      server.close()
    },
  }
}
