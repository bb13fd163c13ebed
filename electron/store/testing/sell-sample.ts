import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import type { Journal } from '../journal/journal.ts'
import type { Intent } from '../sales/intent.ts'
import { intentSample, transactionSample } from './journal-samples.ts'

/** For tests: a sale from its intent to its approval; four changes of it. */
export function sellSample(journal: Journal, id: string, changes: Partial<Intent> = {}): void {
  const steps: SaleEvidence[] = [
    { kind: 'sending' },
    { kind: 'accepted', skewMs: null },
    { kind: 'found', transaction: transactionSample({ id: `service ${id}` }), skewMs: null },
  ]
  let record = journal.prepare(intentSample({ id, draftId: id, ...changes }))
  for (const evidence of steps) {
    const facts = nextSale(record, evidence, 2000)
    const found = evidence.kind === 'found' ? { transaction: evidence.transaction } : {}
    const event = { kind: 'outcome', at: 2000, error: null, raw: '{}' } as const
    const after = facts && journal.advance(record, { facts, ...found }, event)
    if (!after) throw new Error(`${evidence.kind} does not apply`)
    record = after
  }
}
