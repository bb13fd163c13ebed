import { Client } from 'undici'
import { createConnector, type ConnectorOptions } from './connector.ts'
import { exchange, type WireAnswer, type WireRequest } from './wire.ts'

/** What came of a single shot. */
export interface Shot {
  answer: WireAnswer
  /**
   * Whether the connection had been secured. False proves that nothing left this computer: error
   * codes cannot tell, they are the same before and after.
   */
  secured: boolean
}

/**
 * Sends a request once and only once (design: A sale): its own client, its own connection, closed
 * afterwards; a second connection is never opened. Never rejects.
 */
export async function shoot(
  options: Omit<ConnectorOptions, 'onSecured'>,
  request: Omit<WireRequest, 'signal'>,
): Promise<Shot> {
  let secured = false
  let connections = 0
  const connector = createConnector({ ...options, onSecured: () => (secured = true) })
  const client = new Client(options.address.origin, {
    connect(target, callback) {
      connections += 1
      if (connections === 1) connector(target, callback)
      else callback(new Error('a sale is sent over one connection only'), null)
    },
    // 0: the connection is not reused, and the request says so.
    pipelining: 0,
    allowH2: false,
  })
  const answer = await exchange(client, request)
  // Taken before the client ends: a connection that is secured later is destroyed unused.
  const shot = { answer, secured }
  await client.destroy()
  return shot
}
