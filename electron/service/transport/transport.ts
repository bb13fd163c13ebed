import { Client, Pool } from 'undici'
import { createConnector, type ConnectorOptions } from './connector.ts'
import { exchange, type WireAnswer, type WireRequest } from './wire.ts'

/** The way of the reads: a few connections kept open, and one for each request that wants its own. */
export type Transport = ReturnType<typeof createTransport>

/** Opens the reads' transport; connections are made when first needed. */
export function createTransport(options: ConnectorOptions) {
  const connect = createConnector(options)
  const pool = new Pool(options.address.origin, {
    connect,
    connections: 4,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
  })
  const alone = new Set<Client>()

  async function sendAlone(request: WireRequest): Promise<WireAnswer> {
    const client = new Client(options.address.origin, { connect, pipelining: 1, allowH2: false })
    alone.add(client)
    try {
      return await exchange(client, request)
    } finally {
      alone.delete(client)
      await client.destroy()
    }
  }

  return {
    /** One request, one answer; never rejects. */
    send: (request: WireRequest): Promise<WireAnswer> =>
      request.isAlone ? sendAlone(request) : exchange(pool, request),
    async close(): Promise<void> {
      await Promise.all([pool, ...alone].map((one) => one.destroy()))
    },
  }
}
