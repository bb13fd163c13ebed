import { isOpen } from '../../../shared/domain/sale/closing.ts'
import type { SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { isFinal, nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import type { SaleState } from '../../../shared/domain/sale/sale.ts'
import { Failure } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { EventDraft } from '../../store/sales/intent.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import type { SellingDeps } from './ports.ts'
import { publicSale } from './public-sale.ts'

/** A piece of evidence with what its history line tells of it. */
export interface Finding {
  evidence: SaleEvidence
  event: Omit<EventDraft, 'at'>
  transactionId?: string
}

/** The one way a sale changes: evidence through the machine into the journal, then to the windows. */
export type SaleRecorder = ReturnType<typeof createSaleRecorder>

/** Between its intent and its last look-up; of what a person has closed other hands may change texts. */
function isUnderWay(record: SaleRecord): boolean {
  const { state, nextLookAt } = record
  return (state === 'PREPARED' || state === 'SENDING' || nextLookAt !== null) && isOpen(record)
}

/** The service has decided: its balance is another now. */
function isSettled(state: SaleState): boolean {
  return isFinal(state) || state === 'PARTIAL'
}

export function createSaleRecorder(deps: SellingDeps) {
  const { journal, clock, emit } = deps
  let toldCount: number | null = null
  /** Sales under way, as they were last written: a look-up need not read its row again. */
  const underWay = new Map<string, SaleRecord>()

  /**
   * Tells the windows of a sale as it is; `before`: as they last knew it, null when it is new. What is durable is not
   * undone by who cannot hear of it.
   */
  function tell(record: SaleRecord, before: SaleRecord | null): void {
    if (isUnderWay(record)) underWay.set(record.id, record)
    else underWay.delete(record.id)
    orTold(deps.onProblem, () => tellAll(record, before))
  }

  function tellAll(record: SaleRecord, before: SaleRecord | null): void {
    emit('selling.changed', publicSale(record))
    if (toldCount !== null && before !== null && isOpen(before) === isOpen(record)) return
    const count = journal.openCount()
    if (count !== toldCount) emit('selling.openCount', { count })
    toldCount = count
  }

  function read(saleId: string): SaleRecord {
    const found = journal.sale(saleId)
    if (!found) throw new Failure('SALE_NOT_FOUND')
    return found
  }

  /**
   * Makes a finding durable and tells of it; answers the sale as it then is. Evidence that does not
   * apply to the sale's state changes nothing. Throws DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED, SALE_NOT_FOUND.
   * What is known serves as long as nothing changed it since: the journal's compare-and-set says.
   */
  function record(
    sale: SaleRecord | string,
    { evidence, event, transactionId }: Finding,
  ): SaleRecord {
    const saleId = typeof sale === 'string' ? sale : sale.id
    let known = typeof sale === 'string' ? underWay.get(sale) : sale
    for (;;) {
      const before = known ?? read(saleId)
      const now = clock.now()
      const facts = nextSale(before, evidence, now)
      if (!facts && !known) return before
      known = undefined
      if (!facts) continue
      const change = {
        facts,
        ...(transactionId === undefined ? {} : { transactionId }),
        ...(evidence.kind === 'found' ? { transaction: evidence.transaction } : {}),
      }
      const after = journal.advance(before, change, { ...event, at: now })
      if (!after) continue
      tell(after, before)
      if (after.state !== before.state && isSettled(after.state)) deps.refreshBalance()
      return after
    }
  }

  return {
    record,
    tell,
    /** A sale as this run last made it durable, else as it is read. Throws SALE_NOT_FOUND. */
    sale: (saleId: string): SaleRecord => underWay.get(saleId) ?? read(saleId),
    /** Whether this run made it durable last as one that look-ups still follow. */
    follows: (saleId: string): boolean => underWay.has(saleId),
  }
}
