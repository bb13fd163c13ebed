import { z } from 'zod'

const moneySchema = z.object({ minor: z.int(), currency: z.string() })
const recordSchema = z.looseObject({
  costs: moneySchema.nullable(),
  prevBalance: moneySchema.nullable(),
  newBalance: moneySchema.nullable(),
})

/**
 * What stays of find's record in the row itself: what SQL adds up, the balances, and the cost where it is another than
 * the quoted one (`cost`, minor units). The whole record is compressed beside it.
 */
export function slimRecord(found: string | null, cost: number | null): string | null {
  if (found === null) return null
  const record = recordSchema.safeParse(JSON.parse(found))
  // Whatever another version wrote stays as it is.
  if (!record.success) return found
  const { costs, prevBalance, newBalance } = record.data
  return JSON.stringify({
    ...(costs !== null && costs.minor !== cost ? { costs } : {}),
    ...(prevBalance === null ? {} : { prevBalance }),
    ...(newBalance === null ? {} : { newBalance }),
  })
}
