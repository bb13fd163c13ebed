import { expect, test } from 'vitest'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { recentCustomers, soldAmounts } from './recent-customers.ts'

const { journal, db } = openMemoryJournal()
let made = 0

/** A sale of product 5 to a customer, in the state that it has come to. */
function sold(reference: string, values: Record<string, string> = {}, state = 'APPROVED') {
  made += 1
  const { id } = journal.prepare(
    intentSample({
      id: `sale-${made}`,
      draftId: `draft-${made}`,
      profileId: 'shop',
      productId: '5',
      reference,
      phone: null,
      values: { reference, ...values },
      createdAt: made,
    }),
  )
  db.run('update sale set state = ? where id = ?', state, id)
}

test('each customer’s last approved sale, newest first; no cards, nothing erased', () => {
  sold('111', { amount: '1000' })
  sold('222')
  sold('111', { amount: '3000' })
  sold('333', {}, 'REJECTED')
  sold('4111111234', { customerQueryType: '1' })
  sold('555', { note: '4111 1111 1111 1111' })
  sold(erasedMark)
  sold('777', { customerName: erasedMark })
  expect(
    recentCustomers(db, 'shop', '5').map(({ reference, values }) => [reference, values['amount']]),
  ).toEqual([
    ['111', '3000'],
    ['222', undefined],
  ])
  expect(recentCustomers(db, 'shop', '6')).toEqual([])
  expect(recentCustomers(db, 'other', '5')).toEqual([])
  // What was approved, whoever to.
  const { amount } = intentSample({})
  expect(soldAmounts(db, 'shop', '5')).toEqual(Array.from({ length: 7 }, () => amount.minor))
  expect(soldAmounts(db, 'other', '5')).toEqual([])
})
