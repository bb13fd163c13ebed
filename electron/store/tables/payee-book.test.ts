import { expect, test } from 'vitest'
import { openMemoryJournal } from '../testing/memory-journal.ts'

const payee = '7709998000018'

test('several products may share a payee; learnt twice is learnt once', () => {
  const { payees } = openMemoryJournal().journal
  payees.learn('shop', payee, '2', 1000)
  payees.learn('shop', payee, '1', 2000)
  payees.learn('shop', payee, '2', 3000)
  payees.learn('other', payee, '9', 4000)
  expect(payees.all('shop')).toEqual([
    { payee, productId: '2', learnedAt: 1000 },
    { payee, productId: '1', learnedAt: 2000 },
  ])
  payees.forget('shop', payee, '2')
  expect(payees.all('shop')).toEqual([{ payee, productId: '1', learnedAt: 2000 }])
  expect(payees.all('other')).toHaveLength(1)
})
