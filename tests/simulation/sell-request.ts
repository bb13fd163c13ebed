import { z } from 'zod'
import type { Money } from '../../shared/domain/money/money.ts'

/** A sell body as the service understands it: read here by its own rules, not by the register's. */
export interface SellRequest {
  id: string
  productId: string
  amount: Money
}

const sellBodySchema = z.object({
  _id: z.string().min(1),
  data: z.object({ productId: z.string(), amount: z.string().regex(/^\d+(\.\d{1,2})?$/) }),
})

/** Reads a sell body; `currency`: the account's. */
export function readSellBody(body: string, currency: string): SellRequest {
  const { _id: id, data } = sellBodySchema.parse(JSON.parse(body))
  const [whole = '', cents = ''] = data.amount.split('.')
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return { id, productId: data.productId, amount: { minor, currency } }
}
