import { expect, it } from 'vitest'
import { exactCash } from '../../../shared/domain/drawer/tender.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'

it('tells how many sales were paid at once, each as it stands now', () => {
  const { journal } = openMemoryJournal()
  const { tenders } = journal.shifts
  const sell = (id: string) => journal.prepare(intentSample({ id, draftId: id }))
  for (const id of ['a', 'b', 'c']) sell(id)
  const transfer = { kind: 'transfer', via: 'Nequi', note: '551', seen: false } as const
  tenders.add('a', transfer, 1, null)
  tenders.markSeen('a', true, 2, 'Ana')
  tenders.add('b', { kind: 'credit', name: 'Rosa' }, 1, null)
  tenders.add('b', exactCash, 2, null)
  const asked = tenders.ofSales(['a', 'b', 'c', 'nobody'])
  expect(asked).toHaveLength(2)
  expect(asked).toEqual(
    expect.arrayContaining([
      { saleId: 'a', tender: { ...transfer, seen: true } },
      { saleId: 'b', tender: exactCash },
    ]),
  )
  for (const { saleId, tender } of asked) expect(tenders.ofSale(saleId)).toEqual(tender)
  journal.close()
})
