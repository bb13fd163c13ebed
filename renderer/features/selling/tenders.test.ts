import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { money } from '../../../shared/domain/money/money.ts'
import { tenderKindSchema, tenderParts } from '../../../shared/domain/drawer/tender.ts'
import { usePeople } from '../../bridge/people.ts'
import { useSettings } from '../../bridge/settings.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useTenders } from './tenders.ts'

const total = money(520_000, 'COP')
beforeEach(() => setActivePinia(createPinia()))
afterEach(() => vi.unstubAllGlobals())

it('is exact cash until something else is said, and for the next sale again', () => {
  const tenders = useTenders()
  expect(tenders.tenderOf('d1', total)).toBeUndefined()
  tenders.say('d1', { kind: 'transfer' })
  const transfer = { kind: 'transfer', via: '', note: '', seen: false }
  expect(tenders.tenderOf('d1', total)).toEqual(transfer)
  expect(tenders.tenderOf('d2', total)).toBeUndefined()
})

it('says the change, and writes nothing down that does not reach', () => {
  const tenders = useTenders()
  tenders.say('d1', { received: 2_000_000 })
  expect(tenders.changeDue('d1', total)).toEqual(money(1_480_000, 'COP'))
  expect(tenders.tenderOf('d1', total)).toEqual({ kind: 'cash', received: money(2_000_000, 'COP') })
  tenders.say('d1', { received: 500_000 })
  expect([tenders.changeDue('d1', total), tenders.tenderOf('d1', total)]).toEqual([null, undefined])
})

it('keeps a sale from being made while what was received does not reach, or cannot be read', () => {
  const tenders = useTenders()
  const problems = (...parts: Parameters<typeof tenders.say>[1][]) =>
    parts.map((part) => {
      tenders.say('d1', part)
      return tenders.problemOf('d1', total)
    })
  expect(problems({}, { received: 500_000 }, { received: 520_000 })).toEqual([null, 'short', null])
  expect(problems({ unreadable: true }, { kind: 'transfer' })).toEqual(['unreadable', 'via'])
})

it('wants the account that a transfer comes in by, where the owner named any; its number is not asked for', () => {
  const tenders = useTenders()
  tenders.say('d1', { kind: 'transfer' })
  expect(tenders.problemOf('d1', total)).toBe('via')
  tenders.say('d1', { via: 'Nequi', note: ' 551 ', seen: true })
  expect(tenders.problemOf('d1', total)).toBeNull()
  const transfer = { kind: 'transfer', via: 'Nequi', note: '551', seen: true }
  expect(tenders.tenderOf('d1', total)).toEqual(transfer)
  useSettings().current.transferVias = { CO: [] }
  tenders.say('d1', { via: '' })
  expect(tenders.problemOf('d1', total)).toBeNull()
})

it('wants somebody who may owe it for what is left on credit', () => {
  const tenders = useTenders()
  tenders.say('d1', { kind: 'credit' })
  expect(tenders.problemOf('d1', total)).toBe('name')
  const said = { id: 'd', number: 1, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  tenders.say('d1', { account: { debtor: { ...said, limit: null }, standings: [] } })
  expect(tenders.problemOf('d1', total)).toBeNull()
  expect(tenders.tenderOf('d1', total)).toEqual({ kind: 'credit', name: 'Ana', debtorId: 'd' })
  const limit = money(total.minor - 1, 'COP')
  tenders.say('d1', { account: { debtor: { ...said, limit }, standings: [] } })
  expect(tenders.problemOf('d1', total)).toBe('limit')
  tenders.say('d1', { overLimit: true })
  expect(tenders.problemOf('d1', total)).toBeNull()
})

it('is paid in two ways where some of it is paid in the one, and change is of the cash alone', () => {
  const tenders = useTenders()
  const transfer = { kind: 'transfer', via: 'Nequi', note: '551', seen: true } as const
  const said = { ...transfer, kind: 'cash', received: 400_000 } as const
  const pays = (minor: number | null) =>
    tenders.say('d1', { ...said, part: { kind: 'transfer', minor } })
  const seen = [null, 0, -1, total.minor, total.minor + 1].map((minor) => {
    pays(minor)
    return [tenders.problemOf('d1', total), tenders.tenderOf('d1', total)]
  })
  expect(seen).toEqual(seen.map(() => ['part', undefined]))
  pays(200_000)
  expect(tenders.problemOf('d1', total)).toBeNull()
  expect(tenders.restDue('d1', total)).toEqual(money(320_000, 'COP'))
  expect(tenders.changeDue('d1', total)).toEqual(money(80_000, 'COP'))
  const first = { ...transfer, amount: money(200_000, 'COP') }
  const received = money(400_000, 'COP')
  expect(tenders.tenderOf('d1', total)).toEqual({ kind: 'cash', received, first })
  // What does not reach the rest sells nothing; a transfer has to be looked for somewhere, also one that pays a part.
  tenders.say('d1', { received: 319_999 })
  expect(tenders.problemOf('d1', total)).toBe('short')
  tenders.say('d1', { received: null, via: '' })
  expect(tenders.problemOf('d1', total)).toBe('via')
})

it('is the same payment where the cash was named first, and no more than it is received of it', () => {
  const tenders = useTenders()
  const part = { kind: 'cash', minor: 200_000 } as const
  tenders.say('d1', { kind: 'transfer', via: 'Nequi', part, received: 1 })
  expect([tenders.problemOf('d1', total), tenders.changeDue('d1', total)]).toEqual([null, null])
  expect(tenders.tenderOf('d1', total)).toMatchObject({
    kind: 'cash',
    received: null,
    first: { kind: 'transfer', amount: money(320_000, 'COP') },
  })
})

it('writes down each pair of ways as it is read, or keeps the sale from being made', () => {
  const debtor = { id: 'd', number: 1, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  const account = { debtor: { ...debtor, limit: null }, standings: [] }
  const tenders = useTenders()
  const seen = tenderKindSchema.options.flatMap((kind) =>
    tenderKindSchema.options.map((other) => {
      const part = { kind: other, minor: 200_000 }
      tenders.say('d1', { kind, part, account, via: 'Nequi', received: 400_000 })
      const tender = tenders.tenderOf('d1', total)
      const paid = tender ? tenderParts(tender, total) : []
      const written = paid.map((one) => `${one.tender.kind} ${one.amount.minor}`)
      return [tenders.problemOf('d1', total), written.toSorted().join(' + ')]
    }),
  )
  expect(seen).toEqual([
    // Two of one way are none of both: nothing is taken for exact cash in silence.
    ['part', ''],
    [null, 'cash 320000 + transfer 200000'],
    [null, 'cash 320000 + credit 200000'],
    [null, 'cash 200000 + transfer 320000'],
    ['part', ''],
    [null, 'credit 200000 + transfer 320000'],
    [null, 'cash 200000 + credit 320000'],
    [null, 'credit 320000 + transfer 200000'],
    ['part', ''],
  ])
})

it('takes nothing that was said of one amount for said of another', () => {
  const debtor = { id: 'd', number: 1, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  const account = { debtor: { ...debtor, limit: money(100_000, 'COP') }, standings: [] }
  const tenders = useTenders()
  const pays = (minor: number) => tenders.say('d1', { part: { kind: 'credit', minor } })
  const passed = () => [tenders.problemOf('d1', total), tenders.of('d1').overLimit]
  tenders.say('d1', { kind: 'transfer', via: 'Nequi', account })
  pays(100_001)
  tenders.say('d1', { overLimit: true, seen: true })
  expect(passed()).toEqual([null, true])
  // By which way the rest comes changes no amount.
  tenders.say('d1', { kind: 'cash' })
  expect(passed()).toEqual([null, true])
  pays(400_000)
  expect([passed(), tenders.of('d1').seen]).toEqual([['limit', false], false])
  tenders.say('d1', { overLimit: true })
  tenders.say('d1', { part: null, kind: 'credit' })
  expect(passed()).toEqual(['limit', false])
  // While it is not said how much is owed, nobody is asked about a limit.
  tenders.say('d1', { kind: 'cash', part: { kind: 'credit', minor: null } })
  expect(tenders.above('d1', total)).toBeNull()
})

it('asks about a limit that only what stands now passes, so that it can be passed on purpose', () => {
  const debtor = { id: 'd', number: 1, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  const account = { debtor: { ...debtor, limit: total }, standings: [] }
  const tenders = useTenders()
  tenders.say('d1', { kind: 'credit', account })
  expect(tenders.problemOf('d1', total)).toBeNull()
  tenders.say('d1', { isAboveUntold: true })
  expect([tenders.above('d1', total), tenders.problemOf('d1', total)]).toEqual(['untold', 'limit'])
})

it('holds the limit of who owes a part against that part alone', () => {
  const tenders = useTenders()
  const said = { id: 'd', number: 1, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  const account = { debtor: { ...said, limit: money(200_000, 'COP') }, standings: [] }
  tenders.say('d1', { part: { kind: 'credit', minor: 200_000 } })
  expect(tenders.problemOf('d1', total)).toBe('name')
  tenders.say('d1', { account })
  expect(tenders.problemOf('d1', total)).toBeNull()
  tenders.say('d1', { part: { kind: 'credit', minor: 200_001 } })
  expect([tenders.problemOf('d1', total), tenders.above('d1', total)]).toEqual([
    'limit',
    money(1, 'COP'),
  ])
  // The rest of a transfer is owed: the amount of the debt is the other one.
  tenders.say('d1', { kind: 'credit', part: { kind: 'transfer', minor: 320_000 }, via: 'Nequi' })
  expect(tenders.problemOf('d1', total)).toBeNull()
  expect(tenders.tenderOf('d1', total)).toMatchObject({
    kind: 'credit',
    first: { kind: 'transfer' },
  })
})

it('holds no sale against a standing of before, until it was refused for what stands now', () => {
  const tenders = useTenders()
  const debtor = { id: 'd', number: 1, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  const limit = money(1, 'COP')
  const account = { debtor: { ...debtor, limit }, standings: [], until: 1 }
  tenders.say('d1', { kind: 'credit', account })
  expect([tenders.above('d1', total), tenders.problemOf('d1', total)]).toEqual([null, null])
  tenders.say('d1', { isAboveUntold: true })
  expect([tenders.above('d1', total), tenders.problemOf('d1', total)]).toEqual(['untold', 'limit'])
  tenders.say('d1', { overLimit: true })
  expect(tenders.problemOf('d1', total)).toBeNull()
})

it('asks anew who owes for whoever is at the register now, and knows nothing of it until then', async () => {
  const debtor = { id: 'd', number: 7, name: 'Ana', phone: '', createdAt: 1, isErased: false }
  const account = { debtor: { ...debtor, limit: null }, standings: [] }
  const told = { ...account, until: 5 }
  const asked: unknown[] = []
  const { bridge } = createFakeBridge((name, input) => {
    asked.push([name, input])
    return { ok: true, value: [told] }
  })
  vi.stubGlobal('window', { bridge })
  const here = (id: string) => {
    const current = { id, name: id, role: 'cashier' as const, rights: [] }
    usePeople().state = { mode: 'people', current, last: null, people: [] }
    return nextTick()
  }
  await here('Ana')
  const tenders = useTenders()
  tenders.say('d1', { kind: 'credit', account, overLimit: true })
  usePeople().state.current = null
  await here('Ana')
  expect(tenders.of('d1')).toMatchObject({ account, overLimit: true })
  await here('Beto')
  expect(tenders.of('d1')).toMatchObject({ account: null, overLimit: false })
  await vi.waitFor(() => expect(tenders.of('d1').account).toEqual(told))
  expect(asked).toEqual([['credit.find', { text: '7', limit: 50 }]])
})
