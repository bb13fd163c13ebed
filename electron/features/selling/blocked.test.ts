import { expect, it } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createSellingBlocked } from './selling.ts'

const sellInput = {
  draftId: 'draft-0001',
  productId: '10000',
  quoteId: null,
  values: {},
  again: false,
  againOf: null,
}
const page = { limit: 10 }

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
  return 'nothing thrown'
}

it('says why nothing can be sold, and shows what can be read', async () => {
  const { journal } = openMemoryJournal()
  journal.prepare(intentSample())
  const failure = new Failure('REGISTER_ALREADY_OPEN')
  const handlers = createSellingBlocked(failure, journal, () => 'p1')
  expect(await codeOf(handlers['selling.sell'](sellInput))).toBe('REGISTER_ALREADY_OPEN')
  expect(await codeOf(handlers['selling.look']({ saleId: 'sale-0001' }))).toBe(
    'REGISTER_ALREADY_OPEN',
  )
  expect((await handlers['selling.list'](page)).sales.map(({ id }) => id)).toEqual(['sale-0001'])
  expect(journal.sale('sale-0001')?.state).toBe('PREPARED')
})

it('says so on every call when not even reading is possible', async () => {
  const handlers = createSellingBlocked(new Failure('JOURNAL_DAMAGED'), null, () => 'p1')
  expect(await codeOf(handlers['selling.sell'](sellInput))).toBe('JOURNAL_DAMAGED')
  expect(await codeOf(handlers['selling.list'](page))).toBe('JOURNAL_DAMAGED')
  expect(await codeOf(handlers['selling.open']({}))).toBe('JOURNAL_DAMAGED')
})
