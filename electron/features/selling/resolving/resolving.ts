import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CallsOf, Handlers, ParsedInput } from '../../../../shared/contract/index.ts'
import {
  agreesWithRecord,
  canClose,
  knownAtClosing,
  verdictsFor,
} from '../../../../shared/domain/sale/closing.ts'
import type { TransactionStatus } from '../../../../shared/domain/sale/transaction.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { SaleRecord } from '../../../store/sales/sale-row.ts'
import { findCandidates } from './candidates.ts'
import type { SaleRecorder } from '../sale-recorder.ts'
import type { SellingDeps } from '../ports.ts'
import { publicSale } from '../public-sale.ts'

/** What the first step of closing agreed on. */
interface Step {
  saleId: string
  known: ReturnType<typeof knownAtClosing>
  as: ParsedInput<'resolving.beginClose'>['as']
  candidateId: string | null
  until: number
}

/** How long a person may think between the two steps. */
const stepLife = 10 * 60_000

/** A person ends what evidence cannot: see shared/contract/resolving.ts. */
export function createResolving(
  deps: SellingDeps,
  recorder: SaleRecorder,
): Handlers<CallsOf<'resolving'>> {
  const { journal, clock } = deps
  const steps = new Map<string, Step>()
  /** The records that this run showed as candidates, by sale, with what each says: no other may be chosen. */
  const shown = new Map<string, ReadonlyMap<string, TransactionStatus | null>>()

  function saleOf(saleId: string): SaleRecord {
    const record = journal.sale(saleId)
    if (!record) throw new Failure('SALE_NOT_FOUND')
    return record
  }

  function mustFit(
    record: SaleRecord,
    { as, candidateId }: Pick<Step, 'as' | 'candidateId'>,
  ): void {
    if (candidateId === null) return
    const status = shown.get(record.id)?.get(candidateId)
    if (status === undefined) throw new Failure('BAD_INPUT', { where: 'candidateId' })
    if (!agreesWithRecord(as, status)) throw new Failure('CANDIDATE_CONTRADICTS')
    const claiming = journal.claiming(record.profileId, [candidateId])
    if (claiming.some(({ id }) => id !== record.id)) throw new Failure('CANDIDATE_TAKEN')
  }

  function mustBeClosable(record: SaleRecord, { as }: Pick<Step, 'as'>): void {
    const may = canClose(record, clock.now()) && verdictsFor(record.state).includes(as)
    if (!may) throw new Failure('SALE_NOT_CLOSABLE')
  }

  return {
    'resolving.candidates': async ({ saleId }) => {
      const record = saleOf(saleId)
      const service = deps.service()
      if (service.profile.id !== record.profileId) throw new Failure('SALE_NOT_FOUND')
      const found = await findCandidates(service, journal, record, clock.now())
      shown.set(saleId, new Map(found.candidates.map(({ id, status }) => [id, status])))
      return found
    },
    'resolving.beginClose': async ({ saleId, as, candidateId }) => {
      const record = saleOf(saleId)
      mustBeClosable(record, { as })
      mustFit(record, { as, candidateId })
      const now = clock.now()
      for (const [token, { until }] of steps) if (until <= now) steps.delete(token)
      const token = randomUUID()
      const known = knownAtClosing(record)
      steps.set(token, { saleId, known, as, candidateId, until: now + stepLife })
      return { token }
    },
    'resolving.close': async ({ token, reason }) => {
      const step = steps.get(token)
      steps.delete(token)
      const now = clock.now()
      if (!step || step.until <= now) throw new Failure('CLOSING_OUTDATED')
      const record = saleOf(step.saleId)
      const { as, candidateId } = step
      // A look-up that learnt nothing new changes the row as well: that is no other evidence.
      const known = knownAtClosing(record)
      if (!isDeepStrictEqual(known, step.known)) throw new Failure('CLOSING_OUTDATED')
      mustBeClosable(record, step)
      mustFit(record, step)
      const closing = { as, candidateId, reason, at: now, ...known }
      const after = journal.advance(
        record,
        { facts: record, closing },
        { kind: 'closed', at: now, error: null, closing },
      )
      if (!after) throw new Failure('CLOSING_OUTDATED')
      recorder.tell(after, record)
      return publicSale(after)
    },
  }
}
