import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** A way to a service that writes down what is sent to query and sell, as it is. */
export interface Recorder {
  url: string
  /** The bodies since the last taking, in order; `_id`, which is never the same twice, is left out. */
  take(): string[]
  close(): Promise<void>
}

export async function recordTo(origin: string): Promise<Recorder> {
  let bodies: string[] = []
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      await once(incoming, 'end')
      const body = Buffer.concat(chunks)
      const path = incoming.url ?? '/'
      if (/transactions\/(query|sell)$/.test(path)) {
        const text = body.toString().replace(/"_id":"[^"]*"/, '"_id":""')
        bodies.push(`${path.split('/').at(-1)} ${text}`)
      }
      const { authorization } = incoming.headers
      const answer = await request(`${origin}${path}`, {
        method: incoming.method === 'GET' ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        ...(incoming.method === 'GET' ? {} : { body }),
      })
      const { date, 'content-type': type = 'application/json' } = answer.headers
      outgoing.writeHead(answer.statusCode, { 'content-type': String(type), date: String(date) })
      outgoing.end(Buffer.from(await answer.body.arrayBuffer()))
    })().catch((caught: unknown) => outgoing.destroy(caught instanceof Error ? caught : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    take() {
      const taken = bodies
      bodies = []
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
