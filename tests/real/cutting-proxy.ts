import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What stands between a register and its hub, and ends what they say to one another at a certain byte. */
export interface CuttingProxy {
  readonly port: number
  /**
   * After so many bytes more, of both sides together, the rest of what is said is lost; `then` is called at that moment. Whoever
   * connects afterwards is let through.
   */
  arm(bytes: number, then?: () => void): void
  /** Nothing is cut; answers whether what it was armed for came. */
  disarm(): boolean
  /** How many bytes passed since it was last armed or disarmed. */
  passed(): number
  close(): void
}

/** Listens on a port of this computer, and leads to another one. */
export async function startCuttingProxy(to: number): Promise<CuttingProxy> {
  const open = new Set<Socket>()
  let passed = 0
  let armed: { at: number; then: () => void } | null = null
  let isCut = false

  /** Hands on what may pass of it. */
  function hand(data: Buffer, other: Socket): void {
    const rest = armed === null ? Infinity : armed.at - passed
    passed += Math.min(data.length, rest)
    other.write(data.length <= rest ? data : data.subarray(0, rest))
    if (armed === null || passed < armed.at) return
    const { then } = armed
    armed = null
    isCut = true
    then()
    for (const socket of open) socket.destroySoon()
  }

  const server = createServer((socket) => {
    const there = connect(to, '127.0.0.1')
    const [ours, theirs] = [socket, there]
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      open.add(one)
      one.on('data', (data) => {
        if (!one.destroyed && !one.writableEnded) hand(data, other)
      })
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroySoon()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    arm(bytes, then = () => undefined) {
      passed = 0
      isCut = false
      armed = { at: bytes, then }
    },
    disarm() {
      armed = null
      passed = 0
      return isCut
    },
    passed: () => passed,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
