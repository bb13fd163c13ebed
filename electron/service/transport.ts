import { Pool } from 'undici'
import { createConnector, type ConnectorOptions } from './connector.ts'
import { exchange, type WireAnswer, type WireRequest } from './wire.ts'

/** The way of the reads: a few connections kept open. */
export interface Transport {
  /** One request, one answer; never rejects. */
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}

/** Opens the reads' transport; connections are made when first needed. */
export function createTransport(options: ConnectorOptions): Transport {
  const pool = new Pool(options.address.origin, {
    connect: createConnector(options),
    connections: 4,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
  })
  return {
    send: (request) => exchange(pool, request),
    close: () => pool.destroy(),
  }
}
