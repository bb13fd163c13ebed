import { afterEach, beforeEach, expect, it } from 'vitest'
import { intentSample } from '../../store/testing/journal-samples.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createReads, type SellingReads } from './reads.ts'

const id = '019e4541-ca00-7291-84b9-8dd3979096f4'

let journal: Journal
let asked: (string | undefined)[]
let list: SellingReads['selling.list']
beforeEach(() => {
  ;({ journal } = openMemoryJournal())
  asked = []
  const search = {
    sales: async (_: string, { text }: { text?: string | undefined }) => {
      asked.push(text)
      return { sales: [], count: 0, isMore: false }
    },
  }
  list = createReads(journal, () => 'p1', search)['selling.list']
})
afterEach(() => journal.close())

it('answers a whole identifier at once, and looks for every other text elsewhere', async () => {
  journal.prepare(intentSample({ id }))
  const named = await list({ text: ` ${id.toUpperCase()} `, limit: 5 })
  expect(named).toMatchObject({ sales: [{ id }], count: 1, isMore: false })
  expect(named.sales[0]).not.toHaveProperty('body')
  expect(asked).toEqual([])
  const others = [id.slice(1), id.replace('019e', '019f'), '5000']
  for (const text of others) await list({ text, limit: 5 })
  await list({ text: id, states: ['APPROVED'], limit: 5 })
  expect(asked).toEqual([...others, id])
  expect((await list({ limit: 5 })).count).toBe(1)
})

it('shows no sale of another connection by its identifier', async () => {
  journal.prepare(intentSample({ id, profileId: 'p2' }))
  expect(await list({ text: id, limit: 5 })).toMatchObject({ sales: [] })
})
