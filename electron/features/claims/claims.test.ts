import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimSaidSchema } from '../../../shared/domain/claim/claim.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import type { Database } from '../../store/sqlite/db.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createClaims } from './claims.ts'

let journal: Journal
let db: Database
let now: number
let heard: unknown[]
let claims: ReturnType<typeof createClaims>
const saleId = 'sale-0001'

beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
  journal.prepare(intentSample())
  now = 1_000
  heard = []
  claims = createClaims({
    journal: writtenJournal(journal),
    cashier: () => 'Ana',
    emit: (_, payload) => void heard.push(payload),
    now: () => now++,
  })
})
afterEach(() => journal.close())

const add = (change: object, id = saleId) =>
  claims['claims.add']({
    ...claimSaidSchema.parse({ step: 'note', on: '2026-11-21', text: 'nota', ...change }),
    saleId: id,
  })

it('goes from its opening to its end, each step kept with who wrote it', async () => {
  expect(await claims['claims.ofSale']({ saleId })).toEqual({ claim: null, events: [] })
  await add({ step: 'opened', told: 'Soporte', text: 'No llegó la recarga' })
  await add({ caseNumber: 'RAD-9' })
  expect(await claims['claims.open']({})).toMatchObject([
    { claim: { saleId, caseNumber: 'RAD-9', told: 'Soporte', open: true }, sale: { id: saleId } },
  ])
  const [open] = await claims['claims.open']({})
  expect(open?.sale).not.toHaveProperty('body')
  await add({ step: 'recovered', amount: money(5_000, 'COP'), text: '' })
  const ended = await add({ step: 'closed', text: 'Devolvieron todo' })
  expect(ended).toMatchObject({ claim: { open: false, recovered: { minor: 5_000 } } })
  expect(ended.events.map(({ step, by }) => [step, by])).toEqual([
    ['opened', 'Ana'],
    ['note', 'Ana'],
    ['recovered', 'Ana'],
    ['closed', 'Ana'],
  ])
  expect(await claims['claims.open']({})).toEqual([])
  expect(heard.at(-1)).toEqual({ saleId, open: 0 })
  await add({ step: 'reopened', text: '' })
  expect(await claims['claims.open']({})).toHaveLength(1)
})

it('refuses what does not come next, what is incomplete, and sales that are not here', async () => {
  await expect(add({ step: 'answer' })).rejects.toMatchObject({ error: { code: 'CLAIM_NOT_NOW' } })
  await expect(add({ step: 'opened', text: '' })).rejects.toMatchObject({
    error: { code: 'BAD_INPUT', params: { where: 'text' } },
  })
  await expect(add({ step: 'opened' }, 'none')).rejects.toMatchObject({
    error: { code: 'SALE_NOT_FOUND' },
  })
})

it('keeps no card number, and nothing rewrites it', async () => {
  await add({ step: 'opened', text: 'pagó con 4111111111111111' })
  expect(JSON.stringify(journal.claims.ofSale(saleId))).not.toContain('4111111111111111')
  expect(() => db.exec('delete from claim_event')).toThrow(/never deleted/)
  expect(() => db.exec("update claim_event set text = ''")).toThrow(/never changed/)
})
