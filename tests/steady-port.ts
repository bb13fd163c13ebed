import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what systems lend to whoever asks for any port, and to each connection: Linux from 32768, others from 49152. */
const [lowest, highest] = [20_000, 32_000]

/** A free port for a service that is stopped and comes back: nobody else is lent it while nobody listens there. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    // Somebody listens there.
    return false
  }
  await once(server.close(), 'close')
  return true
}
