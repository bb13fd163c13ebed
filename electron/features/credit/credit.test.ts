import { beforeEach, expect, it } from 'vitest'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { OtherRegisters } from '../../../shared/domain/books/behind.ts'
import type { CreditAsked, MayOwe } from '../../../shared/domain/credit/may-owe.ts'
import { creditCalls } from '../../../shared/contract/accounting/credit.ts'
import { creditPostings } from '../../../shared/domain/books/typed.ts'
import { businessSample } from '../../../shared/domain/testing/business-sample.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import { actionWords } from '../../../shared/domain/people/trail-words.ts'
import type { ProductForm } from '../../../shared/domain/form/form.ts'
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
let hiddenSince: number | null
let papers: Slip[]
let now: number
let profile: string
let others: OtherRegisters | null
let forms: Map<string, ProductForm>
/** What the trail was told. */
let told: string[]
beforeEach(() => {
  memory = openMemoryJournal()
  mayPass = false
  isForCash = false
  shift = null
  hiddenSince = null
  papers = []
  told = []
  now = 40
  profile = 'p1'
  others = null
  forms = new Map()
  const profileId = () => profile
  const journal = writtenJournal(memory.journal)
  const note = (action: string, { subject, detail }: AuditLine) =>
    told.push([action, subject, detail].join(' · '))
  mayOwe = createMayOwe({
    ...{ journal, profileId, note },
    mayPassLimit: () => mayPass,
    isForCash: () => isForCash,
    formOf: (productId) => forms.get(productId) ?? null,
  })
  credit = createCredit({
    ...{ journal, figures, profileId, note },
    emit: () => undefined,
    now: () => now,
    cashier: () => 'Ana',
    shift: () => shift,
    others: () => others,
    hiddenSince: () => hiddenSince,
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
  goods: { productId: '10000', name: 'Recarga', category: 'Recargas' },
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
function sell(
  id: string,
  debtorId: string,
  state: 'APPROVED' | 'UNKNOWN',
  createdAt = intentSample().createdAt,
): void {
  const tender = { kind: 'credit', name: 'Rosa', debtorId } as const
  const record = memory.journal.prepare(
    intentSample({ id, draftId: id, tender, profileId: profile, createdAt }),
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
  // By how much is not said, and each that was refused is written down, without whose debt it is.
  expect(() => mayOwe(asked(id))).toThrow(
    expect.objectContaining({ error: { code: 'CREDIT_ABOVE_LIMIT' } }),
  )
  const refused = 'credit.aboveLimit · Recarga · COP 5200'
  // So is one that was let pass.
  const passed = 'credit.passedLimit · Recarga · COP 5200'
  expect(told).toEqual([refused, refused, refused, passed, refused])
  for (const action of ['credit.aboveLimit', 'credit.passedLimit'])
    expect(actionWords(action, 'es')).toContain('límite')
  told = []
  // A draft is asked of again once the other registers of the shop answered: that is one sale.
  const again = (draftId: string) => mayOwe(asked(id, { overLimit: true, draftId }))
  for (const draft of ['d-1', 'd-1', 'd-2']) again(draft)
  expect(told).toEqual([passed, passed])
  told = []
  // A payment that is put right counts once.
  expect(refusal(() => mayOwe(asked(id, { already: cop(520_000) })))).toBeNull()
  expect(told).toEqual([])
})

it('leaves deposits and betting on no credit unless the owner allows it', async () => {
  const { id } = await rosa()
  const goods = { productId: '411002', name: 'Depósito', category: 'Bancos' }
  expect(refusal(() => mayOwe(asked(id, { goods })))).toBe('CREDIT_NOT_FOR_THIS')
  // What its names do not tell, its form does.
  const game = { productId: '206000', name: 'Gol Seguro', category: 'Juegos' }
  expect(refusal(() => mayOwe(asked(id, { goods: game })))).toBeNull()
  forms.set('206000', { title: 'Recargar apuestas', button: 'Recargar', inputs: [] })
  expect(refusal(() => mayOwe(asked(id, { goods: game })))).toBe('CREDIT_NOT_FOR_THIS')
  isForCash = true
  expect(refusal(() => mayOwe(asked(id, { goods })))).toBeNull()
  expect(refusal(() => mayOwe(asked(id, { goods: game })))).toBeNull()
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
  // Each that was refused is written down.
  expect(told).toEqual(['3200.01', '0.01'].map((by) => `credit.aboveOwed · N.º 1 · COP ${by}`))
  expect(actionWords('credit.aboveOwed', 'es')).toContain('más de lo que se debe')
  await credit['credit.adjust']({ ...less, kind: 'opening', direction: 'more' })
  expect(await owedOf(debtorId)).toBe(1)
  await credit['credit.print']({ debtorId })
  expect(papers[0]).toMatchObject({ title: 'Cuenta de Rosa' })
  // Sent again it changes nothing; with anything else in it nothing is done.
  const refused = { error: { code: 'ENTRY_WRITTEN' } }
  const first = { ...paid, how: 'cash' } as const
  await credit['credit.pay'](first)
  for (const other of [
    { ...first, amount: cop(199_999) },
    { ...first, how: 'transfer' as const },
    { ...first, amount: { minor: 200_000, currency: 'USD' } },
    { ...first, debtorId: (await credit['credit.add']({ name: 'Luis', phone: '' })).debtor.id },
  ]) {
    await expect(credit['credit.pay'](other)).rejects.toMatchObject(refused)
  }
  const lost = { ...said, entryId: 'entry-0001', amount: cop(200_000) }
  await expect(credit['credit.writeOff'](lost)).rejects.toMatchObject(refused)
  expect(await owedOf(debtorId)).toBe(1)
  // What was no movement of a drawer is entries of its own.
  const entries = memory.journal.bookFacts.credit('p1', 0, 99)
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['opening', 'payment', 'write-off'])
  for (const { amount, ...line } of entries) {
    const postings = creditPostings({ ...line, minor: amount })
    expect(postings.reduce((sum, { minor }) => sum + minor, 0)).toBe(0)
    expect(postings.find(({ role }) => role === 'credit')?.minor).toBe(amount)
  }
})

it('writes what is paid into the books of the connections through which it was owed', async () => {
  const { id: debtorId } = await rosa()
  sell('a', debtorId, 'APPROVED')
  profile = 'p2'
  sell('b', debtorId, 'APPROVED')
  const draft = { profileId: 'p2', cashierId: null, cashier: null, openedAt: 1, base: [] }
  memory.journal.shifts.begin({ id: 's2', ...draft, follows: null })
  shift = 's2'
  const paid = { debtorId, via: '', note: '', how: 'cash' } as const
  await credit['credit.pay']({ ...paid, entryId: 'entry-0001', amount: cop(700_000) })
  await credit['credit.pay']({ ...paid, entryId: 'entry-0001', amount: cop(700_000) })
  const transfer = { ...paid, how: 'transfer', via: 'Nequi' } as const
  await credit['credit.pay']({ ...transfer, entryId: 'entry-0002', amount: cop(40_000) })
  const { debts, bookFacts, shifts } = memory.journal
  expect(debts.owedThrough(debtorId, 'COP')).toEqual([
    { profileId: 'p1', minor: 300_000 },
    { profileId: 'p2', minor: 0 },
  ])
  // To the customer it is one line.
  const { lines } = await credit['credit.statement']({ debtorId })
  expect(lines.filter(({ kind }) => kind === 'payment').map(({ amount }) => amount.minor)).toEqual([
    -700_000, -40_000,
  ])
  // The drawer has all of its cash, of which its own books say a part; both meet in Suspense.
  const moved = bookFacts.movements('p2', 0, 99)
  const largestFirst = moved.toSorted((one, other) => other.amount - one.amount)
  expect(largestFirst.map(({ amount, isOfOthers }) => [amount, isOfOthers])).toEqual([
    [520_000, false],
    [180_000, true],
  ])
  const entries = [...bookFacts.credit('p1', 0, 99), ...bookFacts.credit('p2', 0, 99)]
  const sums = new Map<string, number>()
  for (const { amount, ...line } of entries) {
    for (const { role, minor } of creditPostings({ ...line, minor: amount })) {
      sums.set(role, (sums.get(role) ?? 0) + minor)
    }
  }
  expect(Object.fromEntries(sums)).toEqual({ credit: -220_000, suspense: 180_000, wallet: 40_000 })
  expect(shifts.transfers.ofShift('s2').map(({ count, total }) => [count, total.minor])).toEqual([
    [1, 40_000],
  ])
})

it("has what was paid before there was a book in the account, and in nobody's entries", async () => {
  const { id: debtorId } = await rosa()
  sell('a', debtorId, 'APPROVED')
  const said = { debtorId, entryId: 'entry-0001', kind: 'paid-before', reason: 'en 2025' } as const
  await credit['credit.adjust']({ ...said, direction: 'less', amount: cop(500_000) })
  const { lines, standings } = await credit['credit.statement']({ debtorId })
  const told = lines.map(({ kind, amount }) => [kind, amount.minor])
  expect(Object.fromEntries(told)).toEqual({ 'paid-before': -500_000, sale: 520_000 })
  expect(standings[0]?.owed.minor).toBe(20_000)
  expect(memory.journal.bookFacts.credit('p1', 0, 99)).toEqual([])
  const more = creditCalls['credit.adjust'].input.safeParse({
    ...{ ...said, direction: 'more', amount: cop(1) },
  })
  expect(more.success).toBe(false)
})

it('tells nothing of an open shift to who counts its drawer blindly, whatever is asked', async () => {
  const { id: debtorId } = await rosa()
  sell('before', debtorId, 'APPROVED')
  const luis = (await credit['credit.add']({ name: 'Luis', phone: '' })).debtor.id
  const asked = () =>
    Promise.all([
      credit['credit.find']({ text: '', limit: 9 }),
      credit['credit.owing']({}),
      credit['credit.statement']({ debtorId }),
      credit['credit.statement']({ debtorId: luis }),
      credit['credit.add']({ name: 'Rosa', phone: '' }),
    ])
  const begun = memory.journal.sale('before')?.createdAt ?? 0
  hiddenSince = begun + 1
  const known = await asked()
  expect(known[2]).toMatchObject({ until: begun + 1, standings: [{ owed: cop(520_000) }] })
  // A sale on credit, payments in cash and by transfer, also one that leaves nothing owed.
  now = begun + 10
  sell('during', luis, 'APPROVED', now)
  const paid = { debtorId, via: '', note: '' }
  const told = [
    await credit['credit.pay']({
      ...paid,
      entryId: 'entry-0001',
      how: 'cash',
      amount: cop(20_000),
    }),
    await credit['credit.pay']({
      ...{ ...paid, entryId: 'entry-0002', how: 'transfer', amount: cop(500_000) },
    }),
  ]
  expect(told).toEqual([known[2], known[2]])
  expect(await asked()).toEqual(known)
  hiddenSince = null
  expect((await credit['credit.owing']({})).map(({ debtor }) => debtor.name)).toEqual(['Luis'])
})

it('says on the paper of an account which register wrote what, once several sell to the same people', async () => {
  const { id: debtorId } = await rosa()
  sell('a', debtorId, 'APPROVED')
  await credit['credit.print']({ debtorId })
  expect(JSON.stringify(papers.pop())).not.toMatch(/Caja|cajas/)
  const of = { login: 'l', url: 'u', ca: null, begunAt: 1 }
  memory.journal.outbox.begin({ id: 's', code: 'C1', name: 'Mostrador', ...of })
  const joined = { joined: 1, retired: null, complete: 1 }
  others = { stream: 's', at: 1, registers: [{ code: 'C2', name: 'Patio', ...joined }] }
  const paid = { by: 'C2', revision: 0, currency: 'COP', text: '', how: 'cash' }
  const line = { debtorId, at: 8, what: 'payment', account: '', amount: -20_000, cashier: 'Luis' }
  const told = { kind: 'debt', scope: 'branch', key: 'debt there-0001', version: 1, by: 'C2' }
  const body = { ...paid, lines: [line] }
  const after = { seq: 0, tip: '' }
  memory.journal.outbox.shared.take(
    { seq: 1, tip: 't', after, anew: false, docs: [{ ...told, own: false, body }], sent: [] },
    { accounts: {}, beside: [] },
    9,
    () => undefined,
  )
  await credit['credit.print']({ debtorId })
  const lines = papers.pop()?.lines ?? []
  expect(lines).toContainEqual({ kind: 'row', label: 'Caja', value: 'C1 · Mostrador' })
  const notes = lines.flatMap((one) =>
    'note' in one && one.note ? [one.note.split(' · ').slice(-2).join(' · ')] : [],
  )
  expect(notes.toSorted()).toEqual(['C1 · Mostrador', 'C2 · Patio'])
  expect(JSON.stringify(lines)).toContain('Con lo que las otras cajas ya enviaron')
})
