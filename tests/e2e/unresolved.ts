import type { Sandbox } from '../../sandbox/http/server.ts'
import { intentSample, transactionSample } from '../../electron/store/testing/journal-samples.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { nextSale, type SaleEvidence } from '../../shared/domain/sale/sale-machine.ts'
import { serviceDay, serviceEpoch, serviceLocal } from '../../shared/domain/time/dates.ts'
import { makeFolder } from '../folders.ts'

// A register that was left with sales whose end nobody knows, and the service that they were sent to.

const hour = 3_600_000
const apart = (minutes: number) => minutes * 60_000

/** Sells at the service by itself at a moment of its own clock; answers the record's identifier. */
export async function sellElsewhere(
  sandbox: Sandbox,
  phone: string,
  amount: string,
  at = Date.now(),
  customerId = crypto.randomUUID(),
): Promise<string> {
  const now = Date.now()
  sandbox.control.changeClock({ advanceSeconds: (at - now) / 1000 })
  const body = {
    data: { productId: '10000', customerCellphone: phone, amount },
    _channel: 'WS',
    _version: '1.10.2',
    _id: customerId,
  }
  const answer = await fetch(`${sandbox.url}/api/v1/transactions/sell`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  sandbox.control.changeClock({ advanceSeconds: (now - at) / 1000 })
  const [sold] = sandbox.ledger.transactions({ _id: customerId })
  if (!sold) throw new Error('the test service shows no such sale')
  return String(sold.id)
}

/** Noon of a day that no look-up by `_id` reaches any more: half an hour before it is the same day, whenever this runs. */
export function longAgo(): number {
  return serviceEpoch(`${serviceDay(Date.now() - 72 * hour)}T12:00:00`)
}

/**
 * A data folder whose journal holds two sales of that noon, `at`: `lost`, of which nothing was ever heard,
 * and `listed`, half an hour before, last seen pending by its identifier.
 */
export async function leftRegister(
  at: number,
  records: { listed: string; phones: [string, string] },
) {
  const dataDir = makeFolder('left-register')
  const journal = openJournal(dataDir)
  const write = (id: string, phone: string, sentAt: number, evidence: SaleEvidence[]) => {
    const intent = intentSample({
      id,
      draftId: `draft-${id}`,
      profileId: 'e2e',
      productName: 'Recarga Clara',
      reference: phone,
      phone,
      values: { customerCellphone: phone, amount: '5000' },
      createdAt: sentAt,
    })
    let record = journal.prepare(intent)
    for (const [step, one] of evidence.entries()) {
      const moment = sentAt + step * 1000
      const facts = nextSale(record, one, moment)
      if (!facts) throw new Error(`${one.kind} does not apply`)
      const found = one.kind === 'found' ? { transaction: one.transaction } : {}
      const kind = one.kind === 'sending' ? 'sending' : one.kind === 'found' ? 'lookup' : 'outcome'
      const error = 'error' in one ? one.error : null
      record = journal.advance(record, { facts, ...found }, { kind, at: moment, error }) ?? record
    }
  }
  const [lost, listed] = records.phones
  write('0190-lost', lost, at, [
    { kind: 'sending' },
    { kind: 'unknown', error: { code: 'CONNECTION_LOST' }, skewMs: null },
  ])
  const sentAt = at - apart(30)
  const local = serviceLocal(sentAt)
  const transaction = transactionSample({
    id: records.listed,
    status: 'PENDING',
    statusId: '1',
    createdAt: { local, raw: local },
  })
  write('0190-listed', listed, sentAt, [
    { kind: 'sending' },
    { kind: 'accepted', skewMs: null },
    { kind: 'found', transaction, skewMs: null },
  ])
  journal.close()
  return { dataDir }
}
