import { Failure } from '../../../shared/errors.ts'
import { isRecord } from '../../../shared/domain/json.ts'
import { dataOf, read, type ReadAnswer } from '../read.ts'
import { transaction } from '../schemas/transaction.ts'
import type { FindEvidence } from '../service.ts'
import type { Session } from '../session.ts'

/** Whether the service itself says that it knows no such transaction. */
function isNotFound({ judgement }: ReadAnswer): boolean {
  return (
    judgement.kind === 'error' &&
    judgement.documented &&
    judgement.error.code === 'SERVICE_NOT_FOUND'
  )
}

/**
 * Looks a sale up by its `_id` (contract, Endpoints 2). Not found is 404 with the documented body,
 * or a success without a Transaction; anything that is not plainly the service's own word throws.
 */
export function find(
  session: Session,
  customerId: string,
  signal?: AbortSignal,
): Promise<FindEvidence> {
  const body = JSON.stringify({ data: { _id: customerId } })
  const options = { signal, timeout: session.timeouts.read }
  return read(session, 'find', body, options, (answer): FindEvidence => {
    const { exchange } = answer
    if (isNotFound(answer)) return { kind: 'not-found', exchange }
    const data = dataOf(answer) ?? {}
    if (!isRecord(data)) throw new Failure('ANSWER_UNREADABLE', { where: 'find.data' })
    const record = data['Transaction'] ?? {}
    if (!isRecord(record)) throw new Failure('ANSWER_UNREADABLE', { where: 'find.Transaction' })
    if (Object.keys(record).length === 0) {
      const said = answer.judgement.kind === 'success' && answer.judgement.envelope.statusCode
      if (said !== 200) throw new Failure('ANSWER_UNREADABLE', { where: 'find.statusCode' })
      return { kind: 'not-found', exchange }
    }
    const result = transaction(record, session.currency)
    if (result.success) return { kind: 'found', transaction: result.data, exchange }
    const path = result.error.issues[0]?.path.join('.') ?? ''
    throw new Failure('ANSWER_UNREADABLE', { where: `find.Transaction.${path}` })
  })
}
