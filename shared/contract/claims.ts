import { z } from 'zod'
import { claimEventSchema, claimSaidSchema, claimSchema } from '../domain/claim/claim.ts'
import { saleSchema } from '../domain/sale/sale.ts'
import { defineCalls, defineEvents } from './define.ts'

const saleId = z.string().min(1)
const detail = z.object({ claim: claimSchema.nullable(), events: z.array(claimEventSchema) })

export const claimsCalls = defineCalls({
  /** Claims that nobody has closed, the oldest first, with their sales. */
  'claims.open': {
    input: z.object({}),
    output: z.array(z.object({ claim: claimSchema, sale: saleSchema })),
    right: 'present',
    patient: true,
  },
  'claims.ofSale': { input: z.object({ saleId }), output: detail, right: 'present', patient: true },
  /** Writes down what happened to a sale's claim. SALE_NOT_FOUND, CLAIM_NOT_NOW, BAD_INPUT. */
  'claims.add': {
    input: claimSaidSchema.extend({ saleId }),
    output: detail,
    right: 'claims',
    audit: ({ saleId, step, caseNumber }) => ({
      subject: saleId,
      detail: [step, caseNumber].filter((one) => one).join(': '),
    }),
  },
})

export const claimsEvents = defineEvents({
  /** A claim changed; `open` is how many nobody has closed. */
  'claims.changed': {
    payload: z.object({ saleId: z.string(), open: z.int() }),
    locked: ({ saleId }) => saleId,
  },
})
