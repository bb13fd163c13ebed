import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { soldThereSchema, type SoldThere } from '../../shared/domain/sale/sold-there.ts'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'

/** What a register's login may ask of its hub about what others sell now. */

/** What is about to be sold: two counters that are told of the same say the same. */
export interface Claimed {
  saleId: string
  /** The address of the service that sells it. */
  service: string
  productId: string
  /** As a search finds it: however it was typed. */
  reference: string
  /** Integer minor units. */
  amount: number
  currency: string
}

const keyRow = z.object({ key: z.string().min(32) })

/** What the registers of a hub hash with. @throws Failure HUB_NOT_PREPARED the hub was not upgraded yet … */
export async function claimKey(hub: HubConnection): Promise<string> {
  const [row] = await hub.rows(keyRow, 'select hub.claim_key_v1() as key')
  if (!row) throw new Failure('HUB_FAILED', { reason: 'claim key' })
  return row.key
}

/**
 * Says that this is about to be sold here, and hears who else said so of the same within so many milliseconds, unless what came of
 * it is one of `but`. Who hears of another one has not claimed it, but for `anyway`.
 */
export async function claim(
  hub: HubConnection,
  key: string,
  of: Claimed & { withinMs: number; but: readonly string[]; anyway: boolean },
): Promise<SoldThere | null> {
  const { saleId, withinMs, but, anyway } = of
  const [there = null] = await hub.rows(
    soldThereSchema,
    'select name, ago, state from hub.claim_v1($1, $2, $3, $4, $5)',
    [printOf(key, of), saleId, withinMs, but, anyway],
  )
  return there
}

function printOf(key: string, of: Claimed): string {
  const { service, productId, reference, amount, currency } = of
  const said = JSON.stringify([service, productId, reference, amount, currency])
  return createHmac('sha256', key).update(said).digest('hex')
}

/** What was claimed here is not made after all. */
export const unclaim = (hub: HubConnection, saleId: string): Promise<void> =>
  hub.run('select hub.unclaim_v1($1)', [saleId])
