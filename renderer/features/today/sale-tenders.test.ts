import { expect, it } from 'vitest'
import { exactCash } from '../../../shared/domain/drawer/tender.ts'
import { saleSample } from '../../../shared/domain/receipt/receipt-samples.ts'
import { customerOf, tenderNote } from './sale-tenders.ts'

it('says who a customer is where the reference does not: by name who owes, else by the end of a number', () => {
  const sale = saleSample({ reference: '3001234567', phone: '3001234567', transaction: null })
  expect(customerOf(sale, exactCash)).toBe('')
  expect(customerOf(sale, { kind: 'credit', name: 'Doña Ana' })).toBe('Doña Ana')
  const other = customerOf({ ...sale, reference: '200012345678' }, null)
  expect(other).toMatch(/4567$/)
  expect(other).not.toContain('300')
})

it('says of a transfer where it came in and its number', () => {
  const transfer = { kind: 'transfer', via: 'Nequi', note: '551', seen: false } as const
  expect([tenderNote(transfer), tenderNote(exactCash), tenderNote(null)]).toEqual([
    'Nequi 551',
    '',
    '',
  ])
  const first = { ...transfer, amount: { minor: 100, currency: 'COP' } }
  const split = { kind: 'credit', name: 'Doña Ana', first } as const
  expect([tenderNote(split), customerOf(saleSample(), split)]).toEqual(['Nequi 551', 'Doña Ana'])
})
