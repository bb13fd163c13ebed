import { claim, claimKey, unclaim } from '../../../hub/claims.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import { createKeptHub, type Connect } from '../../../hub/kept.ts'
import type { ClaimAnswer, ClaimQuestion } from './claim-question.ts'

/**
 * Asks a hub by a connection that it keeps, as a sale waits for the answer. One that was lost since is made anew, once: to claim
 * twice is to claim once.
 */
export function createClaimDesk(connect: Connect) {
  const kept = createKeptHub(connect, claimKey)
  return (question: ClaimQuestion): Promise<ClaimAnswer> =>
    kept(question, (hub, key) => asked(hub, key, question.ask))
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
