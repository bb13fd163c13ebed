import { parseHubAddress, type HubAddress } from '../../hub/address.ts'
import { claim, claimKey, unclaim } from '../../hub/claims.ts'
import type { HubConnection } from '../../hub/connect.ts'
import type { ClaimAnswer, ClaimQuestion } from './claim-question.ts'

type Connect = (
  address: HubAddress,
  who: { user: string; password: string },
) => Promise<HubConnection>

/**
 * Asks a hub by a connection that it keeps, as a sale waits for the answer. One that was lost since is made anew, once: to claim
 * twice is to claim once.
 */
export function createClaimDesk(connect: Connect) {
  let kept: { of: string; hub: HubConnection; key: string } | null = null

  async function connection({ url, ca, login, password }: ClaimQuestion) {
    const of = JSON.stringify([url, ca, login, password])
    if (kept?.of === of) return { ...kept, isNew: false }
    drop()
    const hub = await connect(parseHubAddress(url, ca), { user: login, password })
    try {
      kept = { of, hub, key: await claimKey(hub) }
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

  return async function answer(question: ClaimQuestion): Promise<ClaimAnswer> {
    const { hub, key, isNew } = await connection(question)
    try {
      return await asked(hub, key, question.ask)
    } catch (caught) {
      drop()
      if (isNew) throw caught
      return answer(question)
    }
  }
}

async function asked(
  hub: HubConnection,
  key: string,
  ask: ClaimQuestion['ask'],
): Promise<ClaimAnswer> {
  switch (ask.kind) {
    case 'ready':
      // It also lets the hub forget what is old.
      await claimKey(hub)
      return null
    case 'claim':
      return claim(hub, key, ask)
    case 'unclaim':
      await unclaim(hub, ask.saleId)
      return null
  }
}
