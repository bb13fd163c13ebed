import { parseHubAddress, type HubAddress } from './address.ts'
import type { HubConnection } from './connect.ts'

/** Where a hub is, and as whom it is asked. */
export interface KeptLogin {
  url: string
  ca: string | null
  login: string
  password: string
}

export type Connect = (
  address: HubAddress,
  who: { user: string; password: string },
) => Promise<HubConnection>

/**
 * Asks a hub by a connection that is kept, with what `prepare` read when it was made. One that was lost since is made anew, once:
 * so nothing is asked by it that may not be asked twice.
 */
export function createKeptHub<T>(
  connect: Connect,
  prepare: (hub: HubConnection) => T | Promise<T>,
) {
  let kept: { of: string; hub: HubConnection; read: T } | null = null

  async function connection({ url, ca, login, password }: KeptLogin) {
    const of = JSON.stringify([url, ca, login, password])
    if (kept?.of === of) return { ...kept, isNew: false }
    drop()
    const hub = await connect(parseHubAddress(url, ca), { user: login, password })
    try {
      kept = { of, hub, read: await prepare(hub) }
      return { ...kept, isNew: true }
    } catch (caught) {
      void hub.close()
      throw caught
    }
  }

  function drop(): void {
    // Nobody waits for the end of one that may be broken.
    void kept?.hub.close()
    kept = null
  }

  return async function asked<A>(
    login: KeptLogin,
    ask: (hub: HubConnection, read: T) => Promise<A>,
  ): Promise<A> {
    const { hub, read, isNew } = await connection(login)
    try {
      return await ask(hub, read)
    } catch (caught) {
      drop()
      if (isNew) throw caught
      return asked(login, ask)
    }
  }
}
