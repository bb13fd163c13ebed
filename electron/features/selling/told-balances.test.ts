import { expect, it } from 'vitest'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { serviceOver } from '../../service/client.ts'
import { testSession, wireAnswer } from '../../service/testing/session.ts'
import { saleGroups } from '../../store/sales/book-sales.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'

const most = '90071992547409.91'

it.each([
  ['1', `-${most}`],
  [`-${most}`, most],
  ['0', most],
])('a sale whose balance was %s and became %s, as find says, can be read', async (was, is) => {
  const answer = `{"statusCode":200,"data":{"Transaction":{"id":1,"amount":5000,"costs":${is},"prevBalance":${was},
    "newBalance":${is},"TransactionStatus":{"id":1,"name":"PENDING"}}}}`
  const found = await serviceOver(testSession(async () => wireAnswer(answer))).find('s')
  if (found.kind !== 'found') throw new Error(found.kind)
  const { journal, db } = openMemoryJournal()
  const { transaction } = found
  let sale = journal.prepare(intentSample({ amount: transaction.amount }))
  const steps: SaleEvidence[] = [
    { kind: 'sending' },
    { kind: 'accepted', skewMs: null },
    { kind: 'found', transaction, skewMs: null },
  ]
  for (const step of steps) {
    const facts = nextSale(sale, step, 2000)
    const change = facts && { facts, ...(step.kind === 'found' ? { transaction } : {}) }
    const next = change && journal.advance(sale, change, { kind: 'outcome', at: 2000, error: null })
    if (!next) throw new Error(`${step.kind} does not apply in ${sale.state}`)
    sale = next
  }

  expect(journal.sale(sale.id)?.transaction?.id).toBe('1')
  expect(journal.list('p1', { limit: 9 }).sales).toHaveLength(1)
  expect(journal.bookFacts.sales('p1', 0, 10_000)).toHaveLength(1)
  expect(saleGroups(db, 'p1', 0, 10_000)).toHaveLength(1)
  journal.close()
})
