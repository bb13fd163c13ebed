import type { CallOutput, CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { claimOf, claimProblem } from '../../../shared/domain/claim/claim.ts'
import { saleSchema } from '../../../shared/domain/sale/sale.ts'
import { Failure } from '../../../shared/errors.ts'
import type { CommonDeps } from '../../deps.ts'
import { redact } from '../../store/sales/redact.ts'

export interface ClaimsDeps extends Pick<CommonDeps, 'journal' | 'emit' | 'now'> {
  /** The name of who is at the register. */
  cashier: () => string | null
}

/** What was said about sales that went wrong: see shared/contract/claims.ts. */
export function createClaims(deps: ClaimsDeps): Handlers<CallsOf<'claims'>> {
  function detail(saleId: string): CallOutput<'claims.ofSale'> {
    const events = deps.journal.read()?.claims.ofSale(saleId) ?? []
    return { claim: claimOf(saleId, events), events }
  }

  return {
    'claims.open': async () => {
      const reader = deps.journal.read()
      return (reader?.claims.open() ?? []).flatMap((claim) => {
        const sale = reader?.sale(claim.saleId)
        // The bridge carries what lists show, not the body that was sent.
        return sale ? [{ claim, sale: saleSchema.parse(sale) }] : []
      })
    },
    'claims.ofSale': async ({ saleId }) => detail(saleId),
    async 'claims.add'({ saleId, ...said }) {
      const journal = deps.journal.write()
      const sale = journal.sale(saleId)
      if (!sale) throw new Failure('SALE_NOT_FOUND')
      const problem = claimProblem(detail(saleId).claim, said, sale.amount.currency)
      if (problem === 'step') throw new Failure('CLAIM_NOT_NOW')
      if (problem !== null) throw new Failure('BAD_INPUT', { where: problem })
      const text = redact(said.text)
      journal.claims.add(saleId, { ...said, text, at: deps.now(), by: deps.cashier() })
      deps.emit('claims.changed', { saleId, open: journal.claims.open().length })
      return detail(saleId)
    },
  }
}
