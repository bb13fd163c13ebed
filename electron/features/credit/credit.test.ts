import { beforeEach, expect, it } from 'vitest'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { CreditAsked, MayOwe } from '../../../shared/domain/credit/may-owe.ts'
import { creditPostings } from '../../../shared/domain/books/typed.ts'
import { businessSample } from '../../../shared/domain/testing/business-sample.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import { Failure } from '../../../shared/errors.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createCredit } from './credit.ts'
import { createMayOwe } from './may-owe.ts'

const cop = (minor: number) => ({ minor, currency: 'COP' })
const figures = () => ({ country: 'CO', decimalSign: 'comma' }) as const

let memory: ReturnType<typeof openMemoryJournal>
let credit: Handlers<CallsOf<'credit'>>
let mayOwe: MayOwe
let mayPass: boolean
let isForCash: boolean
let shift: string | null
let papers: Slip[]
let profile: string
beforeEach(() => {
  memory = openMemoryJournal()
  mayPass = false
  isForCash = false
  shift = null
  papers = []
  profile = 'p1'
  const profileId = () => profile
  const journal = writtenJournal(memory.journal)
  mayOwe = createMayOwe({
    ...{ journal, figures, profileId },
    mayPassLimit: () => mayPass,
    isForCash: () => isForCash,
  })
  credit = createCredit({
    ...{ journal, figures, profileId },
    emit: () => undefined,
    now: () => 40,
    cashier: () => 'Ana',
    shift: () => shift,
    settings: () => ({ language: 'es' }),
    business: () => businessSample,
    printer: {
      print: async (slip) => {
        papers.push(slip)
        return { jobId: 'j' }
      },
      savePdf: async () => undefined,
    },
  })
})

const rosa = async () => (await credit['credit.add']({ name: 'Rosa', phone: '' })).debtor
const asked = (debtorId: string, changes: Partial<CreditAsked> = {}): CreditAsked => ({
  tender: { kind: 'credit', name: 'whoever', debtorId },
  total: cop(520_000),
  goods: { name: 'Recarga', category: 'Recargas' },
  overLimit: false,
  ...changes,
})
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (caught) {
    if (caught instanceof Failure) return caught.error.code
    throw caught
  }
  return null
}
function sell(id: string, debtorId: string, state: 'APPROVED' | 'UNKNOWN'): void {
  const tender = { kind: 'credit', name: 'Rosa', debtorId } as const
  const record = memory.journal.prepare(
    intentSample({ id, draftId: id, tender, profileId: profile }),
  )
  if (state !== 'APPROVED') return
  const facts = { ...record, state, settledAt: 9, nextLookAt: null }
  memory.journal.advance(record, { facts }, { kind: 'lookup', at: 9, error: null })
}
const owedOf = async (debtorId: string) =>
  (await credit['credit.statement']({ debtorId })).standings[0]?.owed.minor

it('keeps what was only tried over the test service apart from what is owed to the shop', async () => {
  const { id: debtorId, name, phone } = await rosa()
  await credit['credit.change']({ debtorId, name, phone, limit: cop(520_000) })
  profile = 'sandbox-CO'
  sell('tried', debtorId, 'APPROVED')
  const paid = { debtorId, amount: cop(20_000), how: 'cash', via: '', note: '' } as const
  await credit['credit.pay']({ ...paid, entryId: 'entry-0001' })
  expect(await owedOf(debtorId)).toBe(500_000)
  expect(refusal(() => mayOwe(asked(debtorId)))).toBe('CREDIT_ABOVE_LIMIT')
  profile = 'p1'
  const none = { standings: [], lines: [] }
  expect(await credit['credit.statement']({ debtorId })).toMatchObject(none)
  expect(await credit['credit.owing']({})).toEqual([])
  expect(refusal(() => mayOwe(asked(debtorId)))).toBeNull()
  // A connection that came after is the same shop's.
  sell('real', debtorId, 'APPROVED')
  profile = 'p2'
  expect(await owedOf(debtorId)).toBe(520_000)
  // Nobody is forgotten for their age whose account stands, wherever.
  expect(memory.journal.personal.notesOlderThan(99, 9)).toEqual([])
})

it('lets a sale be owed by somebody of the book alone, under the name that stands there', async () => {
  const { id } = await rosa()
  expect(mayOwe(asked(id))).toEqual({ kind: 'credit', name: 'Rosa', debtorId: id })
  expect(refusal(() => mayOwe(asked('nobody')))).toBe('DEBTOR_NOT_FOUND')
  const tender = { kind: 'credit', name: 'Rosa' } as const
  expect(refusal(() => mayOwe(asked(id, { tender })))).toBe('DEBTOR_NOT_FOUND')
  const why = { at: 9, why: 'request', by: null } as const
  memory.journal.personal.ask({ sales: [], notes: [{ kind: 'debtor', id }] }, why)
  expect(refusal(() => mayOwe(asked(id)))).toBe('DEBTOR_NOT_FOUND')
})

it('counts open sales against a limit, which only who may pass it passes, on purpose', async () => {
  const { id, name, phone } = await rosa()
  await credit['credit.change']({ debtorId: id, name, phone, limit: cop(1_040_000) })
  sell('a', id, 'UNKNOWN')
  expect(refusal(() => mayOwe(asked(id)))).toBeNull()
  sell('b', id, 'APPROVED')
  const over = () => refusal(() => mayOwe(asked(id, { overLimit: true })))
  expect([refusal(() => mayOwe(asked(id))), over()]).toEqual([
    'CREDIT_ABOVE_LIMIT',
    'CREDIT_ABOVE_LIMIT',
  ])
  mayPass = true
  expect([refusal(() => mayOwe(asked(id))), over()]).toEqual(['CREDIT_ABOVE_LIMIT', null])
  // A payment that is put right counts once.
  expect(refusal(() => mayOwe(asked(id, { already: cop(520_000) })))).toBeNull()
})

it('leaves deposits and betting on no credit unless the owner allows it', async () => {
  const { id } = await rosa()
  const goods = { name: 'Depósito', category: 'Bancos' }
  expect(refusal(() => mayOwe(asked(id, { goods })))).toBe('CREDIT_NOT_FOR_THIS')
  isForCash = true
  expect(refusal(() => mayOwe(asked(id, { goods })))).toBeNull()
  const cash = { kind: 'cash', received: null } as const
  expect(mayOwe(asked('nobody', { tender: cash }))).toEqual(cash)
})

it('takes payments once, in cash into the drawer, and never more than is owed', async () => {
  const { id: debtorId } = await rosa()
  sell('a', debtorId, 'APPROVED')
  const draft = { profileId: 'p1', cashierId: null, cashier: null, openedAt: 1, base: [] }
  memory.journal.shifts.begin({ id: 's1', ...draft, follows: null })
  shift = 's1'
  const paid = { debtorId, entryId: 'entry-0001', amount: cop(200_000), via: 'Nequi', note: '' }
  await credit['credit.pay']({ ...paid, how: 'cash' })
  await credit['credit.pay']({ ...paid, how: 'cash' })
  expect(await owedOf(debtorId)).toBe(320_000)
  const { ofShift } = memory.journal.shifts.movements
  expect(ofShift('s1').map(({ reason, amount, note }) => [reason, amount.minor, note])).toEqual([
    ['credit', 200_000, 'Rosa'],
  ])
  const more = { ...paid, entryId: 'entry-0002', amount: cop(320_001), how: 'transfer' } as const
  await expect(credit['credit.pay'](more)).rejects.toMatchObject({ error: { code: 'BAD_INPUT' } })
  await credit['credit.pay']({ ...more, amount: cop(20_000) })
  const said = { debtorId, reason: 'no paga' }
  await credit['credit.writeOff']({ ...said, entryId: 'entry-0003', amount: cop(300_000) })
  const less = { ...said, entryId: 'entry-0004', kind: 'adjustment', amount: cop(1) } as const
  const asking = credit['credit.adjust']({ ...less, direction: 'less' })
  await expect(asking).rejects.toMatchObject({ error: { code: 'BAD_INPUT' } })
  await credit['credit.adjust']({ ...less, kind: 'opening', direction: 'more' })
  expect(await owedOf(debtorId)).toBe(1)
  await credit['credit.print']({ debtorId })
  expect(papers[0]).toMatchObject({ title: 'Cuenta de Rosa' })
  // What was no movement of a drawer is entries of its own.
  const entries = memory.journal.bookFacts.credit('p1', 0, 99)
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['opening', 'payment', 'write-off'])
  for (const { amount, ...line } of entries) {
    const postings = creditPostings({ ...line, minor: amount })
    expect(postings.reduce((sum, { minor }) => sum + minor, 0)).toBe(0)
    expect(postings.find(({ role }) => role === 'credit')?.minor).toBe(amount)
  }
})
